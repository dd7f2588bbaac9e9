"""Plays random legal actions: the opponent that every bot should beat."""

from __future__ import annotations

from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.sproutopia.state import REVERSE, Direction


class Bot:
    """Draws its commands at random."""

    def __init__(self, start: BotStart) -> None:
        self._stream = Stream(start.seed)

    def move(self, view: dict[str, Any]) -> str:
        """No command, or one that does not double back."""
        back = REVERSE[view["directionState"]] or None
        return self._stream.choice([direction for direction in Direction if direction != back]).name
