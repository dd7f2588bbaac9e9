"""Findings of an audit's matches: the advantage of each seat, draws, decisiveness and length."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist
from typing import TypeVar

from lanista.game import Outcome
from lanista.series.spec import MatchReport
from lanista.series.stats import EloEstimate, ScoreSample, match_score, score_estimate
from lanista.tools.audit.plan import Cell

K = TypeVar("K")
MIN_MATCHES = 30  # different ones that a verdict takes: the spread of fewer is not known well enough
CONFIDENCE = 0.95  # that all intervals of an audit hold at once


class BiasVerdict(Enum):
    """The verdict on a bias, by its interval."""

    FAIR = "fair"  # it lies within the bias
    BIASED = "biased"  # it lies wholly beyond
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class SeatAdvantage:
    """A seat's score above 1/2: half of its wins that are more than its share."""

    seat: int
    advantage: EloEstimate
    verdict: BiasVerdict


@dataclass(frozen=True)
class MatchGroup:
    """Matches that belong together: all of them, those of a bot, or those on a map."""

    kind: str
    name: str
    matches: int
    different: int  # repetitions of the very same match count once
    seats: tuple[SeatAdvantage, ...]
    drawn: float  # share of matches in which all seats share the first rank
    decided: float  # share of matches with a single winner
    margin: float | None  # median lead in those, as a share of the points
    turns: tuple[int, float, int]  # the fewest, the median, the most

    @property
    def extreme(self) -> SeatAdvantage:
        """The seat with the largest advantage or disadvantage."""
        return max(self.seats, key=lambda seat: abs(seat.advantage.value))


def groups_of(reports: Sequence[MatchReport], bias: float) -> list[MatchGroup]:
    """All matches that count, then those of each bot and on each map if there are several."""
    played = [report for report in reports if report.counts]
    parts = [("all", "", played)] if played else []
    for kind, key in (("bot", _bot), ("map", _map)):
        split = _split(played, key)
        parts += [(kind, name, part) for name, part in split.items()] if len(split) > 1 else []
    seats = len(played[0].spec.bots) if played else 0
    deviations = _deviations(len(parts) * (seats if seats > 2 else 1))
    return [_group(kind, name, part, bias, deviations) for kind, name, part in parts]


def verdict_of(groups: Iterable[MatchGroup]) -> BiasVerdict:
    """Biased if any seat of any group is; fair if all seats over all matches are."""
    groups = list(groups)
    if any(seat.verdict is BiasVerdict.BIASED for group in groups for seat in group.seats):
        return BiasVerdict.BIASED
    overall = [seat.verdict for group in groups if group.kind == "all" for seat in group.seats]
    return BiasVerdict.FAIR if overall and set(overall) == {BiasVerdict.FAIR} else BiasVerdict.UNDECIDED


def matches_needed(groups: Sequence[MatchGroup], bias: float) -> int | None:
    """About how many matches would decide about all seats; None without any, or if a seat is right at the bias.

    A seat whose interval contains 0 is taken for a fair one.
    """
    needed = [0.0]
    for group in (group for group in groups if group.kind == "all"):
        for seat in (seat for seat in group.seats if seat.verdict is BiasVerdict.UNDECIDED):
            half = (seat.advantage.high - seat.advantage.low) / 2
            seems_fair = seat.advantage.low <= 0 <= seat.advantage.high
            gap = bias if seems_fair else abs(abs(seat.advantage.value) - bias)
            if gap * 100 < half:
                return None
            needed.append(group.matches * (half / gap) ** 2)
    return round(max(needed)) if groups else None


def _cell(report: MatchReport) -> Cell:
    return report.spec.bots[0], report.spec.terms.map


def _bot(report: MatchReport) -> str:
    return report.spec.bots[0]


def _map(report: MatchReport) -> str:
    return report.spec.terms.map


def _split(reports: Iterable[MatchReport], key: Callable[[MatchReport], K]) -> dict[K, list[MatchReport]]:
    found: defaultdict[K, list[MatchReport]] = defaultdict(list)
    for report in sorted(reports, key=lambda report: report.spec.number):
        found[key(report)].append(report)
    return dict(found)


def _deviations(intervals: int) -> float:
    """Standard deviations on either side, so that this many intervals hold at once (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, intervals))


def _group(kind: str, name: str, reports: Sequence[MatchReport], bias: float, deviations: float) -> MatchGroup:
    different = _without_repetitions(reports)
    outcomes = [report.outcome for report in different if report.outcome]
    winners = [outcome for outcome in outcomes if outcome.ranks.count(1) == 1]
    turns = [report.turns for report in different]
    return MatchGroup(
        kind=kind,
        name=name,
        matches=len(reports),
        different=len(different),
        seats=tuple(_seat(outcomes, seat, bias, deviations) for seat in range(len(outcomes[0].rule_ranks))),
        drawn=sum(set(outcome.ranks) == {1} for outcome in outcomes) / len(outcomes),
        decided=len(winners) / len(outcomes),
        margin=statistics.median(map(_lead, winners)) if winners else None,
        turns=(min(turns), statistics.median(turns), max(turns)),
    )


def repeating_cells(reports: Iterable[MatchReport]) -> set[Cell]:
    """Bots and maps whose matches all ended alike: where chance plays no part, they are one match."""
    found = _split(reports, _cell).items()
    return {
        cell for cell, part in found if len({(report.turns, report.outcome) for report in part}) == 1 < len(part)
    }


def _without_repetitions(reports: Sequence[MatchReport]) -> list[MatchReport]:
    repeating = repeating_cells(reports)
    cells = _split(reports, _cell).items()
    return [report for cell, part in cells for report in (part[:1] if cell in repeating else part)]


def _seat(outcomes: Sequence[Outcome], seat: int, bias: float, deviations: float) -> SeatAdvantage:
    scores = ScoreSample.of_scores((match_score(outcome.ranks, seat) for outcome in outcomes), matches=1)
    score = score_estimate(scores, deviations)
    advantage = EloEstimate(score.value - 0.5, score.low - 0.5, score.high - 0.5)
    return SeatAdvantage(
        seat, advantage, _verdict(advantage, bias) if len(outcomes) >= MIN_MATCHES else BiasVerdict.UNDECIDED
    )


def _verdict(advantage: EloEstimate, bias: float) -> BiasVerdict:
    if advantage.low > bias or advantage.high < -bias:
        return BiasVerdict.BIASED
    return BiasVerdict.FAIR if -bias <= advantage.low and advantage.high <= bias else BiasVerdict.UNDECIDED


def _lead(outcome: Outcome) -> float:
    """The difference in points between the first two, as a share of the larger number."""
    first, second = sorted(zip(outcome.ranks, outcome.scores, strict=True), key=lambda seat: seat[0])[:2]
    return abs(first[1] - second[1]) / max(1, abs(first[1]), abs(second[1]))
