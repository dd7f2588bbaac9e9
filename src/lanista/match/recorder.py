"""Writes a replay while its match runs."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from lanista import __version__
from lanista.engine import State
from lanista.match.referee import MatchResult, Setup, Turn
from lanista.replay.format import FORMAT, Footer, Header, Line, SeatHeader, TurnLine

SANDBOX = "none"


class Recorder:
    """An observer that keeps the match on file. `seats` are the bots as they were named."""

    def __init__(self, path: Path, seats: Sequence[SeatHeader]) -> None:
        self.path = path
        self._seats = list(seats)
        self._encoder = msgspec.json.Encoder()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = gzip.open(path, "wb", compresslevel=5)  # noqa: SIM115 - closed when the match ends

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The header."""
        self._write(header_of(setup, self._seats, state))

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """A line per turn."""
        self._write(line_of(turn, state))

    def end(self, result: MatchResult) -> None:
        """The footer."""
        self._write(footer_of(result))
        self._file.close()

    def _write(self, line: Line) -> None:
        self._file.write(self._encoder.encode(line) + b"\n")
        self._file.flush()


def header_of(setup: Setup, seats: Sequence[SeatHeader], state: State[Any, Any]) -> Header:
    """What is known of a match before its first turn."""
    return Header(
        format=FORMAT,
        lanista=__version__,
        game=setup.game.name,
        behaviour=setup.game.behaviour,
        ruleset=setup.ruleset,
        config=dict(setup.config),
        seed=setup.seed,
        seats=list(seats),
        limits=setup.limits.as_json(),
        sandbox=SANDBOX,
        start=state.digest(),
        map=setup.map,
        absent=setup.absent,
        branch=setup.branch,
        one_at_a_time=setup.one_at_a_time,
    )


def line_of(turn: Turn, state: State[Any, Any]) -> TurnLine:
    """A turn and the state after it; members that say nothing are left out."""
    answers = turn.answers
    return TurnLine(
        turn=turn.turn,
        moves=[answer.text for answer in answers],
        verdicts=[answer.verdict.value for answer in answers],
        ms=[round(answer.ms, 3) for answer in answers],
        digest=state.digest(),
        reasons=_unless_empty([answer.reason for answer in answers]),
        say=_unless_empty([answer.say for answer in answers]),
        draw=_unless_empty([answer.draw for answer in answers]),
        log=_unless_empty([answer.log for answer in answers]),
    )


def footer_of(result: MatchResult) -> Footer:
    """How a match ended."""
    return Footer(result.outcome, result.void, tuple(result.marks))


def _unless_empty(values: list[Any]) -> list[Any]:
    return values if any(values) else []
