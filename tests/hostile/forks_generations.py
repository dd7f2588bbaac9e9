"""Outruns every search for it: each process starts the next one and ends, for 300 generations."""

import os
import time

from common import play, polite

GENERATIONS = 300


def run():
    """Flee by a new process identifier and a new session each time."""
    os.close(1)
    for _ in range(GENERATIONS):
        if os.fork():
            os._exit(0)
        os.setsid()
        time.sleep(0.001)
    time.sleep(60)
    os._exit(0)


def act(turn, view):
    if turn == 3 and os.fork() == 0:
        run()
    polite(turn)


play(3, act)
