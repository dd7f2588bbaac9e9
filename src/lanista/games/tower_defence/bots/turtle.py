"""Walls first, in threatened rows; then generators, and finally turrets behind the walls."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.tower_defence import moves
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.state import Building, OrderType
from lanista.games.tower_defence.tactics.plans import ME, Situation


class Bot:
    """Defends."""

    def __init__(self, start: BotStart) -> None:
        self._situation = Situation(start)

    def move(self, view: dict[str, Any]) -> str:
        """The most urgent order that it can pay for."""
        self._situation.update(view)
        return moves.write(self._wall() or self._generator() or self._turret() or NOTHING)

    def _wall(self) -> Move | None:
        """A wall at the front of the most threatened row that has too few."""
        situation = self._situation
        open_rows = [
            row
            for row in range(situation.config.height)
            if situation.threat(row) > 2 * situation.count(Building.DEFENSE, ME, row)
        ]
        if not open_rows:
            return None
        front = range(situation.half - 1, situation.half // 2, -1)
        return situation.first_possible(
            OrderType.DEFENSE, front, lambda row: -situation.threat(row) if row in open_rows else len(open_rows)
        )

    def _generator(self) -> Move | None:
        """A generator at the back, up to one per row."""
        situation = self._situation
        if situation.count(Building.ENERGY) >= situation.config.height:
            return None
        return situation.first_possible(OrderType.ENERGY, range(2), situation.threat)

    def _turret(self) -> Move | None:
        """A turret in the row with the fewest."""
        situation = self._situation
        middle = range(situation.half // 2, 0, -1)
        return situation.first_possible(
            OrderType.ATTACK, middle, lambda row: situation.count(Building.ATTACK, ME, row)
        )
