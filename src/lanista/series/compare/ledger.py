"""Counts units in the order in which they were started, whatever order their matches end in."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from lanista.series.compare.question import NEW, OLD
from lanista.series.compare.result import ComparedMatch

DIGITS = 9  # of a score, so that equal ones are equal whatever they were summed from


@dataclass(frozen=True)
class Unit:
    """All matches of one seed and map."""

    number: int
    results: tuple[ComparedMatch, ...]

    @property
    def score(self) -> float | None:
        """NEW's score, or half of its lead over OLD above 1/2 against a panel; None if a match has no result."""
        if any(result.score is None for result in self.results):
            return None
        if all(result.side == NEW for result in self.results):
            return self.mean(NEW)
        return 0.5 + (self.mean(NEW) - self.mean(OLD)) / 2

    def mean(self, side: int, parts: Container[int] | None = None) -> float:
        """The mean score of a side, over all its matches or over those of some parts."""
        scores = [
            result.score or 0.0
            for result in self.results
            if result.side == side and (parts is None or result.part in parts)
        ]
        return round(sum(scores) / len(scores), DIGITS)

    @property
    def error(self) -> str:
        """The reason why it does not count."""
        lost = [result for result in self.results if result.score is None]
        return next((result.error for result in lost if result.error), "") or "a match had no result"


class Ledger:
    """Collects results, and gives units once they and all units before them are complete.

    `sides` is the side that each part of a unit is about.
    """

    def __init__(self, sides: Sequence[int]) -> None:
        self._sides = sides
        self._open: dict[int, dict[int, ComparedMatch]] = {}
        self._next = 0

    def add(self, result: ComparedMatch) -> None:
        """Add a result, if it is wanted."""
        if self.wants(result):
            self._open.setdefault(result.unit, {})[result.part] = result

    def wants(self, result: ComparedMatch) -> bool:
        """Whether it is the first result of a match; a file may also hold results of other comparisons."""
        is_ours = result.part in range(len(self._sides)) and result.side == self._sides[result.part]
        return is_ours and not self.has(result.unit, result.part)

    def has(self, unit: int, part: int) -> bool:
        """Whether a match has a result."""
        return unit < self._next or part in self._open.get(unit, {})

    def complete(self) -> Iterator[Unit]:
        """Take out the units that are complete, in order."""
        while len(self._open.get(self._next, {})) == len(self._sides):
            results = self._open.pop(self._next)
            self._next += 1
            yield Unit(self._next - 1, tuple(results[part] for part in range(len(self._sides))))
