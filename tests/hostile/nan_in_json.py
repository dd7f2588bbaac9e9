"""Answers with NaN and infinity, which are no JSON, in turn 3."""

from common import play, polite, tell

play(3, lambda turn, view: tell('{"turn":3,"move":NaN,"say":Infinity}') if turn == 3 else polite(turn))
