"""Calls itself through C functions in a thread with a stack of 400 MB, until it is stopped."""

import sys
import threading

from common import play

BOUND, LEVELS = 400, 400_000


def sink(level):
    return level if level == LEVELS else next(map(sink, (level + 1,)))


def fill(turn, view):
    got = []
    sys.setrecursionlimit(10 * LEVELS)
    threading.stack_size(BOUND * 2**20)
    thread = threading.Thread(target=lambda: got.append(sink(0)))
    thread.start()
    thread.join()
    raise SystemExit(f"obtained a stack of {LEVELS} calls" if got else 1)


play(3, fill)
