"""One match from Python: `lanista.play("overdrive", ["mybot.py", my_function], seed=3)`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from lanista.bots.player import NO_LIMITS
from lanista.engine import State
from lanista.errors import InputError
from lanista.game import Outcome, get_game
from lanista.match import (
    Fault,
    MatchResult,
    Pacing,
    Plan,
    SeatResult,
    Setup,
    StrictStop,
    Turn,
    arrange,
    usual_limits,
)
from lanista.match.recorder import line_of
from lanista.replay import TurnLine
from lanista.verdict import Verdict


class Mover(Protocol):
    """An object that is a bot; so is a class of such objects, whose constructor may take the start message."""

    def move(self, view: Any) -> Any:
        """The answer to a view."""


BotLike = str | os.PathLike[str] | Callable[[Any], Any] | Mover | type


@dataclass(frozen=True)
class Match:
    """How a match went. What has one entry for each seat is in the order in which the bots were given."""

    game: str
    ruleset: str
    seed: int
    names: list[str]
    outcome: Outcome | None  # None if a strict match was stopped, or the match is void
    verdicts: list[dict[Verdict, int]]  # of each seat: how many turns got which verdict
    faults: list[Fault | None]  # of each seat: the first one, with all that helps to see why
    turns: list[TurnLine]  # as a replay keeps them: moves, verdicts, times, logs
    void: str  # why the match does not count, if that was our own fault
    replay: Path | None
    incomplete: list[str]  # what of it could not be kept on file, and why
    command: str  # the command line that plays it again, if no bot is a Python object

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a draw and without an outcome."""
        first = [seat for seat, rank in enumerate(self.outcome.places if self.outcome else ()) if rank == 1]
        return first[0] if len(first) == 1 else None


def play(
    game: str,
    bots: Sequence[BotLike],
    *,
    seed: int | None = None,
    ruleset: str = "standard",
    map: str | os.PathLike[str] = "",  # noqa: A002 - the word that people use
    settings: Mapping[str, int] | None = None,
    start_ms: int | None = None,
    turn_ms: int | None = None,
    timeouts: bool = True,
    strict: bool = False,
    one_at_a_time: bool | None = None,
    replay: str | os.PathLike[str] | None = None,
) -> Match:
    """Play a match and return how it went; what is wrong with the request is a `lanista.errors.LanistaError`.

    A bot is whatever `lanista play` takes (a built-in's name, a file, a folder, a command), a function
    `move(view)`, an object with a method `move(view)`, or a class of such objects. Functions and objects think in
    this process: they cannot be interrupted, but an answer that took too long does not count. Nothing is kept on
    file unless `replay` names one. `strict` stops at the first fault; `timeouts=False` waits for ever;
    `one_at_a_time` asks seats one after the other, None does so if the bots outnumber the free cores.
    """
    _check(bots, seed, start_ms, turn_ms, timeouts)
    usual = usual_limits(get_game(game), ruleset)
    plan = arrange(
        game,
        bots,
        seed=seed,
        ruleset=ruleset,
        changes=settings,
        map=os.fspath(map),
        limits=usual.override(start_ms, turn_ms) if timeouts else NO_LIMITS,
        pacing=Pacing(one_at_a_time=one_at_a_time),
        strict=strict,
    )
    if plan.people or plan.joining:
        raise InputError("`human` and `join` need somebody to come: use `lanista play` for them")
    path = None if replay is None else Path(replay)
    turns = _Turns()
    return _match(plan, _play(plan, turns, path), turns.lines, path)


def _check(
    bots: Sequence[BotLike], seed: int | None, start_ms: int | None, turn_ms: int | None, timeouts: bool
) -> None:
    """Refuse what types would refuse, for those who run none."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise InputError(f"expected a list of bots such as ['mybot.py', 'greedy'], got {bots!r:.200}")
    for name, value, least in (("seed", seed, None), ("start_ms", start_ms, 1), ("turn_ms", turn_ms, 1)):
        if value is not None and (not isinstance(value, int) or (least is not None and value < least)):
            raise InputError(f"{name} expects a whole number{' above 0' if least else ''}, got {value!r:.200}")
    if not timeouts and (start_ms is not None or turn_ms is not None):
        raise InputError("timeouts=False waits for ever; leave out start_ms and turn_ms")


def _play(plan: Plan, turns: _Turns, path: Path | None) -> MatchResult:
    try:
        return plan.play([turns], path)
    except StrictStop as stop:
        return stop.result
    except OSError as error:
        raise InputError(f"the match cannot be played or kept here: {error}") from error


def _match(plan: Plan, result: MatchResult, turns: list[TurnLine], path: Path | None) -> Match:
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
        replay=path if path and path.exists() else None,  # a full disk keeps nothing
        incomplete=result.incomplete,
        command=plan.command(),
    )


def _counted(seat: SeatResult) -> dict[Verdict, int]:
    return dict(seat.verdicts)


class _Turns:
    """An observer that keeps every turn."""

    def __init__(self) -> None:
        self.lines: list[TurnLine] = []

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Nothing was played yet."""

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """Keep it as a replay would."""
        self.lines.append(line_of(turn, state))

    def end(self, result: MatchResult) -> None:
        """The result is the caller's."""
