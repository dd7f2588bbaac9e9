"""The result of one match of a comparison, as it is stored."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec

from lanista.core.text import MAX_REASON, inert
from lanista.series.compare.question import NEW, OLD
from lanista.series.spec import MatchReport
from lanista.series.stats import match_score

Count = Annotated[int, msgspec.Meta(ge=0)]


class Won(Enum):
    """How a match ended for the side that plays a single seat in it."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class ComparedMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match: `part` is its number within its unit. Without a score it does not count, and `error` says why."""

    unit: Count
    part: Count
    side: Count  # NEW, or OLD in its matches against a panel
    score: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    won: Won | None = None
    faults: tuple[Count, Count] = (0, 0)  # turns at fault of NEW and OLD
    first_faults: tuple[str, str] = ("", "")
    error: str = ""
    voided: Count = 0  # how often it was played again because of a doubtful timeout
    turns: Count = 0
    points: tuple[int, ...] = ()  # the game's, by seat
    seconds: float = 0.0
    command: str = ""
    replay: str = ""
    marks: tuple[str, ...] = ()  # remarks on how the match came about

    @property
    def is_lost_by_new(self) -> bool:
        """Whether NEW lost it."""
        return self.side == NEW and self.won is Won.LOST


def result_of(report: MatchReport, parts: int) -> ComparedMatch:
    """The part of a report that a comparison stores; `parts` is the number of matches of a unit."""
    unit, part = divmod(report.spec.number, parts)
    entrants = report.spec.entrants
    side = NEW if NEW in entrants else OLD
    ranks = ranks_of(report)
    seat = entrants.index(side)
    return ComparedMatch(
        unit=unit,
        part=part,
        side=side,
        score=None if ranks is None else match_score(ranks, seat),
        won=None if ranks is None else _won(ranks, seat),
        faults=(_faults(report, NEW), _faults(report, OLD)),
        first_faults=(_first_fault(report, NEW), _first_fault(report, OLD)),
        error=inert(report.problem, MAX_REASON),
        voided=len(report.voided),
        turns=report.turns,
        points=report.outcome.scores if report.outcome else (),
        seconds=report.seconds,
        command=report.command,
        replay=report.spec.replay,
        marks=tuple(inert(mark, MAX_REASON) for mark in report.marks),
    )


def ranks_of(report: MatchReport) -> list[int] | None:
    """The ranks of the seats; None if the match has no result."""
    return list(report.outcome.ranks) if report.outcome is not None and report.counts else None


def _won(ranks: list[int], seat: int) -> Won:
    if ranks[seat] != 1:
        return Won.LOST
    return Won.DRAWN if ranks.count(1) > 1 else Won.WON


def _faults(report: MatchReport, entrant: int) -> int:
    return sum(faults for faults, who in zip(report.faults, report.spec.entrants, strict=False) if who == entrant)


def _first_fault(report: MatchReport, entrant: int) -> str:
    seats = zip(report.first_faults, report.spec.entrants, strict=False)
    return next((inert(fault, MAX_REASON) for fault, who in seats if who == entrant and fault), "")
