"""Remarks of the contest's referee on a match, besides its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.engine import State
from lanista.match.referee import MatchResult, MatchSetup, Observer, PlayedTurn


def remarks() -> list[Observer]:
    """The observers of a match; the referee flags only error output."""
    return [ErrorOutput()]


class ErrorOutput:
    """Flags a player's error output in consecutive rounds.

    Only the contest's protocol reports error output; for other bots it is part of the log.
    """

    def __init__(self) -> None:
        self._before: list[bool] = []
        self._flagged: set[int] = set()

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Start without error output."""
        self._before = [False] * len(names)

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Compare with the previous round."""
        now = [answer.error is not None for answer in turn.answers]
        self._flagged |= {seat for seat, pair in enumerate(zip(now, self._before, strict=True)) if all(pair)}
        self._before = now

    def end(self, result: MatchResult) -> None:
        """Add the flags to the result before it is recorded."""
        result.marks += [
            f"to be verified: player {seat + 1} wrote error output in consecutive rounds"
            for seat in sorted(self._flagged)
        ]
