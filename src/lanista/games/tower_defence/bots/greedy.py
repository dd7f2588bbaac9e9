"""The bot `greedy`: a few weights for each kind of building, and no look ahead."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tower_defence.bots.rows import (
    can_pay,
    contents,
    count_all,
    count_of,
    count_standing,
    first_free,
    write_order,
)
from lanista.games.tower_defence.learn.hidden import cooldowns_are_hidden
from lanista.games.tower_defence.rules import column, shooter
from lanista.games.tower_defence.state import CELLS, WIDTH, Battle, Building, Config, Order, OrderType, Work

LIGHTEST = -1_000_000
FAR = 100  # rounds until the next missile, if there is neither a missile nor a turret
HIT_UNFINISHED = 1  # a missile that arrives within these rounds hits a building before it acts
HIT_SOON = 4

# By kind; `weight_in_row` says what they multiply. An evolution strategy found them, by matches against the other
# bots under all rulesets.
WEIGHTS = (
    *(-129, 38, 98, 7, -46, -31, 49, -51, 42, -48, 31),  # turrets
    *(127, 24, 71, -80, -21, -14, -27, 39, -75, 1, -14),  # generators
)
TURRET, GENERATOR = 0, 11  # where theirs begin; the rule is compiled for each


@rule
def greedy(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Weigh a turret and a generator in every row, and save up for the one that weighs most."""
    write_order(move, OrderType.NOTHING, 0, 0)
    if not can_pay(battle, config, seat, OrderType.ENERGY):
        return
    half = config.width // 2
    choose_kind_and_row(battle, config, seat, generator, move, work)
    if move.type == OrderType.NOTHING:
        return
    if not can_pay(battle, config, seat, move.type):
        write_order(move, OrderType.NOTHING, 0, 0)
    elif move.type == OrderType.ENERGY:
        move.x = first_free(battle, config, seat, move.y, 0, half)
    else:
        move.x = first_free(battle, config, seat, move.y, half - 1, -half)


@rule
def choose_kind_and_row(
    battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work
) -> None:
    """Write type and row of the order that weighs most; of equal rows any may be the first."""
    measure_arrivals(battle, config, seat, work)
    own = count_standing(battle, config, seat, work)
    first = rand_below(generator, config.height)
    heaviest = LIGHTEST
    for i in range(config.height):
        row = first + i if first + i < config.height else first + i - config.height
        mine = work.standing[row]
        if count_all(mine) < config.width // 2:
            theirs = contents(battle, config, 1 - seat, row)
            weight = weight_in_row(work, TURRET, row, own, mine, theirs)
            if weight > heaviest:
                heaviest = weight
                write_order(move, OrderType.ATTACK, 0, row)
            weight = weight_in_row(work, GENERATOR, row, own, mine, theirs)
            if weight > heaviest:
                heaviest = weight
                write_order(move, OrderType.ENERGY, 0, row)


@rule
def weight_in_row(work: Work, at: int, row: int, own: int, mine: int, theirs: int) -> int:
    """The weight of a row for a kind of building; its coefficients begin at `at`."""
    weight = WEIGHTS[at] + WEIGHTS[at + 1] * count_of(own, Building.ENERGY)
    weight += WEIGHTS[at + 2] * count_of(own, Building.ATTACK)
    weight += WEIGHTS[at + 3] * count_of(theirs, Building.ATTACK) + WEIGHTS[at + 4] * work.coming[row]
    weight += WEIGHTS[at + 5] * count_of(theirs, Building.DEFENSE)
    weight += WEIGHTS[at + 6] * count_of(theirs, Building.ENERGY)
    weight += WEIGHTS[at + 7] * count_of(mine, Building.ATTACK)
    weight += WEIGHTS[at + 8] * count_of(mine, Building.ENERGY)
    if work.arrival[row] <= HIT_UNFINISHED:
        return weight + WEIGHTS[at + 9]
    if work.arrival[row] <= HIT_SOON:
        return weight + WEIGHTS[at + 10]
    return weight


@rule
def measure_arrivals(battle: Battle, config: Config, seat: int, work: Work) -> None:
    """Count the enemy's missiles in each row, and the rounds until the next one can arrive at the front."""
    for row in range(config.height):
        work.coming[row] = 0
        work.arrival[row] = FAR
    for i in range(battle.n_missiles):
        if shooter(battle.missiles[i]) != seat:
            cell = battle.missiles[i] & (CELLS - 1)
            work.coming[cell // WIDTH] += 1
            note_arrival(config, seat, cell, 0, work)
    is_hidden = cooldowns_are_hidden(config, seat)
    for i in range(battle.n_turrets):
        cell = battle.turrets[i]
        note_arrival(config, seat, cell, 0 if is_hidden else battle.due[cell] - battle.round, work)


@rule
def note_arrival(config: Config, seat: int, cell: int, wait: int, work: Work) -> None:
    """Note when a missile arrives that leaves a cell of the enemy's half after some rounds."""
    half = config.width // 2
    distance = half - 1 - column(cell) if seat else column(cell) - half
    if distance >= 0:
        row = cell // WIDTH
        rounds = distance // config.attack_speed if config.attack_speed > 1 else distance  # a division costs more
        work.arrival[row] = min(work.arrival[row], wait + rounds)
