"""Rusty Battle Tanks: recordings of its engine."""

from lanista.game.contest import Contest

CONTEST = Contest(__name__)
