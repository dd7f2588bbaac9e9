"""Forks twice and leaves a process in its own session, which would outlive the match."""

import os
import signal
import sys
import time

from common import play, tell


def daemon(turn, view):
    if turn == 3 and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            print(f"daemon {os.getpid()}", file=sys.stderr, flush=True)
            os.close(1)
            time.sleep(3600)
        os._exit(0)
    tell({"turn": turn, "move": "NOTHING"})


play(3, daemon)
