"""Writes 100 MB of blanks and empty lines in turn 3."""

import sys

from common import play


def flood(turn, view):
    for _ in range(1600):
        sys.stdout.write(" " * 65000 + "\n" * 536)


play(3, flood)
