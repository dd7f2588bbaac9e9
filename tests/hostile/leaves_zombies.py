"""Starts twenty children that end at once, never collects them, and leaves an orphan that does the same."""

import os
import time

from common import play, polite


def zombies():
    for _ in range(20):
        if os.fork() == 0:
            os._exit(0)


def act(turn, view):
    if turn == 3:
        zombies()
        if os.fork() == 0:
            os.setsid()
            os.close(1)
            zombies()
            time.sleep(60)
            os._exit(0)
    polite(turn)


play(3, act)
