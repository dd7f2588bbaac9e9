"""Closes its input in turn 3 after it has answered, and lives on."""

import os
import time

from common import play, polite


def close(turn, view):
    polite(turn)
    os.close(0)
    time.sleep(3600)


play(3, close)
