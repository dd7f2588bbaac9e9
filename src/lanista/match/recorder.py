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
        self._write(
            Header(
                format=FORMAT,
                lanista=__version__,
                game=setup.game.name,
                behaviour=setup.game.behaviour,
                ruleset=setup.ruleset,
                config=dict(setup.config),
                seed=setup.seed,
                seats=self._seats,
                limits=setup.limits.as_json(),
                sandbox=SANDBOX,
                start=state.digest(),
                map=setup.map,
                absent=setup.absent,
            )
        )

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """A line per turn; members that say nothing are left out."""
        answers = turn.answers
        self._write(
            TurnLine(
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
        )

    def end(self, result: MatchResult) -> None:
        """The footer."""
        self._write(Footer(result.outcome, result.void))
        self._file.close()

    def _write(self, line: Line) -> None:
        self._file.write(self._encoder.encode(line) + b"\n")
        self._file.flush()


def _unless_empty(values: list[Any]) -> list[Any]:
    return values if any(values) else []
