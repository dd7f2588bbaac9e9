"""Leaves a daemon that stops the supervisor again and again, whoever lets it go on."""

import os
import signal

from common import play, tell


def act(turn, view):
    supervisor = os.getppid()
    if turn == 3 and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(1)
            while True:
                os.kill(supervisor, signal.SIGSTOP)
        os._exit(0)
    tell({"turn": turn, "move": "NOTHING"})


play(3, act)
