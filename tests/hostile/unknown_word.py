"""Sends a command that the game does not know, in turn 3."""

from common import play, tell

play(3, lambda turn, view: tell({"turn": turn, "move": "FLY" if turn == 3 else "NOTHING"}))
