"""Floods both of its outputs in turn 3, and stops its supervisor so that nobody ends it."""

import contextlib
import os
import signal
import sys

from common import play


def flood(turn, view):
    with contextlib.suppress(OSError):  # it is refused
        os.kill(os.getppid(), signal.SIGSTOP)
    while True:
        for stream in (sys.stderr, sys.stdout):
            try:
                stream.write("A" * 65536)
            except OSError:
                continue


play(3, flood)
