"""Writes five megabytes of log without a line end each turn, and plays on."""

import sys

from common import play, polite


def chatter(turn, view):
    sys.stderr.write("z" * 5_000_000)
    sys.stderr.flush()
    polite(turn)


play(3, chatter)
