"""What the report of a match means for a league: a result, another attempt, or a machine that cannot play it."""

from __future__ import annotations

import time
from enum import Enum

from lanista.arena.spec import MatchReport, MatchSpec
from lanista.store.records import Result
from lanista.text import MAX_REASON, inert

NO_REASON = "its worker gave no result and no reason"


class Ruling(Enum):
    """What becomes of a match."""

    JUDGED = "it counts"
    VOID = "it could not be judged, by our fault: it is played again, a few times"
    DOUBTFUL = "a bot's timeout may be the machine's fault: it is played again, alone"
    UNPLAYABLE = "this machine could not begin it or save its replay; no attempt is counted"


def is_of(report: MatchReport, spec: MatchSpec) -> bool:
    """Whether a report is that of a match, and not of another one with its number."""
    theirs = report.spec
    return (theirs.number, theirs.entrants, theirs.seed, theirs.map) == (
        spec.number,
        spec.entrants,
        spec.seed,
        spec.map,
    )


def judge(report: MatchReport, spec: MatchSpec) -> tuple[Ruling, str]:
    """What becomes of a match that was reported, and why if it does not count."""
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
    return outcome is None or len(outcome.places) == len(spec.entrants) == len(outcome.scores)


def _why_void(report: MatchReport) -> str:
    return report.problem or NO_REASON


def result_of(report: MatchReport, replay: str) -> Result:
    """The result of a match that was judged; `replay` is the digest of its replay."""
    assert report.outcome is not None
    outcome = report.outcome
    return Result(
        number=report.spec.number,
        places=outcome.ranks,
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


def void_result(number: int, report: MatchReport, why: str, replay: str) -> Result:
    """The result of a match that stayed void."""
    return Result(
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
