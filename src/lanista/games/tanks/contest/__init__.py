"""Rusty Battle Tanks: recordings of its engine."""

from __future__ import annotations

from lanista.contest import Conform, Contest


class RustyBattleTanks(Contest):
    """What is kept of the original game."""

    def recordings(self) -> Conform:
        """Matches of the original engine, and scenarios."""
        from lanista.games.tanks.contest.recordings import conform

        return conform


CONTEST = RustyBattleTanks()
