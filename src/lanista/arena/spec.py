"""Specifications and reports of matches, as values that can be sent to another process."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from lanista.bots.found_bots import FoundBots
from lanista.bots.live_bots import LiveBots
from lanista.bots.player import NO_LIMITS
from lanista.bots.resolve import Bot
from lanista.engine.ready import ready
from lanista.errors import EngineError, LanistaError
from lanista.game import Outcome, get_game
from lanista.match import MatchResult, Pacing, Plan, SeatResult, arrange, default_limits
from lanista.sandbox import AS_GOOD_AS_POSSIBLE, Wanted
from lanista.text import MAX_QUOTED, inert, quoted

T = TypeVar("T")


MAX_VOIDED = 2  # how often a match is played again because of doubtful timeouts


class MatchSpec(msgspec.Struct, frozen=True):
    """A match to play. `entrants` are those at each seat; a missing budget is the game's default."""

    number: int
    game: str
    bots: tuple[str, ...]
    entrants: tuple[int, ...]
    seed: int
    ruleset: str = "standard"
    settings: dict[str, int] = {}
    map: str = ""
    start_ms: int | None = None
    turn_ms: int | None = None
    no_timeout: bool = False
    lock_step: bool = False
    one_at_a_time: bool = False
    replay: str = ""
    wanted: Wanted = AS_GOOD_AS_POSSIBLE  # the sandbox
    names: tuple[str, ...] = ()  # of the bots, if others than their own

    def plan(self, found_bots: FoundBots | None = None) -> Plan:
        """Plan the match, with everything checked that can be checked before the first turn."""
        game, finder = get_game(self.game), found_bots or FoundBots()
        default = default_limits(game, self.ruleset)
        return arrange(
            self.game,
            self._named([finder.find(game, bot, self.wanted) for bot in self.bots]),
            seed=self.seed,
            ruleset=self.ruleset,
            changes=self.settings,
            map=self.map,
            limits=NO_LIMITS if self.no_timeout else default.override(self.start_ms, self.turn_ms),
            pacing=Pacing(lock_step=self.lock_step, one_at_a_time=self.one_at_a_time),
            wanted=self.wanted,
        )

    def _named(self, bots: list[Bot]) -> list[Bot]:
        if not self.names:
            return bots
        return [replace(bot, name=name) for bot, name in zip(bots, self.names, strict=True)]


class MatchReport(msgspec.Struct):
    """The result of a match. `error` says why it was not played or saved, `void` why it is void by our fault."""

    spec: MatchSpec
    command: str = ""
    turns: int = 0
    outcome: Outcome | None = None
    void: str = ""
    doubtful: str = ""  # a timeout of a bot that the machine had starved, even when the match was played again
    voided: list[str] = []  # the doubtful timeouts for which it was played again
    error: str = ""
    faults: list[int] = []  # turns at fault, by seat
    first_faults: list[str] = []  # the first one as text, or empty
    seconds: float = 0.0
    absent: tuple[int, ...] = ()  # seats whose bots did not get ready
    digests: tuple[str, ...] = ()  # of the bots, by seat
    unplayable: bool = False  # `error` is about this machine: it could not begin or save the match
    sandbox: str = ""  # the level that was used

    @property
    def counts(self) -> bool:
        """Whether the match has a result that counts."""
        return self.outcome is not None and self.outcome.counts and not self.void and not self.doubtful

    @property
    def problem(self) -> str:
        """Why the match has no result, or its replay could not be saved; empty if all is well."""
        if self.doubtful:
            return f"void, played {len(self.voided) + 1} times with a doubtful timeout each: {self.doubtful}"
        return self.void or self.error


def read_line(line: bytes, kind: type[T]) -> T:
    """A specification or a report from another process of ours; raises EngineError if it is not one."""
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
        report = _play_certain(spec, spec.plan(found_bots), live_bots)
    except (LanistaError, OSError) as error:
        report = MatchReport(spec, error=str(error), unplayable=not isinstance(error, EngineError))
    report.seconds = round(time.perf_counter() - began, 3)
    ready.played(report.seconds)
    return report


def _play_certain(spec: MatchSpec, plan: Plan, live_bots: LiveBots | None) -> MatchReport:
    """Play a match; one with a doubtful timeout is void and played again, a few times."""
    replay = Path(spec.replay) if spec.replay else None
    voided: list[str] = []
    while True:
        report = _report(spec, plan, plan.play(replay=replay, live_bots=live_bots))
        report.voided = voided
        if not report.doubtful or len(voided) >= MAX_VOIDED:
            return report
        voided = [*voided, report.doubtful]
        if replay is not None:
            replay.unlink(missing_ok=True)


def _report(spec: MatchSpec, plan: Plan, result: MatchResult) -> MatchReport:
    return MatchReport(
        spec,
        plan.command(),
        result.turns,
        result.outcome,
        result.void,
        result.doubtful,
        error="; ".join(result.incomplete),
        faults=[sum(n for verdict, n in seat.verdicts.items() if verdict.is_fault) for seat in result.seats],
        first_faults=[_first_fault(seat) for seat in result.seats],
        absent=result.setup.absent,
        digests=tuple(bot.digest for bot in plan.bots),
        unplayable=bool(result.incomplete),
        sandbox=plan.setup.sandbox.level.value,
    )


def _first_fault(seat: SeatResult) -> str:
    fault = seat.fault
    return f"{fault.verdict.value} in turn {fault.turn}: {fault.reason}" if fault else ""
