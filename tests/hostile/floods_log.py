"""Writes a megabyte to its log each turn, and plays on."""

import sys

from common import play, tell


def chatter(turn, view):
    sys.stderr.write("x" * 1023 + "\n")
    sys.stderr.write(("y" * 1023 + "\n") * 1023)
    sys.stderr.flush()
    tell({"turn": turn, "move": "NOTHING"})


play(3, chatter)
