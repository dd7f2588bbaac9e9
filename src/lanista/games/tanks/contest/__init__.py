"""Rusty Battle Tanks: recordings of its engine."""

from lanista.game.contest import OriginalContest

CONTEST = OriginalContest(__name__)
