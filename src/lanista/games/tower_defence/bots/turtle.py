"""The bot `turtle`: it defends."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.tower_defence.bots.rows import (
    all_contents,
    can_pay,
    contents,
    count_of,
    measure_threats,
    order_in_cheapest_row,
    write_order,
)
from lanista.games.tower_defence.state import Battle, Building, Config, Order, OrderType, Work

GENERATOR_COLUMNS = 2
WALL_WORTH = 2  # of what threatens a row


@rule
def turtle(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Walls first, in threatened rows; then generators, and finally turrets behind the walls."""
    half = config.width // 2
    write_order(move, OrderType.NOTHING, 0, 0)
    if can_pay(battle, config, seat, OrderType.DEFENSE) and is_open(battle, config, seat, work):
        front = half - 1 - half // 2
        order_in_cheapest_row(battle, config, seat, OrderType.DEFENSE, half - 1, -front, move, work)
    if move.type == OrderType.NOTHING and wants_generator(battle, config, seat):
        measure_threats(battle, config, seat, work)
        back = min(half, GENERATOR_COLUMNS)
        order_in_cheapest_row(battle, config, seat, OrderType.ENERGY, 0, back, move, work)
    if move.type == OrderType.NOTHING and can_pay(battle, config, seat, OrderType.ATTACK):
        measure_turrets(battle, config, seat, work)
        order_in_cheapest_row(battle, config, seat, OrderType.ATTACK, half // 2, -(half // 2), move, work)


@rule
def is_open(battle: Battle, config: Config, seat: int, work: Work) -> bool:
    """Whether some row has too few walls; the more such a row is threatened, the less a wall costs there."""
    measure_threats(battle, config, seat, work)
    open_rows = 0
    for row in range(config.height):
        walls = count_of(contents(battle, config, seat, row), Building.DEFENSE)
        if work.costs[row] > WALL_WORTH * walls:
            open_rows += 1
            work.costs[row] = -work.costs[row]
        else:
            work.costs[row] = 0
    return open_rows > 0


@rule
def wants_generator(battle: Battle, config: Config, seat: int) -> bool:
    """Up to one per row."""
    if not can_pay(battle, config, seat, OrderType.ENERGY):
        return False
    return count_of(all_contents(battle, config, seat), Building.ENERGY) < config.height


@rule
def measure_turrets(battle: Battle, config: Config, seat: int, work: Work) -> None:
    """A turret costs less in a row that has few."""
    for row in range(config.height):
        work.costs[row] = count_of(contents(battle, config, seat, row), Building.ATTACK)
