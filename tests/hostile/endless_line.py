"""Writes one line without end in turn 3."""

import sys

from common import play


def flood(turn, view):
    while True:
        sys.stdout.write("A" * 65536)


play(3, flood)
