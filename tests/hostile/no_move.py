"""Answers without a move in turn 3."""

from common import play, tell

play(3, lambda turn, view: tell({"turn": turn} if turn == 3 else "NOTHING"))
