"""Closes its error output in turn 3, and plays on."""

import os

from common import play, polite


def close(turn, view):
    if turn == 3:
        os.close(2)
    polite(turn)


play(3, close)
