"""Answers turn 3 only when turn 4 has been asked, then turn 4 at once, each with its number."""

from common import answer_late

answer_late(lambda turn: {"turn": turn, "move": "NOTHING"})
