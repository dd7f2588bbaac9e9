"""Specifications and reports of matches, as values that can be sent to another process."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from lanista.bots.process.live_bots import LiveBots
from lanista.bots.resolve import FoundBot
from lanista.bots.source.found_bots import FoundBots
from lanista.core.errors import EngineError, LanistaError
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.core.verdict import Verdict
from lanista.engine.ready import ready
from lanista.game import Outcome, get_game
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.referee import MatchResult
from lanista.match.terms import STANDARD, MatchTerms
from lanista.series.searching import compile_search

T = TypeVar("T")


ENDS = (Verdict.CRASHED, Verdict.KILLED, Verdict.OUT_OF_MEMORY, Verdict.DENIED, Verdict.OUTPUT_LIMIT)  # of a bot


class MatchSpec(msgspec.Struct, frozen=True):
    """A match to play. `entrants` are those at each seat."""

    number: int
    game: str
    bots: tuple[str, ...]
    entrants: tuple[int, ...]
    seed: int
    terms: MatchTerms = STANDARD
    replay: str = ""
    names: tuple[str, ...] = ()  # of the bots, if others than their own
    alone: bool = False  # played again because of a doubtful timeout, with nothing else at the same time

    def plan(self, found_bots: FoundBots | None = None) -> PlannedMatch:
        """Plan the match, with everything checked that can be checked before the first turn."""
        game, finder = get_game(self.game), found_bots or FoundBots()
        bots = self._named([finder.find(game, bot, self.terms.wanted) for bot in self.bots])
        return plan_match(self.game, bots, self.terms, seed=self.seed)

    def _named(self, bots: list[FoundBot]) -> list[FoundBot]:
        if not self.names:
            return bots
        return [replace(bot, name=name) for bot, name in zip(bots, self.names, strict=True)]


class MatchReport(msgspec.Struct):
    """The result of a match. `error` says why it was not played or saved, `void` why we voided it."""

    spec: MatchSpec
    command: str = ""
    turns: int = 0
    outcome: Outcome | None = None
    void: str = ""
    doubtful: str = ""  # a timeout of a bot that the machine had starved: the match must be played again, alone
    voided: list[str] = []  # the doubtful timeouts for which it was played again
    error: str = ""
    faults: list[int] = []  # turns at fault, by seat
    first_faults: list[str] = []  # the first one in words, with its last log line, or empty
    fault_turns: list[int] = []  # the turn of the first one; 0 at the start or without one
    failures: list[str] = []  # by seat: why its bot failed the match, or empty; see `_failure`
    seconds: float = 0.0
    absent: tuple[int, ...] = ()  # seats whose bots did not get ready
    digests: tuple[str, ...] = ()  # of the bots, by seat
    unplayable: bool = False  # `error` is about this machine: it could not begin or save the match
    sandbox: str = ""  # the level that was used
    marks: list[str] = []  # remarks on how the match came about

    @property
    def counts(self) -> bool:
        """Whether the result counts; only an internal error or a doubtful timeout prevents that."""
        return self.outcome is not None and not self.void and not self.doubtful

    @property
    def problem(self) -> str:
        """Why the match has no result, or its replay could not be saved; empty if all is well."""
        if self.doubtful:
            return f"a timeout was doubtful, and the match was not played again: {self.doubtful}"
        return self.void or self.error

    def replayed_alone(self) -> MatchSpec:
        """The match to play instead of this doubtful one, when nothing else runs."""
        return msgspec.structs.replace(self.spec, alone=True)


def read_line(line: bytes, kind: type[T]) -> T:
    """A specification or a report from one of our processes; raises EngineError if it is not one."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (ValueError, RecursionError) as error:
        why = f"{inert(str(error), MAX_QUOTED)}, in {quoted(line)}"
        raise EngineError(f"expected a {kind.__name__} from another process of ours: {why}") from None


def play_spec(
    spec: MatchSpec, found_bots: FoundBots | None = None, live_bots: LiveBots | None = None
) -> MatchReport:
    """Play one match in this process; errors of its bots or files are part of the report."""
    began = time.perf_counter()
    try:
        plan = spec.plan(found_bots)
        compile_search(plan)
        report = _play(spec, plan, live_bots)
    except (LanistaError, OSError) as error:
        report = MatchReport(spec, error=str(error), unplayable=not isinstance(error, EngineError))
    report.seconds = round(time.perf_counter() - began, 3)
    ready.played(report.seconds)
    return report


def _play(spec: MatchSpec, plan: PlannedMatch, live_bots: LiveBots | None) -> MatchReport:
    """Play a match; one that is doubtful even alone is played once more, patiently: those verdicts stand."""
    replay = Path(spec.replay) if spec.replay else None
    if replay is not None and spec.alone:
        replay.unlink(missing_ok=True)
    report = _report(spec, plan, plan.play(replay=replay, live_bots=live_bots))
    if not (report.doubtful and spec.alone):
        return report
    if replay is not None:
        replay.unlink(missing_ok=True)
    last = _report(spec, plan, plan.patient().play(replay=replay, live_bots=live_bots))
    last.voided = [report.doubtful]
    return last


def _report(spec: MatchSpec, plan: PlannedMatch, result: MatchResult) -> MatchReport:
    return MatchReport(
        spec,
        plan.command(),
        result.turns,
        result.outcome,
        result.void,
        result.doubtful,
        error="; ".join(result.incomplete),
        faults=[sum(n for verdict, n in seat.verdicts.items() if verdict.is_fault) for seat in result.seats],
        first_faults=[seat.fault.summary() if seat.fault else "" for seat in result.seats],
        fault_turns=[seat.fault.turn if seat.fault else 0 for seat in result.seats],
        failures=[_failure(result, seat) for seat in range(len(result.seats))],
        absent=result.setup.absent,
        digests=tuple(bot.digest for bot in plan.bots),
        unplayable=bool(result.incomplete),
        sandbox=plan.setup.sandbox.level.value,
        marks=result.marks,
    )


def _failure(result: MatchResult, seat: int) -> str:
    """Why a bot failed a match: it forfeited it, or its process died before the end; empty if neither."""
    forfeits = result.outcome.forfeits if result.outcome else ()
    ended = (verdict.value for verdict in result.seats[seat].verdicts if verdict in ENDS)
    return (forfeits[seat] if forfeits else "") or next(ended, "")
