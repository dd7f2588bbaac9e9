"""Counts wins, draws and losses of each entrant over all seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lanista.game import Outcome
from lanista.series.spec import MatchReport
from lanista.series.stats import match_score, wilson


@dataclass
class EntrantStanding:
    """One entrant's results. `score` counts the share of opponents beaten per match; `points` are the game's."""

    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    score: float = 0.0
    points: int = 0
    faults: int = 0
    first_fault: str = ""

    @property
    def share(self) -> float | None:
        """The score per match, from 0 to 1."""
        return self.score / self.played if self.played else None

    @property
    def mean_points(self) -> float | None:
        """The game's points per match."""
        return self.points / self.played if self.played else None


def tally(names: Sequence[str], reports: Iterable[MatchReport]) -> list[EntrantStanding]:
    """The standings of all entrants; of a match that does not count, only the faults are added."""
    standings = [EntrantStanding(name) for name in names]
    for report in reports:
        for seat, entrant in enumerate(report.spec.entrants):
            _count_faults(standings[entrant], report, seat)
            if report.counts and report.outcome:
                _count(standings[entrant], report.outcome, seat)
    return standings


def _count_faults(standing: EntrantStanding, report: MatchReport, seat: int) -> None:
    if report.faults:
        standing.faults += report.faults[seat]
    if report.first_faults:
        standing.first_fault = standing.first_fault or report.first_faults[seat]


def _count(standing: EntrantStanding, outcome: Outcome, seat: int) -> None:
    ranks, own = outcome.ranks, outcome.ranks[seat]
    shared = ranks.count(own) > 1
    standing.played += 1
    standing.won += own == 1 and not shared
    standing.drawn += own == 1 and shared
    standing.lost += own != 1
    standing.points += outcome.scores[seat]
    standing.score += match_score(ranks, seat)


def interval(score: float, played: int) -> tuple[float, float] | None:
    """A 95 % Wilson interval of the score per match, which assumes that matches are independent."""
    return wilson(score / played, played) if played else None
