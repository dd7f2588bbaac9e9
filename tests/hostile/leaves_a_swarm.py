"""Leaves ten daemons that start one another again, at most fifty times each."""

import os
import time

from common import play, polite


def daemon():
    os.setsid()
    if os.fork():
        os._exit(0)
    for fd in (0, 1, 2):
        os.close(fd)
    for _ in range(50):
        child = os.fork()
        if child == 0:
            os.setsid()
            time.sleep(0.02)
            continue
        os.waitpid(child, 0)
        time.sleep(60)
        os._exit(0)
    os._exit(0)


def act(turn, view):
    if turn == 3:
        for _ in range(10):
            if os.fork() == 0:
                daemon()
    polite(turn)


play(3, act)
