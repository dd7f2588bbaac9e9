"""Counts wins and faults of both sides, and notices units that went the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lanista.series.compare.ledger import Unit
from lanista.series.compare.question import NEW, OLD
from lanista.series.compare.result import ComparedMatch, Won
from lanista.series.compare.standing import Side

MIN_ALIKE = 2  # units on a map that went the same way, for a remark
MIN_MIRRORED = 5  # units in which both bots played alike, for a remark
MIN_CERTAIN = 20  # beyond coincidence: neither the bots nor the game use chance


class ComparisonTally:
    """The two sides of a comparison, counted."""

    def __init__(self, names: Sequence[str], maps: int, *, panel: bool) -> None:
        self.sides = [Side(names[NEW]), Side(names[OLD])]
        self.draws = 0
        self.errors = self.voided = 0
        self.first_error = ""
        self.remarked, self.first_remark = 0, ""
        self._panel = panel
        self._maps = maps
        self._courses: dict[int, set[tuple[object, ...]]] = {}
        self._units = self._mirrored = 0

    @property
    def all_alike(self) -> bool:
        """Whether every unit on the same map went the same way, so that more of them say nothing new."""
        return self._units >= MIN_ALIKE * self._maps and all(len(seen) == 1 for seen in self._courses.values())

    @property
    def different(self) -> int:
        """The number of different matches."""
        return sum(len(course) for seen in self._courses.values() for course in seen)

    @property
    def is_certain(self) -> bool:
        """Whether the next unit would go the same way as all before it."""
        return self._maps == 1 and self._units >= MIN_CERTAIN and self.all_alike

    @property
    def all_mirrored(self) -> bool:
        """Whether the matches of every unit were the same for every seating."""
        return MIN_MIRRORED <= self._units == self._mirrored and not self._panel

    def see(self, result: ComparedMatch) -> None:
        """Count the faults and errors of a match as soon as it is over."""
        self.errors += result.score is None
        self.voided += result.voided
        self.first_error = self.first_error or result.error
        self.remarked += bool(result.marks)
        self.first_remark = self.first_remark or "; ".join(result.marks)
        for number, side in enumerate(self.sides):
            if result.faults[number]:
                self.sides[number] = _with_faults(side, result, number)

    def count(self, unit: Unit) -> None:
        """Count wins, draws and losses of a unit."""
        course = tuple((result.turns, result.points) for result in unit.results)
        self._courses.setdefault(unit.number % self._maps, set()).add(course)
        self._units += 1
        self._mirrored += len(set(course)) == 1 and not any(map(any, (result.faults for result in unit.results)))
        for result in unit.results:
            self._count(result)

    def _count(self, result: ComparedMatch) -> None:
        if result.won is None:
            return
        self.draws += result.won is Won.DRAWN
        self.sides[result.side] = _counted(self.sides[result.side], result.won)
        if not self._panel:
            self.sides[OLD] = _counted(self.sides[OLD], MIRRORED[result.won])


MIRRORED = {Won.WON: Won.LOST, Won.DRAWN: Won.DRAWN, Won.LOST: Won.WON}


def _counted(side: Side, won: Won) -> Side:
    return replace(
        side,
        won=side.won + (won is Won.WON),
        drawn=side.drawn + (won is Won.DRAWN),
        lost=side.lost + (won is Won.LOST),
    )


def _with_faults(side: Side, result: ComparedMatch, number: int) -> Side:
    return replace(
        side,
        faults=side.faults + result.faults[number],
        faulted=side.faulted + 1,
        first_fault=side.first_fault or result.first_faults[number],
        first_fault_command=side.first_fault_command or result.command,
    )
