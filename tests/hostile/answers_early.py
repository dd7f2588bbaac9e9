"""Answers turn 4 before it is asked."""

import time

from common import play, tell


def early(turn, view):
    tell("NOTHING")
    if turn == 3:
        time.sleep(0.05)
        tell("NOTHING")


play(3, early)
