"""A heat of a knock-out: bots that play until it is clear which of them advance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lanista.league.formats.options import GameFacts
from lanista.league.formats.scoring import Groups, Points, split
from lanista.league.store.records import LeagueMatch, StoredResult


class HeatRules(NamedTuple):
    """The rules of a knock-out."""

    facts: GameFacts
    seats: int
    best_of: int  # units of a heat
    extra: int  # more units if a tie decides
    seeds: tuple[str, ...]
    third_place: bool


@dataclass
class Heat:
    """The members of a heat, and their matches."""

    members: list[int]  # by seed
    through: int  # how many advance
    rules: HeatRules
    left: set[int] = field(default_factory=set)  # members that left before the next round was drawn
    units: set[int] = field(default_factory=set)
    judged: list[tuple[LeagueMatch, StoredResult]] = field(default_factory=list)
    waits: bool = False  # for results

    @property
    def present(self) -> list[int]:
        """The members that have not left."""
        return [entry for entry in self.members if entry not in self.left]

    @property
    def is_decided(self) -> bool:
        """Whether it is clear who advances; always so if there are too few bots for a match."""
        size, rules = len(self.present), self.rules
        if size <= self.through or size not in rules.facts.seats:
            return True
        if self.waits or not self.units:
            return False
        order = sorted(map(self._points().points, self.present), reverse=True)
        lead, units_left = order[self.through - 1] - order[self.through], rules.best_of - len(self.units)
        return lead > self._swing() * max(units_left, 0) or units_left + rules.extra <= 0

    def units_to_play(self) -> int:
        """The units to schedule now: first those that are always needed, then one at a time."""
        return 1 if self.units else self.rules.best_of // 2 + 1

    @property
    def matches_per_unit(self) -> int:
        """Two bots play a unit in both seats."""
        return 2 if len(self.present) == 2 else 1

    def _swing(self) -> int:
        """The points by which a lead can shrink in a unit."""
        return self.matches_per_unit * (len(self.present) - 1)

    def _points(self) -> Points:
        return Points(self.judged, dict.fromkeys(self.present, 0))

    def groups(self) -> Groups:
        """The members, best first, in groups of equal points; those that have left are last.

        A tie that decides who advances is broken by the game's scores, fewer turns at fault, and seed.
        """
        groups = split([self.present], self._points().points)
        while (tied := self._tied_at_the_cut(groups)) is not None:
            groups[tied : tied + 1] = self._break_tie(groups[tied])
        gone = [entry for entry in self.members if entry in self.left]
        return [*groups, gone] if gone else groups

    def winners(self) -> list[int]:
        """The members that advance, by seed."""
        best = [entry for group in self.groups() for entry in group if entry not in self.left][: self.through]
        return sorted(best, key=self.members.index)

    def _tied_at_the_cut(self, groups: Groups) -> int | None:
        ahead = 0
        for number, group in enumerate(groups):
            if ahead < self.through < ahead + len(group):
                return number
            ahead += len(group)
        return None

    def _break_tie(self, group: list[int]) -> Groups:
        """Split a group by the first rule that distinguishes its bots."""
        scores, faults = Counter[int](), Counter[int]()
        for match, result in self.judged:
            _add_up(scores, match.entries, result.scores)
            _add_up(faults, match.entries, result.faults)
        rules = (scores.__getitem__, lambda entry: -faults[entry], lambda entry: -self.members.index(entry))
        return next(parts for rule in rules if len(parts := split([group], rule)) > 1)


def _add_up(sums: Counter[int], entries: Sequence[int], numbers: Sequence[int]) -> None:
    for entry, number in zip(entries, numbers, strict=False):  # a result may come without them
        sums[entry] += number
