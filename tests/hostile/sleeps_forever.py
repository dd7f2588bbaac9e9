"""Never answers again after turn 2."""

import time

from common import play

play(3, lambda turn, view: time.sleep(3600))
