"""Keeps memory in files without a name (memfd), at most 512 MB: no process has it in its address space."""

import os
import time

from common import play

BOUND = 512


def fill(turn, view):
    fds = []
    for _ in range(BOUND // 32):
        fds.append(os.memfd_create("hoard"))
        for _ in range(32):
            os.write(fds[-1], b"x" * 2**20)
    time.sleep(3)  # it has it now
    raise SystemExit(f"obtained {32 * len(fds)} MB")


play(3, fill)
