"""Bots that are rules: they run wherever the rules do, in batches and in the browser."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tower_defence.moves import is_affordable
from lanista.games.tower_defence.rules import count_teslas
from lanista.games.tower_defence.state import (
    Battle,
    Building,
    Config,
    Order,
    OrderType,
    Work,
)
from lanista.games.tower_defence.tactics.commander import NOWHERE, column_for, commander
from lanista.games.tower_defence.tactics.greedy_bot import greedy_bot
from lanista.games.tower_defence.tactics.rows import count_all, excess, missiles_against, row_cost

CURTAIN_MISSILES = 4  # the curtain is raised when more missiles than this are on their way


@rule
def greedy(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Earn first, then shoot where the enemy has few walls, with walls where its turrets are; else save up."""
    kind = wanted_order(battle, config, seat)
    move.type = OrderType.NOTHING
    move.x = 0
    move.y = 0
    move.faults = 0
    if kind == OrderType.IRON_CURTAIN:
        move.type = kind
    elif is_affordable(battle, config, seat, kind):
        put_on_best_row(battle, config, seat, generator, kind, move)


@rule
def wanted_order(battle: Battle, config: Config, seat: int) -> int:
    """The most useful order, affordable or not."""
    may_hide = is_affordable(battle, config, seat, OrderType.IRON_CURTAIN)
    if may_hide and missiles_against(battle, seat, 0, config.height) > CURTAIN_MISSILES:
        return OrderType.IRON_CURTAIN
    generators = count_all(battle, config, seat, Building.ENERGY)
    turrets = count_all(battle, config, seat, Building.ATTACK)
    if 2 * generators < 3 * config.height and generators <= 1 + 2 * turrets:
        return OrderType.ENERGY
    if wants_tesla(battle, config, seat):
        return OrderType.TESLA
    if count_all(battle, config, seat, Building.DEFENSE) < turrets and is_open(battle, config, seat):
        return OrderType.DEFENSE
    return OrderType.ATTACK


@rule
def wants_tesla(battle: Battle, config: Config, seat: int) -> bool:
    """Whether there is energy for a tesla tower and its first shot."""
    energy = battle.players[seat].energy
    may_build = count_teslas(battle, config, seat) < config.tesla_limit
    return may_build and energy >= config.price[Building.TESLA] + config.tesla_shot_price


@rule
def is_open(battle: Battle, config: Config, seat: int) -> bool:
    """Whether the enemy's turrets in some row are too many for the walls there."""
    worst = 0
    for row in range(config.height):
        worst = max(worst, excess(battle, config, seat, row))
    return worst > 0


# Rows and columns


@rule
def put_on_best_row(
    battle: Battle, config: Config, seat: int, generator: Generator, kind: int, move: Order
) -> None:
    """Write the order for the cheapest row that has a free cell, any of several; without one, order nothing."""
    first = rand_below(generator, config.height)
    lowest = 0
    for i in range(config.height):
        row = (first + i) % config.height
        x = column_for(battle, config, seat, kind, row)
        cost = row_cost(battle, config, seat, kind, row)
        if x != NOWHERE and (move.type == OrderType.NOTHING or cost < lowest):
            lowest = cost
            move.type = kind
            move.x = x
            move.y = row


POLICIES = (commander, greedy)
PARTNERS = (greedy_bot,)
