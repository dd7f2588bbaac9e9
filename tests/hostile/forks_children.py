"""Starts a few children that ignore signals, then ends without waiting for them."""

import os
import signal
import sys
import time

from common import play


def fork(turn, view):
    for _ in range(5):
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(3600)
    sys.exit(0)


play(3, fork)
