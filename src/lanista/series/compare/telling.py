"""The matches worth watching first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lanista.series.compare.question import NEW
from lanista.series.compare.result import ComparedMatch

MAX_TELLING = 3


@dataclass(frozen=True)
class Telling:
    """A match, and why it is worth watching."""

    why: str
    result: ComparedMatch


class Candidates:
    """Collects the matches that NEW lost or was at fault in, as far as they have a replay."""

    def __init__(self) -> None:
        self._first_fault: ComparedMatch | None = None
        self._losses: dict[tuple[int, int], list[ComparedMatch]] = {}  # by unit and opponent
        self._quickest: ComparedMatch | None = None
        self._one_sided: ComparedMatch | None = None  # of the quickest unit that was lost from every seat

    def add(self, result: ComparedMatch, seats: int) -> None:
        """Consider a match; `seats` is the number of NEW's matches against the same opponent in a unit."""
        if result.faults[NEW] and self._first_fault is None:
            self._first_fault = result
        if not result.is_lost_by_new:
            return
        self._quickest = _quicker(self._quickest, result)
        lost = self._losses.setdefault((result.unit, result.part // seats), [])
        lost.append(result)
        if len(lost) == seats:
            self._one_sided = _quicker(self._one_sided, min(lost, key=lambda one: one.turns))

    @property
    def files(self) -> set[str]:
        """The replays that must not be removed to make room."""
        chosen = (self._first_fault, self._one_sided, self._quickest)
        return {result.replay for result in chosen if result is not None}

    def most_telling(self) -> list[Telling]:
        """At most three matches whose replays exist."""
        found: list[Telling] = []
        for why, result in self._in_order():
            if len(found) < MAX_TELLING and result.replay not in {one.result.replay for one in found}:
                found += [Telling(why, result)] if Path(result.replay).is_file() else []
        return found

    def _in_order(self) -> Iterator[tuple[str, ComparedMatch]]:
        if self._first_fault:
            yield "the first fault", self._first_fault
        if self._one_sided:
            yield "lost from every seat", self._one_sided
        if self._quickest:
            yield f"the quickest loss, in {self._quickest.turns} turns", self._quickest
        for result in _newest(self._losses.values()):
            yield "the last loss", result


def _quicker(one: ComparedMatch | None, other: ComparedMatch) -> ComparedMatch:
    return other if one is None or other.turns < one.turns else one


def _newest(losses: Iterable[Sequence[ComparedMatch]]) -> list[ComparedMatch]:
    return [result for unit in reversed(list(losses)) for result in unit if result.replay][:1]
