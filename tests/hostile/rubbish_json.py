"""Answers with broken JSON in turn 3."""

from common import play, tell

play(3, lambda turn, view: tell('{"turn": 3, "move": ' if turn == 3 else "NOTHING"))
