"""Answers turn 3 for its opponent too: names its seat, player and process in the answer."""

from common import play, polite, tell

LIE = {"turn": 3, "seat": 1, "player": 1, "id": 2, "pid": 1, "token": "0", "move": "FIX"}


def act(turn, view):
    if turn != 3:
        polite(turn)
        return
    tell({**LIE, "moves": ["NOTHING", "FIX"], "verdict": "ok", "outcome": {"places": [1, 2]}})


play(3, act)
