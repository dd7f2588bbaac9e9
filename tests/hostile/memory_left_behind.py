"""A child fills shared memory and goes: the pages stay in a mapping that this process never looks at."""

import mmap
import os
import time

from common import play

BOUND = 512


def fill(turn, view):
    kept = []
    for _ in range(BOUND // 64):
        kept.append(mmap.mmap(-1, 64 * 2**20))
        child = os.fork()
        if child == 0:
            for start in range(0, 64 * 2**20, mmap.PAGESIZE):
                kept[-1][start] = 1
            os._exit(0)
        os.waitpid(child, 0)
    time.sleep(3)  # it has it now
    raise SystemExit(f"obtained {64 * len(kept)} MB")


play(3, fill)
