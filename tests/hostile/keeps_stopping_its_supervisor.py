"""Leaves a daemon that stops the supervisor again and again, however often it is continued."""

import contextlib
import os
import signal

from common import play, tell


def act(turn, view):
    supervisor = os.getppid()
    if turn == 3 and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(1)
            with contextlib.suppress(OSError):  # it is refused
                while True:
                    os.kill(supervisor, signal.SIGSTOP)
            os._exit(0)
        os._exit(0)
    tell({"turn": turn, "move": "NOTHING"})


play(3, act)
