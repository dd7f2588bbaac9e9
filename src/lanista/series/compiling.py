"""Compiles the rules of a series that runs long enough to repay it, in a process of the lowest priority.

Workers use compiled rules as soon as they are in the cache; until then they play by the interpreted ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import NoReturn

import msgspec

from lanista.core.errors import LanistaError
from lanista.core.system import OWN_SESSION, lower_priority
from lanista.engine.native import available
from lanista.engine.ready import ready
from lanista.game import get_game, is_builtin
from lanista.match.referee import Referee
from lanista.series.spec import MatchReport, MatchSpec, read_line

COMPILE_SECONDS = 5.0  # of matches before rules are compiled, which takes about half as long
NICENESS = 19  # it must not take a core from a bot whose clock runs


class Compiler:
    """Starts the process once a series has run long enough; the process ends with the series."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Compiler:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def played(self, report: MatchReport) -> None:
        """Count the time of a match."""
        self._seconds += report.seconds
        if self._process is None and self._seconds >= COMPILE_SECONDS and available():
            self._process = start(report.spec)

    def close(self) -> None:
        """End the process, finished or not."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def start(spec: MatchSpec) -> subprocess.Popen[bytes]:
    """Start compiling what a match needs."""
    # -P: a random.py in this folder is a user's bot, not a module to import
    command = [sys.executable, "-P", "-m", "lanista.series.compiling"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **OWN_SESSION,
    )
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # a process that dies at once only costs speed
        process.stdin.write(msgspec.json.encode(spec) + b"\n")
        process.stdin.flush()
    return process


def compile_for(spec: MatchSpec) -> None:
    """Compile what the rules and the built-in bots of a match use in its first turn, into the cache."""
    game = get_game(spec.game)
    bots = tuple(bot if is_builtin(game, bot) else game.bots[0] for bot in spec.bots)
    terms = msgspec.structs.replace(spec.terms, no_timeout=True, lock_step=False)
    alike = msgspec.structs.replace(spec, bots=bots, terms=terms, replay="")
    plan = alike.plan()
    ready.prefer_compiled(compiling=True)
    try:
        with suppress(_FirstTurnPlayedError):
            Referee(plan.setup, plan.players(), [_StopAfterFirstTurn()]).play()
    finally:
        ready.prefer_compiled(wanted=False)


class _FirstTurnPlayedError(LanistaError):
    """The first turn was played, which is enough."""


class _StopAfterFirstTurn:
    """An observer that ends a match after its first turn."""

    def begin(self, *_: object) -> None:
        """The match begins."""

    def turn(self, *_: object) -> NoReturn:
        """The first turn was played."""
        raise _FirstTurnPlayedError

    def end(self, *_: object) -> None:
        """The match is over."""


def _end_with_owner() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Compile for the specification on standard input; ends early when that is closed."""
    spec = read_line(sys.stdin.buffer.readline(), MatchSpec)
    lower_priority(NICENESS)
    threading.Thread(target=_end_with_owner, daemon=True).start()
    compile_for(spec)


if __name__ == "__main__":
    main()
