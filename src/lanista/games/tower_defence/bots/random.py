"""Any order that would be carried out, each as likely as the others: the opponent that every bot should beat."""

from __future__ import annotations

from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.tower_defence import moves
from lanista.games.tower_defence.tactics.plans import Mind


class Bot:
    """Draws its orders."""

    def __init__(self, start: BotStart) -> None:
        self._mind = Mind(start)
        self._stream = Stream(start.seed)

    def move(self, view: dict[str, Any]) -> str:
        """One of all orders that are possible."""
        self._mind.see(view)
        return moves.write(self._stream.choice(list(self._mind.legal())))
