"""Is ended by a signal in turn 3."""

import os
import signal

from common import play

play(3, lambda turn, view: os.kill(os.getpid(), signal.SIGSEGV))
