"""Points and ranks of a league in which every bot meets every other.

In a match a bot wins a point from every bot behind it and half a point from every bot on its own rank. Only points
between bots that are still in the league count, so that all are measured by the same opponents.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from lanista.league.format import FormatRank
from lanista.league.history import LeagueHistory
from lanista.league.store.records import LeagueMatch, StoredResult

Groups = list[list[int]]  # of tied bots, best first


class Points:
    """Points that bots won from each other, and the points at stake, over judged matches.

    `sides` gives each bot that counts a number; points count between bots of the same number.
    """

    def __init__(self, judged: Iterable[tuple[LeagueMatch, StoredResult]], sides: Mapping[int, int]) -> None:
        self._half_points, self._meetings, self.won = Counter[int](), Counter[int](), Counter[int]()
        for match, result in judged:
            self._add(match.entries, result.ranks, sides)

    def _add(self, entries: Sequence[int], places: Sequence[int], sides: Mapping[int, int]) -> None:
        if len(entries) == 2:
            self._add_pair(entries[0], entries[1], places[1] - places[0], sides)
            return
        by_side: dict[int, list[tuple[int, int]]] = {}
        for entry, place in zip(entries, places, strict=True):
            if entry in sides:
                by_side.setdefault(sides[entry], []).append((entry, place))
        for members in by_side.values():
            ordered = sorted(place for _, place in members)
            for entry, place in members:
                ahead, upto = bisect_left(ordered, place), bisect_right(ordered, place)
                self._half_points[entry] += 2 * (len(ordered) - upto) + (upto - ahead - 1)
                self._meetings[entry] += len(ordered) - 1
                self.won[entry] += upto == 1 < len(ordered)

    def _add_pair(self, one: int, other: int, lead: int, sides: Mapping[int, int]) -> None:
        """The same for two seats, which most leagues have; `lead` is positive if the first one won."""
        if one not in sides or sides[one] != sides.get(other):
            return
        self._meetings[one] += 1
        self._meetings[other] += 1
        if lead:
            winner = one if lead > 0 else other
            self._half_points[winner] += 2
            self.won[winner] += 1
        else:
            self._half_points[one] += 1
            self._half_points[other] += 1

    def points(self, entry: int) -> float:
        """The points of a bot."""
        return self._half_points[entry] / 2

    def share(self, entry: int) -> float:
        """A bot's points as a share of those at stake; none without a match."""
        return self.points(entry) / max(1, self._meetings[entry])


def standings(history: LeagueHistory, remarks: Mapping[int, str] = {}) -> list[FormatRank]:
    """By the share of points won; ties by the share among the tied, then by matches won outright, then shared."""
    field = [entry.id for entry in history.active()]
    points = Points(history.judged(), dict.fromkeys(field, 0))
    groups = split([field], points.share)
    sides = {entry: tied for tied, group in enumerate(groups) if len(group) > 1 for entry in group}
    among = Points(history.judged() if sides else (), sides)
    return places(split(split(groups, among.share), points.won.__getitem__), points.points, remarks)


def split(groups: Iterable[list[int]], key: Callable[[int], float | Fraction]) -> Groups:
    """Split groups of tied bots, best first, by a further number, the highest first."""
    parts: Groups = []
    for group in groups:
        keys = {entry: key(entry) for entry in group}
        parts += [[entry for entry in group if keys[entry] == value] for value in sorted(set(keys.values()))[::-1]]
    return parts


def places(
    groups: Iterable[list[int]], points: Callable[[int], float], remarks: Mapping[int, str] = {}
) -> list[FormatRank]:
    """Ranks of groups of tied bots, best first; the bots of a group share their best rank."""
    placed: list[FormatRank] = []
    for group in groups:
        rank = len(placed) + 1
        placed += [FormatRank(entry, rank, points(entry), remarks.get(entry, "")) for entry in group]
    return placed
