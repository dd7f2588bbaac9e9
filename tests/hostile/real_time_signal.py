"""Ends in turn 3 by a signal for real time, which has no name."""

import os

from common import play

play(3, lambda turn, view: os.kill(os.getpid(), 40))
