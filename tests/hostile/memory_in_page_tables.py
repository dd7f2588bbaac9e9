"""Reads one byte of every 2 MB of mappings that may not be written to: tables of pages, but no pages."""

import mmap
import time

from common import play

BOUND, STEP = 512, 2 * 2**20  # a page of tables, 4 kB, for every step


def fill(turn, view):
    kept = []
    for _ in range(BOUND // 32):
        size = 32 * 2**20 // 4096 * STEP
        kept.append(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ))
        for start in range(0, size, STEP):
            kept[-1][start]
    time.sleep(1)
    raise SystemExit(f"obtained {32 * len(kept)} MB")


play(3, fill)
