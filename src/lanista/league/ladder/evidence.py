"""The results of a ladder in the order of its schedule, and fits of those before a checkpoint."""

from __future__ import annotations

from bisect import bisect_left

from lanista.league.history import LeagueHistory
from lanista.series.stats.plackett_luce import Fit, fit
from lanista.series.stats.rankings import Ranked

KEPT = 3  # fits: those of the next matches, of the outlook, and of the checkpoint before


class LadderEvidence:
    """Follows the results of a history up to the first gap."""

    def __init__(self) -> None:
        self.matches = 0  # that have a result
        self.judged: list[Ranked] = []
        self._numbers: list[int] = []  # of the judged matches
        self._fits: dict[int, Fit] = {}

    def follow(self, history: LeagueHistory) -> None:
        """Read what is new in a history."""
        for number in range(self.matches, history.prefix):
            match, result = history.matches[number], history.results[number]
            if result.counts:
                self._numbers.append(number)
                self.judged.append(Ranked(match.entries, result.ranks, match.unit))
        self.matches = history.prefix

    def between(self, start: int, end: int) -> list[Ranked]:
        """The judged matches from one number on, before another."""
        return self.judged[bisect_left(self._numbers, start) : bisect_left(self._numbers, end)]

    def fit_before(self, number: int) -> Fit:
        """The fit of all judged matches before a number."""
        if number not in self._fits:
            matches = self.between(0, number)
            bots = 1 + max((max(match.players) for match in matches), default=-1)
            self._fits[number] = fit(bots, matches)
            while len(self._fits) > KEPT:
                del self._fits[next(iter(self._fits))]
        return self._fits[number]
