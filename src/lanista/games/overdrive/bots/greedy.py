"""Plays two rounds ahead in its mind and takes what looks best then."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.overdrive import moves
from lanista.games.overdrive.tactics.lookahead import Planner


class Bot:
    """Expects the opponent to accelerate, and looks at every command."""

    def __init__(self, start: BotStart) -> None:
        self._planner = Planner(start, depth=2, width=100)

    def move(self, view: dict[str, Any]) -> str:
        """The command whose best continuation is worth most."""
        return moves.write(self._planner.best(view))
