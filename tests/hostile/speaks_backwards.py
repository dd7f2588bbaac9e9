"""Says text that turns its line around, stacks a thousand accents and has no width."""

from common import play, tell

TEXT = "\u202egnp.exe\u2066\u200b" + "e" + "\u0301" * 1000 + "\ufeff\U000e0041"


def act(turn, view):
    tell({"turn": turn, "move": "NOTHING", "say": TEXT})


play(3, act)
