"""Rusty Battle Tanks: recordings of its engine."""

from lanista.contest import Contest

CONTEST = Contest(__name__)
