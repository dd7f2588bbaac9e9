"""Plans like the builder, simulates likely orders with the game's rules, and plays a clearly better one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanista.game import BotStart
from lanista.games.tower_defence import moves
from lanista.games.tower_defence.bots.builder import Bot as Builder
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.rules import owner_of
from lanista.games.tower_defence.state import CELLS, Building, OrderType
from lanista.games.tower_defence.tactics.plans import ME, Moment, Situation

# The value of a building at full health, in points of base health.
WORTH = {Building.DEFENSE: 4.0, Building.ATTACK: 9.0, Building.ENERGY: 7.0, Building.TESLA: 25.0}
ENERGY_WORTH = 0.15
BETTER = 6.0  # how much better than the builder's plan, which looks further ahead, an order must be
WON = 10_000.0


class Bot:
    """Expects the enemy to do nothing while its order takes effect."""

    def __init__(self, start: BotStart) -> None:
        self._situation = Situation(start)
        self._ahead: Moment = self._situation.now.clone()
        self._builder = Builder(start)

    def move(self, view: dict[str, Any]) -> str:
        """The order that leads to the best board, if that is clearly better than after the plan."""
        self._situation.update(view)
        plan = self._builder.plan(view)
        values = {move: self._value_of(move) for move in (plan, *self._options())}
        best = max(values, key=values.__getitem__)
        return moves.write(best if values[best] > values[plan] + BETTER else plan)

    def _options(self) -> Iterator[Move]:
        """Nothing, and for every row each kind of building on the first and the last free cell."""
        situation = self._situation
        yield NOTHING
        for kind in (OrderType.ATTACK, OrderType.DEFENSE, OrderType.ENERGY, OrderType.TESLA):
            for y in range(situation.config.height):
                free = [x for x in range(situation.half) if situation.can_order(kind, x, y)]
                yield from (Move(kind, x, y) for x in sorted({free[0], free[-1]} if free else ()))
        if situation.can_order(OrderType.IRON_CURTAIN, 0, 0):
            yield Move(OrderType.IRON_CURTAIN)

    def _value_of(self, move: Move) -> float:
        """The value of the board once the missiles in flight, and the first ones after them, have arrived."""
        ahead, config = self._ahead, self._situation.config
        ahead.assign(self._situation.now)
        rounds = -(-config.width // config.attack_speed) + 4
        for order in (move, *[NOTHING] * rounds):
            TOWER_DEFENCE.step(ahead, (order, NOTHING))
        return worth_of(ahead)


def worth_of(moment: Moment) -> float:
    """The value of a state for the bot."""
    battle, config = moment.record, moment.const
    me, enemy = battle.players[ME], battle.players[1 - ME]
    if enemy.health <= 0 or me.health <= 0:
        return WON * ((enemy.health <= 0) - (me.health <= 0))
    worth = me.health - enemy.health + ENERGY_WORTH * (me.energy - enemy.energy)
    for cell in range(CELLS):
        kind = battle.building[cell]
        if kind:
            part = WORTH[Building(kind)] * battle.health[cell] / config.full_health[kind]
            worth += part if owner_of(config, cell) == ME else -part
    return worth
