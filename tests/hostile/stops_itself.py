"""Stops its whole process group in turn 3, as a terminal does: it neither answers nor ends."""

import os
import signal

from common import play

play(3, lambda turn, view: os.killpg(0, signal.SIGSTOP))
