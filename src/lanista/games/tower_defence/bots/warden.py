"""The bot `warden`: it saves for the iron curtain under heavy fire, and shoots at the weakest row."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.tower_defence.bots.builder import generator_pays
from lanista.games.tower_defence.bots.mason import wall_off
from lanista.games.tower_defence.bots.rows import (
    all_contents,
    can_pay,
    contents,
    count_of,
    measure_threats,
    order_in_cheapest_row,
    write_order,
)
from lanista.games.tower_defence.bots.threats import count_leaks, measure_missiles
from lanista.games.tower_defence.moves import is_affordable
from lanista.games.tower_defence.state import Battle, Building, Config, Order, OrderType, Work

MANY = 3  # missiles that get through: worth a curtain
WALL_COST = 4  # of a wall of the enemy, in generators that a turret may hit


@rule
def warden(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """The curtain, or nothing while saving for it; walls behind missiles, generators, then turrets."""
    write_order(move, OrderType.NOTHING, 0, 0)
    measure_missiles(battle, config, seat, work)
    if battle.players[seat].curtain_available and count_leaks(battle, config, seat, work) >= MANY:
        if is_affordable(battle, config, seat, OrderType.IRON_CURTAIN):
            write_order(move, OrderType.IRON_CURTAIN, 0, 0)
        return
    if can_pay(battle, config, seat, OrderType.DEFENSE):
        wall_off(battle, config, seat, move, work)
    if move.type == OrderType.NOTHING:
        build_up(battle, config, seat, move, work)


@rule
def build_up(battle: Battle, config: Config, seat: int, move: Order, work: Work) -> None:
    """Generators at the back of quiet rows until they no longer pay, then turrets against the weakest row."""
    half = config.width // 2
    if generator_pays(config, all_contents(battle, config, seat)):
        if can_pay(battle, config, seat, OrderType.ENERGY):
            measure_threats(battle, config, seat, work)
            order_in_cheapest_row(battle, config, seat, OrderType.ENERGY, 0, half, move, work)
    elif can_pay(battle, config, seat, OrderType.ATTACK):
        measure_shields(battle, config, seat, work)
        order_in_cheapest_row(battle, config, seat, OrderType.ATTACK, half - 2, 1 - half, move, work)


@rule
def measure_shields(battle: Battle, config: Config, seat: int, work: Work) -> None:
    """A row costs what stands between our missiles and the enemy's base there."""
    for row in range(config.height):
        theirs = contents(battle, config, 1 - seat, row)
        others = count_of(theirs, Building.ATTACK) + count_of(theirs, Building.ENERGY)
        work.costs[row] = WALL_COST * count_of(theirs, Building.DEFENSE) + others
