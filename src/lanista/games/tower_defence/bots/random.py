"""Plays a random legal order, all equally likely: the opponent that every bot should beat."""

from __future__ import annotations

from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.tower_defence import moves
from lanista.games.tower_defence.tactics.plans import Situation


class Bot:
    """Draws its orders from the seed's stream."""

    def __init__(self, start: BotStart) -> None:
        self._situation = Situation(start)
        self._stream = Stream(start.seed)

    def move(self, view: dict[str, Any]) -> str:
        """One of the legal orders."""
        self._situation.update(view)
        return moves.write(self._stream.choice(list(self._situation.legal_moves())))
