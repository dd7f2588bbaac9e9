"""Closes its standard output in turn 3 and lives on."""

import os
import time

from common import play


def close(turn, view):
    os.close(1)
    time.sleep(3600)


play(3, close)
