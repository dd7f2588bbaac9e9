"""Leaves a daemon that traces the supervisor: if that were allowed, the supervisor's end would go unnoticed."""

import ctypes
import os
import signal

from common import play, tell

PTRACE_SEIZE = 0x4206


def trace(supervisor):
    ptrace = ctypes.CDLL(None).ptrace
    ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    ptrace(PTRACE_SEIZE, supervisor, None, None)


def act(turn, view):
    supervisor = os.getppid()
    if turn == 3:
        traced, begin = os.pipe()
        if os.fork() == 0:
            os.setsid()
            os.close(1)
            trace(supervisor)
            os.write(begin, b".")
            signal.pause()
        os.close(begin)  # the tracer may be killed
        os.read(traced, 1)
    tell({"turn": turn, "move": "NOTHING"})


play(3, act)
