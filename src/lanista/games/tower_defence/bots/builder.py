"""Economy first: generators at the back in quiet rows, then turrets against rows without walls."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.tower_defence import moves
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.state import Building, OrderType
from lanista.games.tower_defence.tactics.plans import ME, Situation


class Bot:
    """Out-earns the enemy, then out-shoots it."""

    def __init__(self, start: BotStart) -> None:
        self._situation = Situation(start)

    def move(self, view: dict[str, Any]) -> str:
        """The planned order as text."""
        return moves.write(self.plan(view))

    def plan(self, view: dict[str, Any]) -> Move:
        """A generator while it pays off, otherwise a turret."""
        situation = self._situation
        situation.update(view)
        generators, turrets = situation.count(Building.ENERGY), situation.count(Building.ATTACK)
        if generators < situation.config.height * 3 // 2 and generators <= 1 + 2 * turrets:
            return self._generator() or NOTHING
        return self._turret() or NOTHING

    def _generator(self) -> Move | None:
        """A generator in the least threatened row."""
        situation = self._situation
        return situation.first_possible(OrderType.ENERGY, range(situation.half), situation.threat)

    def _turret(self) -> Move | None:
        """A turret in a row where the enemy has turrets or generators and few walls."""
        situation, count = self._situation, self._situation.count

        def strength(row: int) -> int:
            targets = count(Building.ATTACK, 1 - ME, row) + count(Building.ENERGY, 1 - ME, row)
            walls, turrets = count(Building.DEFENSE, 1 - ME, row), count(Building.ATTACK, ME, row)
            return 2 * walls + 2 * turrets - targets

        return situation.first_possible(OrderType.ATTACK, range(situation.half - 1, -1, -1), strength)
