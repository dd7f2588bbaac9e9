"""Economy first: generators at the back in quiet rows, then turrets against rows without walls."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.tower_defence import moves
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.state import Building, OrderType
from lanista.games.tower_defence.tactics.plans import ME, Mind


class Bot:
    """Out-earns the enemy, then out-shoots it."""

    def __init__(self, start: BotStart) -> None:
        self._mind = Mind(start)

    def move(self, view: dict[str, Any]) -> str:
        """The text of its plan."""
        return moves.write(self.plan(view))

    def plan(self, view: dict[str, Any]) -> Move:
        """A generator while it pays, else a turret."""
        mind = self._mind
        mind.see(view)
        generators, turrets = mind.count(Building.ENERGY), mind.count(Building.ATTACK)
        if generators < mind.config.height * 3 // 2 and generators <= 1 + 2 * turrets:
            return self._generator() or NOTHING
        return self._turret() or NOTHING

    def _generator(self) -> Move | None:
        """A generator in the row that is shot at least."""
        mind = self._mind
        return mind.first(OrderType.ENERGY, range(mind.half), mind.threat)

    def _turret(self) -> Move | None:
        """A turret where the enemy has turrets or generators and few walls."""
        mind = self._mind

        def strength(row: int) -> int:
            targets = mind.count(Building.ATTACK, 1 - ME, row) + mind.count(Building.ENERGY, 1 - ME, row)
            return (
                2 * mind.count(Building.DEFENSE, 1 - ME, row) + 2 * mind.count(Building.ATTACK, ME, row) - targets
            )

        return mind.first(OrderType.ATTACK, range(mind.half - 1, -1, -1), strength)
