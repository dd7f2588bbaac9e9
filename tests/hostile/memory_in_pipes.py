"""Keeps memory in pipes, in many processes, at most 512 MB."""

import contextlib
import fcntl
import os
import signal
import time

from common import play

BOUND = 512
PIPES = 400  # of a process
PROCESSES = 100  # as many as it takes where a user's pipes are small, because others hold many


def hold():
    """Fill as many pipes as a process may have."""
    held = 0
    for _ in range(PIPES):
        _, write = os.pipe()
        os.set_blocking(write, False)
        with contextlib.suppress(OSError):
            fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 2**20)
        try:
            while True:
                held += os.write(write, b"x" * 65536)
        except BlockingIOError:
            pass
    return held


def fill(turn, view):
    told, tell = os.pipe()
    held = 0
    for _ in range(PROCESSES):
        if os.fork() == 0:
            os.write(tell, f"{hold()}\n".encode())
            signal.pause()
        held += int(os.read(told, 100))
        if held >= BOUND * 2**20:
            break
    time.sleep(3)  # it has it now
    raise SystemExit(f"obtained {held >> 20} MB")


play(3, fill)
