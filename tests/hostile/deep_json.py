"""Answers with a hundred thousand nested lists in turn 3."""

from common import play, tell

play(3, lambda turn, view: tell('{"move":' + "[" * 100_000 if turn == 3 else "NOTHING"))
