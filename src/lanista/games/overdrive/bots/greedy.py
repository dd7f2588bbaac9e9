"""Simulates two rounds ahead and plays the most promising command."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.overdrive import moves
from lanista.games.overdrive.tactics.lookahead import Planner


class Bot:
    """Expects the opponent to accelerate, and considers every command."""

    def __init__(self, start: BotStart) -> None:
        self._planner = Planner(start, depth=2, width=100)

    def move(self, view: dict[str, Any]) -> str:
        """The first command of the best line."""
        return moves.write(self._planner.best(view))
