"""Stops an observer's file errors from ending a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lanista.core.errors import FileError
from lanista.core.files import explain
from lanista.engine import State
from lanista.match.referee import MatchResult, MatchSetup, Observer, PlayedTurn


class ErrorTolerantObserver:
    """Wraps an observer that writes files: after an error the match continues, and its result has the error."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.error: FileError | None = None

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The first state."""
        self._try(lambda: self._observer.begin(setup, names, state))

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """A turn was played."""
        self._try(lambda: self._observer.turn(turn, state))

    def end(self, result: MatchResult) -> None:
        """The match is over."""
        self._try(lambda: self._observer.end(result))
        if self.error is not None:
            result.incomplete.append(str(self.error))

    def _try(self, write: Callable[[], None]) -> None:
        if self.error is not None:
            return
        try:
            write()
        except FileError as error:
            self.error = error
        except OSError as error:
            self.error = explain(error, doing="write")
