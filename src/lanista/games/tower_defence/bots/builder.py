"""The bot `builder`: generators until they pay off no more, then turrets."""

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


@rule
def builder(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Economy first: generators at the back in quiet rows, then turrets against rows without walls."""
    write_order(move, OrderType.NOTHING, 0, 0)
    if not (can_pay(battle, config, seat, OrderType.ENERGY) or can_pay(battle, config, seat, OrderType.ATTACK)):
        return
    half = config.width // 2
    if generator_pays(config, all_contents(battle, config, seat)):
        if can_pay(battle, config, seat, OrderType.ENERGY):
            measure_threats(battle, config, seat, work)
            order_in_cheapest_row(battle, config, seat, OrderType.ENERGY, 0, half, move, work)
    elif can_pay(battle, config, seat, OrderType.ATTACK):
        measure_targets(battle, config, seat, work)
        order_in_cheapest_row(battle, config, seat, OrderType.ATTACK, half - 1, -half, move, work)


@rule
def generator_pays(config: Config, own: int) -> bool:
    """Whether a player with these buildings needs another generator before the next turret."""
    generators = count_of(own, Building.ENERGY)
    return generators < config.height * 3 // 2 and generators <= 1 + 2 * count_of(own, Building.ATTACK)


@rule
def measure_targets(battle: Battle, config: Config, seat: int, work: Work) -> None:
    """Turrets cost less where the enemy has turrets and generators, more with its walls and our turrets."""
    for row in range(config.height):
        theirs = contents(battle, config, 1 - seat, row)
        targets = count_of(theirs, Building.ATTACK) + count_of(theirs, Building.ENERGY)
        turrets = count_of(contents(battle, config, seat, row), Building.ATTACK)
        work.costs[row] = 2 * count_of(theirs, Building.DEFENSE) + 2 * turrets - targets
