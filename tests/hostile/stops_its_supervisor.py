"""Leaves a daemon without environment, then stops the process that would clean up after it."""

import signal

from common import play
from kills_its_supervisor import attack

play(3, attack(signal.SIGSTOP))
