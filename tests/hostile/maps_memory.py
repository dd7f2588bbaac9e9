"""Maps anonymous shared memory and writes to all of it, at most 512 MB: it is no heap of the process."""

import mmap

from common import play

BOUND = 512


def fill(turn, view):
    kept = []
    for _ in range(BOUND // 8):
        kept.append(mmap.mmap(-1, 8 * 2**20))
        for start in range(0, 8 * 2**20, mmap.PAGESIZE):
            kept[-1][start] = 1
    raise SystemExit(f"obtained {8 * len(kept)} MB")


play(3, fill)
