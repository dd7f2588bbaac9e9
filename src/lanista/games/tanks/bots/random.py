"""Plays random actions: the opponent that every bot should beat."""

from __future__ import annotations

from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.tanks.moves import PLAIN, Move, write
from lanista.games.tanks.state import Action


class Bot:
    """Draws an action, then its parameter."""

    def __init__(self, start: BotStart) -> None:
        self._stream = Stream(start.seed)
        self._reach = start.config["positional_shot_distance"]

    def move(self, view: dict[str, Any]) -> str:
        """Each kind of action is equally likely."""
        action = self._stream.choice(list(Action))
        if action is Action.FIRE_POSITIONAL:
            x, y = (self._near(view["position"][axis], view["world_size"][axis]) for axis in ("x", "y"))
            return write(Move(action, x=x, y=y))
        return write(self._stream.choice([move for move in PLAIN if move.action is action]))

    def _near(self, here: int, size: int) -> int:
        """A random coordinate in range and on the map."""
        low, high = max(0, here - self._reach), min(size - 1, here + self._reach)
        return low + self._stream.below(high - low + 1)
