"""Sleeps past the limit in turn 3, then answers turns 3 and 4 at once, each with its number."""

import time

from common import play, tell


def late_once(turn, view):
    if turn == 3:
        time.sleep(0.5)
    tell({"turn": turn, "move": "NOTHING"})


play(3, late_once)
