"""Walls first, where it is shot at; what is left goes into generators, and late into turrets behind the walls."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.tower_defence import moves
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.state import Building, OrderType
from lanista.games.tower_defence.tactics.plans import ME, Mind


class Bot:
    """Lets the enemy come."""

    def __init__(self, start: BotStart) -> None:
        self._mind = Mind(start)

    def move(self, view: dict[str, Any]) -> str:
        """The most pressing of its needs that can be paid."""
        self._mind.see(view)
        return moves.write(self._wall() or self._generator() or self._turret() or NOTHING)

    def _wall(self) -> Move | None:
        """A wall at the front of the row that is shot at most, if it has too few."""
        mind = self._mind
        open_rows = [
            row
            for row in range(mind.config.height)
            if mind.threat(row) > 2 * mind.count(Building.DEFENSE, ME, row)
        ]
        if not open_rows:
            return None
        front = range(mind.half - 1, mind.half // 2, -1)
        return mind.first(
            OrderType.DEFENSE, front, lambda row: -mind.threat(row) if row in open_rows else len(open_rows)
        )

    def _generator(self) -> Move | None:
        """Generators at the back, as many as rows."""
        mind = self._mind
        if mind.count(Building.ENERGY) >= mind.config.height:
            return None
        return mind.first(OrderType.ENERGY, range(2), mind.threat)

    def _turret(self) -> Move | None:
        """A turret in the row that has fewest."""
        mind = self._mind
        middle = range(mind.half // 2, 0, -1)
        return mind.first(OrderType.ATTACK, middle, lambda row: mind.count(Building.ATTACK, ME, row))
