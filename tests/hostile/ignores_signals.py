"""Ignores every signal that can be ignored, and sleeps."""

import signal
import time

from common import play

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)


def sleep(turn, view):
    while True:
        time.sleep(1)


play(3, sleep)
