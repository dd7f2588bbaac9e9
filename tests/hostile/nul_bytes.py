"""Writes NUL bytes without end in turn 3: what looks like text to one reader is the end of it to another."""

import os

from common import play


def flood(turn, view):
    while True:
        os.write(1, b"\0" * 65536)


play(3, flood)
