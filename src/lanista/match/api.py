"""One match from Python: `lanista.play("overdrive", ["mybot.py", my_function], seed=3)`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.game import Outcome
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.recorder import line_of
from lanista.match.referee import FirstFault, MatchResult, MatchSetup, PlayedTurn, SeatResult, StrictStop
from lanista.match.replay import TurnLine
from lanista.match.terms import MatchTerms
from lanista.sandbox import SandboxRequest
from lanista.sandbox.policy import level_named


class Mover(Protocol):
    """An object that plays; a class of such objects may take the start message in its constructor."""

    def move(self, view: Any) -> Any:
        """The answer to a view."""


BotLike = str | os.PathLike[str] | Callable[[Any], Any] | Mover | type


@dataclass(frozen=True)
class Match:
    """The result of a match. Lists with one entry per seat are in the order of the given bots."""

    game: str
    ruleset: str
    seed: int
    names: list[str]
    outcome: Outcome | None  # None if a strict match was stopped, or the match is void
    verdicts: list[dict[Verdict, int]]  # by seat: the number of turns with each verdict
    faults: list[FirstFault | None]  # by seat: the first one, with what helps to explain it
    turns: list[TurnLine]  # as in a replay: moves, verdicts, times, logs
    void: str  # why the match does not count, if that is our fault
    doubtful: str  # the first timeout of a bot that the machine had starved: the result should not count
    replay: Path | None
    incomplete: list[str]  # what could not be saved, and why
    command: str  # the command line that repeats it, if no bot is a Python object

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a draw and without an outcome."""
        first = [seat for seat, rank in enumerate(self.outcome.ranks if self.outcome else ()) if rank == 1]
        return first[0] if len(first) == 1 else None


def play(
    game: str,
    bots: Sequence[BotLike],
    *,
    seed: int | None = None,
    ruleset: str = "standard",
    map: str | os.PathLike[str] = "",  # noqa: A002 - the natural name
    settings: Mapping[str, int] | None = None,
    start_ms: int | None = None,
    turn_ms: int | None = None,
    timeouts: bool = True,
    strict: bool = False,
    one_at_a_time: bool | None = None,
    sandbox: str | None = None,
    resources: Mapping[str, int] | None = None,
    freeze: bool = False,
    allow_paths: Sequence[str | os.PathLike[str]] = (),
    replay: str | os.PathLike[str] | None = None,
) -> Match:
    """Play a match and return its result; raises `lanista.core.errors.LanistaError` if the request is wrong.

    A bot is whatever `lanista play` takes (a built-in's name, a file, a folder, a command), a function
    `move(view)`, an object with a method `move(view)`, or a class of such objects. Functions and objects run in
    this process: they cannot be interrupted, but an answer that took too long does not count. The match is saved
    only if `replay` names a file. `strict` stops at the first fault; `timeouts=False` waits for ever;
    `one_at_a_time` asks seats one after the other; None does so if the bots outnumber the free cores. `sandbox`,
    `resources`, `freeze` and `allow_paths` are what `lanista play` calls --sandbox, --limit, --freeze and
    --allow-path.
    """
    _check(bots, seed, start_ms, turn_ms, timeouts)
    terms = MatchTerms(
        ruleset=ruleset,
        settings=dict(settings or {}),
        map=os.fspath(map),
        start_ms=start_ms,
        turn_ms=turn_ms,
        no_timeout=not timeouts,
        one_at_a_time=one_at_a_time,
        wanted=_wanted(sandbox, resources, freeze, allow_paths),
    )
    plan = plan_match(game, bots, terms, seed=seed, strict=strict)
    if plan.people or plan.joining:
        raise InputError("`human` and `join` need somebody to come: use `lanista play` for them")
    path = None if replay is None else Path(replay)
    turns = _TurnCollector()
    return _match(plan, _play(plan, turns, path), turns.lines, path)


def _wanted(
    sandbox: str | None,
    resources: Mapping[str, int] | None,
    freeze: bool,
    allow_paths: Sequence[str | os.PathLike[str]],
) -> SandboxRequest:
    level = None if sandbox is None else level_named(sandbox, "sandbox")
    return SandboxRequest(
        level, dict(resources or {}), freeze, allow_paths=tuple(os.fspath(path) for path in allow_paths)
    )


def _check(
    bots: Sequence[BotLike], seed: int | None, start_ms: int | None, turn_ms: int | None, timeouts: bool
) -> None:
    """Check arguments for callers without a type checker."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise InputError(f"expected a list of bots such as ['mybot.py', 'greedy'], got {bots!r:.200}")
    for name, value, min_value in (("seed", seed, None), ("start_ms", start_ms, 1), ("turn_ms", turn_ms, 1)):
        if value is not None and (not isinstance(value, int) or (min_value is not None and value < min_value)):
            raise InputError(f"{name} expects a whole number{' above 0' if min_value else ''}, got {shown(value)}")
    if not timeouts and (start_ms is not None or turn_ms is not None):
        raise InputError("timeouts=False waits for ever; leave out start_ms and turn_ms")


def _play(plan: PlannedMatch, turns: _TurnCollector, path: Path | None) -> MatchResult:
    try:
        return plan.play([turns], path)
    except StrictStop as stop:
        return stop.result
    except OSError as error:
        raise InputError(f"the match cannot be played or saved here: {error}") from error


def _match(plan: PlannedMatch, result: MatchResult, turns: list[TurnLine], path: Path | None) -> Match:
    setup, seats = result.setup, result.seats
    return Match(
        game=plan.game.name,
        ruleset=setup.ruleset,
        seed=setup.seed,
        names=[seat.name for seat in seats],
        outcome=result.outcome,
        verdicts=[_counted(seat) for seat in seats],
        faults=[seat.fault for seat in seats],
        turns=turns,
        void=result.void,
        doubtful=result.doubtful,
        replay=path if path and path.exists() else None,  # a full disk may have prevented it
        incomplete=result.incomplete,
        command=plan.command(),
    )


def _counted(seat: SeatResult) -> dict[Verdict, int]:
    return dict(seat.verdicts)


class _TurnCollector:
    """An observer that collects the turns."""

    def __init__(self) -> None:
        self.lines: list[TurnLine] = []

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Do nothing."""

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Collect the turn as a replay's line."""
        self.lines.append(line_of(turn, state))

    def end(self, result: MatchResult) -> None:
        """Do nothing."""
