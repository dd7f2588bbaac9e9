"""What the contest's referee remarks on a match, beside its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.engine import State
from lanista.match.referee import MatchResult, Observer, Setup, Turn


def remarks() -> list[Observer]:
    """The referee flags error output only."""
    return [ErrorOutput()]


class ErrorOutput:
    """Flags error output of one player in consecutive rounds.

    It looks at bots only whose protocol counts error output; for others that is their log.
    """

    def __init__(self) -> None:
        self._before: list[bool] = []
        self._flagged: set[int] = set()

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Nobody has written anything."""
        self._before = [False] * len(names)

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """Compare with the round before."""
        now = [answer.error is not None for answer in turn.answers]
        self._flagged |= {seat for seat, pair in enumerate(zip(now, self._before, strict=True)) if all(pair)}
        self._before = now

    def end(self, result: MatchResult) -> None:
        """Put the flags into the result, before it is recorded."""
        result.marks += [
            f"to be verified: player {seat + 1} wrote error output in consecutive rounds"
            for seat in sorted(self._flagged)
        ]
