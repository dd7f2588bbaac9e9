"""Matches against hostile programs, on a clock that waits for them as long as an answer can still come."""

from __future__ import annotations

import select
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from lanista.bots.player import BotPlayer
from lanista.core.system import Poll
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult, Observer, PlayedTurn, Referee
from lanista.match.terms import MatchTerms
from lanista.sandbox import SandboxRequest
from tests.clock import PatientClock
from tests.hostile.table import TURNS

HERE = Path(__file__).parent
INTERPRETERS = {".py": f"{shlex.quote(sys.executable)} -B", ".sh": "sh"}


class OpponentClock(PatientClock):
    """Patient with the opponent in every turn, with a bot only where it can still answer."""

    def __init__(self, patience: float, opponent: BotPlayer) -> None:
        super().__init__(patience)
        self.is_silent = False  # whether the bot never answers this turn
        self._opponent = opponent

    def poll(self, poll: Poll, seconds: float | None) -> list[tuple[int, int]]:
        patience = self.patience
        if self.is_silent and not self._opponent.waiting():
            self.patience = 0.01
        try:
            return super().poll(poll, seconds)
        finally:
            self.patience = patience


class Patience:
    """An observer that tells the clock in which turns the bot never answers."""

    def __init__(self, clock: OpponentClock, silent: range) -> None:
        self._clock = clock
        self._silent = silent

    def begin(self, *_: object) -> None:
        self._before(1)

    def turn(self, turn: PlayedTurn, state: object) -> None:
        self._before(turn.turn + 1)

    def _before(self, turn: int) -> None:
        self._clock.patience = 60.0
        self._clock.is_silent = turn in self._silent

    def end(self, *_: object) -> None:
        pass


class SlowReferee:
    """An observer that delays the question after a turn until the bot has written again."""

    def __init__(self, player: Any, turn: int) -> None:
        self._player = player
        self._turn = turn

    def begin(self, *_: object) -> None:
        pass

    def turn(self, turn: PlayedTurn, state: object) -> None:
        if turn.turn == self._turn:
            assert select.select([self._player._pipes._fds["stdout"]], [], [], 60.0)[0]

    def end(self, *_: object) -> None:
        pass


class Logs:
    """An observer that keeps what the seats log, and the moves that count."""

    def __init__(self) -> None:
        self.logs = ["", ""]
        self.ms: list[float] = []  # of the opponent

    def begin(self, *_: object) -> None:
        pass

    def turn(self, turn: PlayedTurn, state: object) -> None:
        for seat, answer in enumerate(turn.answers):
            self.logs[seat] += answer.log
        self.ms.append(turn.answers[1].ms)

    def end(self, *_: object) -> None:
        pass


def command(file: Path, *words: str) -> str:
    """The command line that starts a hostile program."""
    return f"{INTERPRETERS.get(file.suffix, '')} {shlex.join([str(file), *words])}".strip()


def play(
    bots: list[str],
    *,
    silent: range = range(0),
    start_patience: float = 60.0,
    slow_after: int = 0,
    wanted: SandboxRequest | None = None,
    observers: tuple[Observer, ...] = (),
) -> MatchResult:
    """A match against a bot that keeps silent in some turns."""
    changes = {"max_rounds": TURNS, "too_many_invalid": 0}
    terms = MatchTerms(settings=changes, start_ms=5000, turn_ms=200, wanted=wanted or SandboxRequest())
    plan = plan_match("overdrive", bots, terms, seed=1)
    players = plan.players()
    clock = OpponentClock(start_patience, players[1])
    watching: list[Observer] = [Patience(clock, silent), SlowReferee(players[0], slow_after), *observers]
    return Referee(plan.setup, players, watching, clock).play()


def compiled(source: Path, program: Path) -> Path:
    """A program of 32 bits without a library, compiled by Zig unless it is already there."""
    if not program.exists():
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", "x86-linux-musl"]
        flags = ("-nostdlib", "-static", "-O1", "-fno-stack-protector")
        words = [*compiler, *flags, "-o", str(program), str(source)]
        subprocess.run(words, check=True, capture_output=True, timeout=60)
    return program
