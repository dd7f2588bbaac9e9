"""Stands still: the opponent that every runner should beat."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from tests.coins.state import Way


class Bot:
    """Waits for coins to fall on its cell."""

    def __init__(self, start: BotStart) -> None:
        self.seat = start.seat

    def move(self, view: dict[str, Any]) -> str:
        """Always the same."""
        return Way.STAY.name
