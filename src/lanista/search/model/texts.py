"""Texts of moves: those that were given out are remembered, since reading one costs more than many turns."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.engine import Rules, State, over_all
from lanista.game import Game, InvalidMove
from lanista.game.move_records import put_moves, take_move

MAX_TEXTS = 10_000  # moves that are remembered


class MoveTexts:
    """The moves of a game as texts and as records of one layout."""

    def __init__(self, game: Game[Any, Any, Any], rules: Rules) -> None:
        self._game = game
        self._rules = rules
        self._known: dict[tuple[int, str], npt.NDArray[np.void]] = {}

    def sent(self, state: State[Any, Any], seat: int, moves: npt.NDArray[np.void]) -> list[str | None]:
        """The text that begins each move, in games whose moves are plans; None if the rules refuse it."""
        kind = type(self._game.missing)
        plans = [take_move(kind, record) for record in over_all(self._rules.move, moves)]
        first = [self._game.sent(state, seat, plan) for plan in plans]
        return [self._accepted(state, seat, self._game.write(move)) for move in first]

    def _accepted(self, state: State[Any, Any], seat: int, text: str) -> str | None:
        try:
            self._game.read(state, seat, text)
        except InvalidMove:
            return None
        return text

    def texts(self, seat: int, moves: npt.NDArray[np.void]) -> list[str]:
        """The texts of a seat's moves."""
        if len(self._known) > MAX_TEXTS:
            self._known.clear()
        kind = type(self._game.missing)
        texts = [self._game.write(take_move(kind, record)) for record in over_all(self._rules.move, moves)]
        for i, text in enumerate(texts):
            self._known[seat, text] = moves[i : i + 1].copy()
        return texts

    def write(self, state: State[Any, Any], seat: int, text: str, record: npt.NDArray[np.void]) -> None:
        """Write the move of a text: one that was given out, or one that is read; raises InputError."""
        known = self._known.get((seat, text))
        if known is not None:
            record[:] = known
            return
        try:
            move = self._game.read(state, seat, text)
        except InvalidMove as error:
            raise InputError(error.reason) from None
        put_moves(over_all(self._rules.move, record), [move])
