"""Sends a number where a move should be, in turn 3."""

from common import play, tell

play(3, lambda turn, view: tell({"turn": turn, "move": 10**30 if turn == 3 else "NOTHING"}))
