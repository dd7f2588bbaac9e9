"""Answers with invented times: the referee's clock alone counts."""

import os
import time

from common import play, tell

os.environ |= {"FAKETIME": "-1d", "LD_PRELOAD": "libfaketime.so.1", "TZ": "UTC+99"}
time.tzset()


def act(turn, view):
    tell({"turn": turn, "move": "NOTHING", "ms": -1e9, "time": 0, "cpu_ms": -5, "timeout": False})


play(3, act)
