"""Kills every process that it may, but only where it stands alone: it counts first."""

import contextlib
import os
import signal

from common import play, polite, report

MOST = 12  # processes that it may see; a whole machine has more
CONTAINED = os.getuid() != 0 and len([name for name in os.listdir("/proc") if name.isdigit()]) <= MOST


def act(turn, view):
    if turn == 3:
        report(contained=CONTAINED)
    if turn == 3 and CONTAINED:
        with contextlib.suppress(OSError):  # nobody else is there
            os.kill(-1, signal.SIGKILL)
    polite(turn)


play(3, act)
