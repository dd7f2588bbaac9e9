"""As `late`, but answers with bare move texts that carry no turn."""

import time

from common import play, tell


def late_once(turn, view):
    if turn == 3:
        time.sleep(0.5)
    tell("DECELERATE" if turn == 3 else "NOTHING")


play(3, late_once)
