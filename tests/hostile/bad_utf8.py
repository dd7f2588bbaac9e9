"""Sends bytes that are no UTF-8 and a NUL, in turn 3."""

import os

from common import play, tell

play(3, lambda turn, view: os.write(1, b"\xff\xfe\x00GO\n") if turn == 3 else tell("NOTHING"))
