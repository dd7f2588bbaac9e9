"""Judges the report of a match: a result, another attempt, or a machine that cannot play it."""

from __future__ import annotations

import time
from enum import Enum

from lanista.core.text import MAX_REASON, inert
from lanista.league.store.records import StoredResult
from lanista.series.spec import MatchReport, MatchSpec

NO_REASON = "its worker gave no result and no reason"


class Ruling(Enum):
    """The ruling on a match."""

    JUDGED = "it counts"
    VOID = "it could not be judged, by our fault: it is played again, a few times"
    DOUBTFUL = "a bot's timeout may be the machine's fault: it is played again, alone"
    UNPLAYABLE = "this machine could not begin it or save its replay; no attempt is counted"


def is_of(report: MatchReport, spec: MatchSpec) -> bool:
    """Whether a report belongs to a match, and not to another one with its number."""
    theirs = report.spec
    return (theirs.number, theirs.entrants, theirs.seed, theirs.terms.map) == (
        spec.number,
        spec.entrants,
        spec.seed,
        spec.terms.map,
    )


def judge(report: MatchReport, spec: MatchSpec) -> tuple[Ruling, str]:
    """The ruling on a reported match, with the reason if it does not count."""
    if not is_of(report, spec) or not _is_plausible(report, spec):
        return Ruling.VOID, "its worker sent the report of another match"
    if report.unplayable:
        return Ruling.UNPLAYABLE, inert(report.error, 2 * MAX_REASON)
    if report.doubtful:
        return Ruling.DOUBTFUL, inert(report.doubtful, MAX_REASON)
    if report.counts:
        return Ruling.JUDGED, ""
    return Ruling.VOID, inert(_why_void(report), MAX_REASON)


def _is_plausible(report: MatchReport, spec: MatchSpec) -> bool:
    """Whether an outcome has a rank for each seat."""
    outcome = report.outcome
    return outcome is None or len(outcome.rule_ranks) == len(spec.entrants) == len(outcome.scores)


def _why_void(report: MatchReport) -> str:
    return report.problem or NO_REASON


def result_of(report: MatchReport, replay: str) -> StoredResult:
    """The result of a judged match; `replay` is the digest of its replay."""
    assert report.outcome is not None
    outcome = report.outcome
    return StoredResult(
        number=report.spec.number,
        ranks=outcome.ranks,
        scores=outcome.scores,
        reason=inert(outcome.reason, MAX_REASON),
        faults=tuple(report.faults),
        first_faults=tuple(inert(fault, MAX_REASON) for fault in report.first_faults),
        turns=report.turns,
        seconds=report.seconds,
        replay=replay,
        sandbox=report.sandbox,
        ended=time.time(),
        failures=tuple(inert(why, MAX_REASON) for why in report.failures),
    )


def void_result(number: int, report: MatchReport, why: str, replay: str) -> StoredResult:
    """The result of a match that stayed void."""
    return StoredResult(
        number=number,
        void=why,
        faults=tuple(report.faults),
        first_faults=tuple(inert(fault, MAX_REASON) for fault in report.first_faults),
        turns=report.turns,
        seconds=report.seconds,
        replay=replay,
        sandbox=report.sandbox,
        ended=time.time(),
    )
