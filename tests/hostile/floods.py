"""Writes without end in turn 3."""

import sys

from common import play


def flood(turn, view):
    while True:
        sys.stdout.write("NOTHING NOTHING NOTHING\n" * 1000)


play(3, flood)
