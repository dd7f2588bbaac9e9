"""Which match has which number, and whether it went as it must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from lanista.core.verdict import Verdict
from lanista.engine import derive
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.series.spec import MatchReport, MatchSpec
from tests.hostile.table import Expected
from tests.soak.bots import Pairing

FREEZE_EVERY = 3  # matches; in the others bots run between their turns
# Caches of maps and views are bounded, but large: with few seeds they are full when the warm-up ends
SEEDED_ROUNDS = 3
START_MS = 60_000  # a start waits for processes, which a busy machine delays


class Outcome(StrEnum):
    """The result of a match."""

    AS_EXPECTED = "as expected"
    DOUBTFUL = "doubtful"  # played again because of a timeout while the machine was starved, then as expected
    VOID = "void"
    GOOD_AT_FAULT = "good bot at fault"
    FALSE_TIMEOUT = "false timeout"
    UNEXPECTED = "hostile bot without its verdict"


@dataclass(frozen=True)
class Finding:
    """A match that did not go as expected, or is void."""

    number: int
    kind: str
    outcome: Outcome
    text: str


class Schedule:
    """All matches of a soak by number; the same for the same seed."""

    def __init__(self, pairings: Sequence[Pairing], seed: int, level: Level) -> None:
        self._pairings = pairings
        self._seed = seed
        self._level = level

    def pairing(self, number: int) -> Pairing:
        """Who plays a match."""
        return self._pairings[number % len(self._pairings)]

    def spec(self, number: int) -> MatchSpec:
        """A match to play."""
        pairing = self.pairing(number)
        resources = dict(pairing.program.resources) if pairing.program else {}
        freeze = number // len(self._pairings) % FREEZE_EVERY == 0 and pairing.program is None
        return MatchSpec(
            number,
            pairing.game,
            pairing.bots,
            (0, 1),
            derive(self._seed, "soak", number % (SEEDED_ROUNDS * len(self._pairings))),
            terms=MatchTerms(
                settings=pairing.settings,
                lock_step=pairing.lock_step,
                start_ms=START_MS,
                turn_ms=pairing.turn_ms,
                wanted=SandboxRequest(self._level, resources, freeze),
            ),
        )

    def judge(self, report: MatchReport) -> Finding | None:
        """The fault of a match; None if it has none."""
        number = report.spec.number
        pairing = self.pairing(number)
        outcome, text = judge(pairing, report, self._level)
        return None if outcome is Outcome.AS_EXPECTED else Finding(number, pairing.kind, outcome, text)


def judge(pairing: Pairing, report: MatchReport, level: Level) -> tuple[Outcome, str]:
    """The result of a match, and why it is not as expected."""
    if report.error or report.void or not report.first_faults:
        return Outcome.VOID, report.error or report.void or "no result"
    good = report.first_faults[1:] if pairing.program else report.first_faults
    fault = next(filter(None, good), "")
    if fault:
        late = fault.startswith(Verdict.TIMEOUT.value)
        return (Outcome.FALSE_TIMEOUT if late else Outcome.GOOD_AT_FAULT), fault
    if pairing.program is not None and not _has_its_verdict(pairing, report.first_faults[0], level):
        return Outcome.UNEXPECTED, report.first_faults[0] or "no fault"
    return (Outcome.DOUBTFUL, report.voided[0]) if report.voided else (Outcome.AS_EXPECTED, "")


def _has_its_verdict(pairing: Pairing, fault: str, level: Level) -> bool:
    """Whether the first fault of a hostile bot is one that the table expects, with its reason."""
    expected = pairing.program.expected(level) if pairing.program else None
    assert expected is not None, "programs that may not be run at a level are not paired"
    return _fits(expected, fault) or (expected.otherwise is not None and _fits(expected.otherwise, fault))


def _fits(expected: Expected, fault: str) -> bool:
    verdicts = tuple(verdict.value for verdict in expected.verdicts if verdict.is_fault)
    if not verdicts:
        return fault == ""
    return fault.startswith(verdicts) and _reason_fits(expected.reason, fault)


def _reason_fits(reason: str, fault: str) -> bool:
    """Whether a fault names the reason; which clock ran out is up to the machine."""
    return reason in fault or fault.startswith(Verdict.TIMEOUT.value)
