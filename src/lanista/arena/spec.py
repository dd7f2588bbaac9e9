"""One of many matches: what is to be played and how it went, in values that can be sent to another process."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from lanista.bots.player import NO_LIMITS
from lanista.errors import LanistaError
from lanista.game import Outcome, get_game
from lanista.match import MatchResult, Pacing, Plan, SeatResult, arrange, usual_limits


class MatchSpec(msgspec.Struct, frozen=True):
    """A match to be played. `entrants` says which entrant sits at each seat; no budget means the game's own."""

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

    def plan(self) -> Plan:
        """The match, with everything checked that can be checked before the first turn."""
        usual = usual_limits(get_game(self.game), self.ruleset)
        return arrange(
            self.game,
            self.bots,
            seed=self.seed,
            ruleset=self.ruleset,
            changes=self.settings,
            map=self.map,
            limits=NO_LIMITS if self.no_timeout else usual.override(self.start_ms, self.turn_ms),
            pacing=Pacing(lock_step=self.lock_step, one_at_a_time=self.one_at_a_time),
        )


class MatchReport(msgspec.Struct):
    """How a match went, seat by seat. `error` says why it was not played or kept, `void` that it was our fault."""

    spec: MatchSpec
    command: str = ""
    turns: int = 0
    outcome: Outcome | None = None
    void: str = ""
    error: str = ""
    faults: list[int] = []  # turns at fault
    first_faults: list[str] = []  # the first one in words, or nothing
    seconds: float = 0.0

    @property
    def counts(self) -> bool:
        """Whether the match has a result that counts."""
        return self.outcome is not None and self.outcome.counts and not self.void


def play_spec(spec: MatchSpec) -> MatchReport:
    """Play one match in this process; what is wrong with its bots or files is part of the report."""
    began = time.perf_counter()
    try:
        plan = spec.plan()
        report = _report(spec, plan, plan.play(replay=Path(spec.replay) if spec.replay else None))
    except (LanistaError, OSError) as error:
        report = MatchReport(spec, error=str(error))
    report.seconds = round(time.perf_counter() - began, 3)
    return report


def _report(spec: MatchSpec, plan: Plan, result: MatchResult) -> MatchReport:
    return MatchReport(
        spec,
        plan.command(),
        result.turns,
        result.outcome,
        result.void,
        "; ".join(result.incomplete),
        faults=[sum(n for verdict, n in seat.verdicts.items() if verdict.is_fault) for seat in result.seats],
        first_faults=[_first_fault(seat) for seat in result.seats],
    )


def _first_fault(seat: SeatResult) -> str:
    fault = seat.fault
    return f"{fault.verdict.value} in turn {fault.turn}: {fault.reason}" if fault else ""
