"""The built-in bot `greedy` as a rule, for learners: it simulates likely orders until their missiles arrive.

The bot rebuilds the state from its view and sees itself as player A; the rule simulates the state itself.
"""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.tower_defence.rules import owner_of, step, why_refused
from lanista.games.tower_defence.state import (
    BUILT_BY,
    WIDTH,
    Battle,
    Building,
    Config,
    Order,
    OrderType,
    Refusal,
    Work,
)
from lanista.games.tower_defence.tactics.rows import count_all, row_cost

# As in the bot: the value of a building at full health, in points of base health, by its number
WORTH = (0.0, 4.0, 9.0, 7.0, 25.0)
ENERGY_WORTH = 0.15
BETTER = 6.0
WON = 10_000.0
ROUNDS_MORE = 4
KINDS = (OrderType.ATTACK, OrderType.DEFENSE, OrderType.ENERGY, OrderType.TESLA)
NOWHERE = -1


@rule(floats=True)
def greedy_bot(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """The order that leads to the best board, if that is clearly better than after the builder's plan."""
    plan(battle, config, seat, move)
    limit = value_of(battle, config, seat, move, work) + BETTER
    order = work.tries[2]
    write(order, OrderType.NOTHING, 0, 0)
    limit = prefer(battle, config, seat, move, work, limit)
    for k in range(len(KINDS)):
        for y in range(config.height):
            first = free_cell(battle, config, seat, KINDS[k], y, 0)
            if first != NOWHERE:
                write(order, KINDS[k], first, y)
                limit = prefer(battle, config, seat, move, work, limit)
                last = free_cell(battle, config, seat, KINDS[k], y, 1)
                if last != first:
                    write(order, KINDS[k], last, y)
                    limit = prefer(battle, config, seat, move, work, limit)
    if why_refused(battle, config, seat, OrderType.IRON_CURTAIN, 0, 0) == Refusal.NONE:
        write(order, OrderType.IRON_CURTAIN, 0, 0)
        prefer(battle, config, seat, move, work, limit)


@rule(floats=True)
def prefer(battle: Battle, config: Config, seat: int, move: Order, work: Work, limit: float) -> float:
    """Take the order that is tried, if it is worth more than the limit; the limit for those that follow."""
    order = work.tries[2]
    worth = value_of(battle, config, seat, order, work)
    if worth > limit:
        write(move, order.type, order.x, order.y)
        return worth
    return limit


@rule
def write(move: Order, kind: int, x: int, y: int) -> None:
    """Write an order."""
    move.type = kind
    move.x = x
    move.y = y
    move.faults = 0


@rule
def free_cell(battle: Battle, config: Config, seat: int, kind: int, y: int, is_last: int) -> int:
    """The first or last column of a row in which an order can be carried out."""
    half = config.width // 2
    for i in range(half):
        x = half - 1 - i if is_last else i
        if why_refused(battle, config, seat, kind, x, y) == Refusal.NONE:
            return x
    return NOWHERE


# What becomes of an order


@rule(floats=True)
def value_of(battle: Battle, config: Config, seat: int, order: Order, work: Work) -> float:
    """The value of the board once the missiles in flight, and the first ones after them, have arrived."""
    work.ahead[0] = battle
    ahead = work.ahead[0]
    work.tries[seat] = order
    write(work.tries[1 - seat], OrderType.NOTHING, 0, 0)
    step(ahead, work.tries, config, work)
    write(work.tries[seat], OrderType.NOTHING, 0, 0)
    for _ in range((config.width + config.attack_speed - 1) // config.attack_speed + ROUNDS_MORE):
        step(ahead, work.tries, config, work)
    return worth_of(ahead, config, seat)


@rule(floats=True)
def worth_of(battle: Battle, config: Config, seat: int) -> float:
    """The value of a state for a player."""
    me = battle.players[seat]
    enemy = battle.players[1 - seat]
    if enemy.health <= 0 or me.health <= 0:
        return WON * ((1 if enemy.health <= 0 else 0) - (1 if me.health <= 0 else 0))
    worth = me.health - enemy.health + ENERGY_WORTH * (me.energy - enemy.energy)
    for y in range(config.height):
        for x in range(config.width):
            cell = y * WIDTH + x
            kind = battle.building[cell]
            if kind:
                part = WORTH[kind] * battle.health[cell] / config.full_health[kind]
                worth += part if owner_of(config, cell) == seat else -part
    return worth


# The builder's plan


@rule
def plan(battle: Battle, config: Config, seat: int, move: Order) -> None:
    """A generator while it pays off, otherwise a turret, in the best row that has room."""
    generators = count_all(battle, config, seat, Building.ENERGY)
    turrets = count_all(battle, config, seat, Building.ATTACK)
    earns = 1 if generators < config.height * 3 // 2 and generators <= 1 + 2 * turrets else 0
    kind = OrderType.ENERGY if earns else OrderType.ATTACK
    write(move, OrderType.NOTHING, 0, 0)
    if battle.players[seat].energy < config.price[BUILT_BY[kind]]:
        return
    lowest = 0
    for y in range(config.height):
        x = free_cell(battle, config, seat, kind, y, 1 - earns)
        cost = row_cost(battle, config, seat, kind, y)
        if x != NOWHERE and (move.type == OrderType.NOTHING or cost < lowest):
            lowest = cost
            write(move, kind, x, y)
