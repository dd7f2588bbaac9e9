"""Answers a turn that was not asked, in turn 3."""

from common import play, tell

play(3, lambda turn, view: tell({"turn": turn + (7 if turn == 3 else 0), "move": "NOTHING"}))
