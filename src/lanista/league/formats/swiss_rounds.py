"""Points, opponents and byes in the rounds of a Swiss league.

A round is worth a point: a bot gets the share that it won of the points in its matches, half for a void match. A
bot without a match, because it had a bye or because its opponents left, gets the whole point.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import groupby

from lanista.league.formats.scoring import Points
from lanista.league.history import LeagueHistory
from lanista.league.store.records import LeagueMatch


class Crosstable:
    """Points, opponents and byes over all rounds whose matches have results."""

    def __init__(self, history: LeagueHistory) -> None:
        self._history = history
        self.points = defaultdict[int, Fraction](Fraction)  # exact, so that equal points are equal
        self.byes = Counter[int]()
        self._opponents = defaultdict[int, list[list[int]]](list)  # by round; none in a bye
        for _, matches in groupby(history.matches, key=lambda match: match.round):
            self._add_round(list(matches))

    def _add_round(self, matches: list[LeagueMatch]) -> None:
        drawn_at = matches[0].number
        by_entry = defaultdict[int, list[LeagueMatch]](list)
        for match in matches:
            for player in match.entries:
                by_entry[player].append(match)
        for number, entry in self._history.entries.items():
            if entry.joined <= drawn_at and (entry.left is None or entry.left > drawn_at):
                self._add(number, by_entry[number])

    def _add(self, entry: int, matches: list[LeagueMatch]) -> None:
        opponents = {other for match in matches for other in match.entries} - {entry}
        self._opponents[entry].append(sorted(opponents))
        if matches:
            self.points[entry] += sum(self._share(entry, match) for match in matches) / Fraction(len(matches))
        else:
            self.byes[entry] += 1
            self.points[entry] += 1

    def _share(self, entry: int, match: LeagueMatch) -> Fraction:
        result = self._history.results.get(match.number)
        if result is None:
            return Fraction()
        if result.counts:
            won = Points([(match, result)], dict.fromkeys(match.entries, 0)).points(entry)
            return Fraction(won) / (len(match.entries) - 1)
        return Fraction(1 if result.is_cancelled else 1 / 2)

    def buchholz(self, entry: int) -> Fraction:
        """The sum over all rounds of the opponents' points: their mean if there were several, its own in a bye."""
        rounds = [others or [entry] for others in self._opponents[entry]]
        means = (sum(self.points[other] for other in others) / Fraction(len(others)) for others in rounds)
        return sum(means, Fraction())
