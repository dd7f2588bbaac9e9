"""Answers at once and continues to think in a thread, also while its opponent thinks."""

import threading
import time

from common import play, polite

END = time.monotonic() + 60


def think():
    while time.monotonic() < END:
        pass


def act(turn, view):
    if turn == 3:
        threading.Thread(target=think, daemon=True).start()
    polite(turn)


play(3, act)
