"""The bot `planner`: it simulates likely orders until their missiles arrive; the enemy does nothing meanwhile."""

from __future__ import annotations

from typing import Annotated

from lanista.engine import Generator, Ints, i2, record, rule
from lanista.games.tower_defence.bots.greedy import greedy
from lanista.games.tower_defence.bots.rows import NOWHERE, first_free, write_order
from lanista.games.tower_defence.learn.hidden import cooldowns_are_hidden
from lanista.games.tower_defence.moves import BUILDING_ORDERS, affordable_kinds
from lanista.games.tower_defence.rules import cell_in_view, column, construction_counter, step
from lanista.games.tower_defence.state import CELLS, WIDTH, Battle, Config, Order, OrderType, Work

# The value of a building at full health, in points of base health, by its number
WORTH = (0.0, 4.0, 9.0, 7.0, 25.0)
ENERGY_WORTH = 0.15
BETTER = 6.0  # how much better than the order of `greedy`, which looks further ahead, another one must be
WON = 10_000.0
ROUNDS_MORE = 4
KINDS = (OrderType.ATTACK, OrderType.DEFENSE, OrderType.ENERGY, OrderType.TESLA)
TRIED = BUILDING_ORDERS | 1 << OrderType.IRON_CURTAIN

# Battles in `work.ahead`, and the order in `work.tries` after those of both players
SEEN = 0
SIMULATED = 1
TRY = 2


@record
class Fires:
    """When turrets fire, by cell: the round as a remainder by the rounds between two shots, plus 1; 0: unknown."""

    remainder: Annotated[Ints, i2, CELLS]


@rule(floats=True)
def planner(
    battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work, memory: Fires
) -> None:
    """The order that leads to the best board, if that is clearly better than after the order of `greedy`."""
    kinds = affordable_kinds(battle, config, seat)
    if cooldowns_are_hidden(config, seat):
        remember_fires(battle, config, memory)
    write_order(move, OrderType.NOTHING, 0, 0)
    if not kinds & TRIED:
        return
    see(battle, config, seat, work, memory)
    greedy(battle, config, seat, generator, move, work)
    limit = value_of(config, seat, move, work) + BETTER
    limit = prefer(config, seat, OrderType.NOTHING, 0, 0, move, work, limit)
    for k in range(len(KINDS)):
        if kinds >> KINDS[k] & 1:
            limit = prefer_building(battle, config, seat, KINDS[k], move, work, limit)
    if kinds >> OrderType.IRON_CURTAIN & 1:
        prefer(config, seat, OrderType.IRON_CURTAIN, 0, 0, move, work, limit)


@rule(floats=True)
def prefer_building(
    battle: Battle, config: Config, seat: int, kind: int, move: Order, work: Work, limit: float
) -> float:
    """Try a building on the first and the last free cell of every row; the limit for orders that follow."""
    half = config.width // 2
    for row in range(config.height):
        first = first_free(battle, config, seat, row, 0, half)
        last = first_free(battle, config, seat, row, half - 1, -half)
        if first != NOWHERE:
            limit = prefer(config, seat, kind, first, row, move, work, limit)
        if last != first:
            limit = prefer(config, seat, kind, last, row, move, work, limit)
    return limit


@rule(floats=True)
def prefer(config: Config, seat: int, kind: int, x: int, y: int, move: Order, work: Work, limit: float) -> float:
    """Take an order if it is worth more than the limit; the limit for orders that follow."""
    write_order(work.tries[TRY], kind, x, y)
    worth = value_of(config, seat, work.tries[TRY], work)
    if worth > limit:
        write_order(move, kind, x, y)
        return worth
    return limit


# The battle as a seat sees it


@rule
def remember_fires(battle: Battle, config: Config, memory: Fires) -> None:
    """A turret fires as soon as it is finished, and then always after the same number of rounds."""
    for i in range(battle.n_sites):
        cell = battle.sites[i]
        memory.remainder[cell] = 1 + battle.ready[cell] % (config.attack_cooldown + 1)


@rule
def see(battle: Battle, config: Config, seat: int, work: Work, memory: Fires) -> None:
    """Copy the battle; weapons whose cooldown is hidden fire when it is remembered, or at once."""
    work.ahead[SEEN] = battle
    seen = work.ahead[SEEN]
    sort_teslas(seen, config, seat)
    if cooldowns_are_hidden(config, seat):
        for i in range(seen.n_turrets):
            seen.due[seen.turrets[i]] = seen.round + wait_of(seen, config, memory, seen.turrets[i])
        for i in range(seen.n_teslas):
            seen.due[seen.teslas[i]] = seen.round


@rule
def wait_of(battle: Battle, config: Config, memory: Fires, turret: int) -> int:
    """The rounds until a turret fires."""
    remainder = memory.remainder[turret]
    return (remainder - 1 - battle.round) % (config.attack_cooldown + 1) if remainder else 0


@rule
def sort_teslas(battle: Battle, config: Config, seat: int) -> None:
    """Sort towers by their visible age, then by cell: the order in which they were built is hidden."""
    for end in range(1, battle.n_teslas):
        i = end
        while i > 0 and age_shown(battle, config, seat, i) < age_shown(battle, config, seat, i - 1):
            tower = battle.teslas[i]
            battle.teslas[i] = battle.teslas[i - 1]
            battle.teslas[i - 1] = tower
            i -= 1


@rule
def age_shown(battle: Battle, config: Config, seat: int, tower: int) -> int:
    """A number by which towers are sorted."""
    cell = battle.teslas[tower]
    return construction_counter(battle, config, cell) * CELLS + cell_in_view(
        config, seat, column(cell), cell // WIDTH
    )


# What becomes of an order


@rule(floats=True)
def value_of(config: Config, seat: int, order: Order, work: Work) -> float:
    """The value of the board once the missiles in flight, and the first ones after them, have arrived."""
    work.ahead[SIMULATED] = work.ahead[SEEN]
    ahead = work.ahead[SIMULATED]
    work.tries[seat] = order
    write_order(work.tries[1 - seat], OrderType.NOTHING, 0, 0)
    step(ahead, work.tries, config, work)
    write_order(work.tries[seat], OrderType.NOTHING, 0, 0)
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
            cell = cell_in_view(config, seat, x, y)
            kind = battle.building[cell]
            if kind:
                part = WORTH[kind] * battle.health[cell] / config.full_health[kind]
                worth += part if 2 * x < config.width else -part
    return worth
