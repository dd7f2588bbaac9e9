"""Writes 100 MB of one letter in turn 3, without a line end."""

import sys

from common import play


def flood(turn, view):
    for _ in range(1600):
        sys.stdout.write("A" * 65536)


play(3, flood)
