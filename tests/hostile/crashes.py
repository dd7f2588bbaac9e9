"""Raises in turn 3, after a word in its log."""

import sys

from common import play


def crash(turn, view):
    print("about to divide", file=sys.stderr)
    return 1 / 0


play(3, crash)
