"""Answers turn 3 with a number of a hundred thousand digits for a turn, and draws at 1e308."""

from common import play, polite, tell

play(3, lambda turn, view: tell('{"turn":' + "9" * 100_000 + ',"move":"NOTHING"}') if turn == 3 else polite(turn))
