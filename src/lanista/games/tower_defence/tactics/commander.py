"""The policy `commander`: it weighs every kind of building in every row, and saves up for the best one."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tower_defence.moves import is_affordable
from lanista.games.tower_defence.rules import own_cell, owner_of
from lanista.games.tower_defence.state import (
    BUILT_BY,
    CELLS,
    HEIGHT,
    WIDTH,
    Battle,
    Building,
    Config,
    Order,
    OrderType,
    Work,
)
from lanista.games.tower_defence.tactics.rows import WALL_STOPS

NOWHERE = -1
NEVER = -1_000_000  # weights of rows without room are less
KINDS = (OrderType.DEFENSE, OrderType.ATTACK, OrderType.ENERGY)  # that are weighed
HEALTH_UNIT = 8
ENERGY_UNIT = 16
MAX_ENERGY = 255  # that counts
LUCK_BITS = 3
MAX_LUCK = 7
ROW_LUCK = 3  # what one point of luck weighs
KIND_LUCK = 6

# What stands in a player's half of a row, as one number: a byte for the count of each kind of building
ONE_OF = (0, 1, 1 << 8, 1 << 16, 1 << 24)
BYTE = 255

FEATURES = 18
# By ruleset and kind of building; `weight_in_row` and `weight_in_all` say what they multiply. They were fitted to
# the orders that the search preferred when it used the weights before.
WEIGHTS = (
    # with tesla towers
    *(-82, 38, 7, -26, 9, 2, 22, -102, 44, 26, -5, -1, -1, 2, -2, -7, 18, 11),  # walls
    *(-43, 12, -90, -373, 53, -28, 4, 84, 94, -36, -27, 8, 0, -4, -2, 0, 28, 13),  # turrets
    *(113, -53, -64, -3, 6, 2, -1, -13, -32, -4, -111, -9, 0, 3, 4, 6, -47, 113),  # generators
    # without
    *(-132, 24, -4, 22, 16, -11, 13, -76, 15, 44, -2, -13, -44, 2, -2, -7, 4, -31),  # walls
    *(-18, 22, -40, -87, 23, -2, 2, 37, 12, -12, 27, -8, -43, -8, 3, -9, -2, -85),  # turrets
    *(58, 25, -24, -15, 0, 2, -6, -63, -37, 13, -9, -26, -52, -4, -2, 3, -4, -33),  # generators
)


@rule
def commander(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Raise the curtain against lightning; else the order that weighs most, or nothing until it can be paid."""
    move.type = OrderType.NOTHING
    move.x = 0
    move.y = 0
    move.faults = 0
    energy = battle.players[seat].energy
    if energy < config.price[Building.ENERGY]:
        return
    if lightning_is_due(battle, config, seat) and is_affordable(battle, config, seat, OrderType.IRON_CURTAIN):
        move.type = OrderType.IRON_CURTAIN
        return
    weigh_orders(battle, config, work, seat)
    choose_heaviest(config, work, generator, move)
    if move.type >= 0 and energy >= config.price[BUILT_BY[move.type]]:
        move.x = column_for(battle, config, seat, move.type, move.y)
    else:
        move.type = OrderType.NOTHING
        move.y = 0


@rule
def choose_heaviest(config: Config, work: Work, generator: Generator, move: Order) -> None:
    """Write type and row of the order that weighs most, with some luck for each row and each kind."""
    luck_of_rows = rand_below(generator, 1 << (LUCK_BITS * HEIGHT))
    luck_of_kinds = rand_below(generator, 1 << (LUCK_BITS * len(KINDS)))
    best = NEVER
    for row in range(config.height):
        luck = ROW_LUCK * (luck_of_rows >> LUCK_BITS * row & MAX_LUCK)
        for kind in range(len(KINDS)):
            weight = work.weights[kind, row] + luck + KIND_LUCK * (luck_of_kinds >> LUCK_BITS * kind & MAX_LUCK)
            if weight > best:
                best = weight
                move.type = kind
                move.y = row


@rule
def lightning_is_due(battle: Battle, config: Config, seat: int) -> bool:
    """Whether a tower of the enemy shoots in this round."""
    if battle.n_teslas == 0 or battle.players[1 - seat].energy < config.tesla_shot_price:
        return False
    for i in range(battle.n_teslas):
        cell = battle.teslas[i]
        is_due = battle.ready[cell] <= battle.round and battle.due[cell] <= battle.round
        if is_due and owner_of(config, cell) != seat:
            return True
    return False


# Weights


@rule
def weigh_orders(battle: Battle, config: Config, work: Work, seat: int) -> None:
    """Weigh every kind of building in every row."""
    count_coming(battle, config, work, seat)
    table = 0 if config.tesla_limit else len(KINDS) * FEATURES
    own = 0
    enemy = 0
    for row in range(config.height):
        mine = contents(battle, config, seat, row)
        theirs = contents(battle, config, 1 - seat, row)
        own += mine
        enemy += theirs
        for kind in range(len(KINDS)):
            weight = 2 * NEVER
            if has_room(config, kind, mine):
                weight = weight_in_row(work, table + kind * FEATURES, row, mine, theirs)
            work.weights[kind, row] = weight
    health = battle.players[1 - seat].health // HEALTH_UNIT
    energy = min(MAX_ENERGY, battle.players[seat].energy) // ENERGY_UNIT
    for kind in range(len(KINDS)):
        weight = weight_in_all(table + kind * FEATURES, own, enemy, health, energy)
        for row in range(config.height):
            work.weights[kind, row] += weight


@rule
def has_room(config: Config, kind: int, mine: int) -> bool:
    """Whether a row has a free cell; the last one is for a turret if the row has none."""
    turrets = count_of(mine, Building.ATTACK)
    taken = turrets + count_of(mine, Building.DEFENSE) + count_of(mine, Building.ENERGY)
    taken += count_of(mine, Building.TESLA)
    free = config.width // 2 - taken
    return free > 1 or (free == 1 and (turrets > 0 or KINDS[kind] == OrderType.ATTACK))


@rule
def weight_in_row(work: Work, at: int, row: int, mine: int, theirs: int) -> int:
    """What a row says for a kind of building, whose weights begin at `at`."""
    threats = count_of(theirs, Building.ATTACK)
    walls = count_of(mine, Building.DEFENSE)
    turrets = count_of(mine, Building.ATTACK)
    weight = WEIGHTS[at] + WEIGHTS[at + 1] * threats + WEIGHTS[at + 2] * work.coming[row]
    weight += WEIGHTS[at + 3] * count_of(theirs, Building.DEFENSE)
    weight += WEIGHTS[at + 4] * count_of(theirs, Building.ENERGY)
    weight += WEIGHTS[at + 5] * turrets + WEIGHTS[at + 6] * count_of(mine, Building.ENERGY)
    weight += WEIGHTS[at + 7] * walls + WEIGHTS[at + 8] * max(0, threats - WALL_STOPS * walls)
    if theirs == 0:
        weight += WEIGHTS[at + 9] * turrets
    if mine == 0:
        weight += WEIGHTS[at + 10] * threats + WEIGHTS[at + 17]
    return weight


@rule
def weight_in_all(at: int, own: int, enemy: int, health: int, energy: int) -> int:
    """What the whole board says for a kind of building."""
    weight = WEIGHTS[at + 11] * count_of(own, Building.ENERGY) + WEIGHTS[at + 12] * count_of(own, Building.ATTACK)
    weight += WEIGHTS[at + 13] * count_of(enemy, Building.ATTACK)
    weight += WEIGHTS[at + 14] * count_of(enemy, Building.ENERGY)
    return weight + WEIGHTS[at + 15] * health + WEIGHTS[at + 16] * energy


@rule
def count_coming(battle: Battle, config: Config, work: Work, seat: int) -> None:
    """Count the enemy's missiles in each row."""
    for row in range(config.height):
        work.coming[row] = 0
    own = CELLS if seat else 0
    for i in range(battle.n_missiles):
        missile = battle.missiles[i]
        if missile & CELLS != own:
            work.coming[(missile & (CELLS - 1)) // WIDTH] += 1


@rule
def contents(battle: Battle, config: Config, seat: int, row: int) -> int:
    """What stands in a player's half of a row."""
    half = config.width // 2
    first = row * WIDTH + half * seat
    found = 0
    for cell in range(first, first + half):
        found += ONE_OF[battle.building[cell]]
    return found


@rule
def count_of(contents: int, building: int) -> int:
    """The number of buildings of a kind."""
    return contents >> (8 * building - 8) & BYTE


@rule
def columns_struck(battle: Battle, config: Config, seat: int, row: int) -> int:
    """The columns in which a tower at the front of a row would strike something."""
    count = 0
    for x in range(config.width // 2):
        for y in range(max(0, row - 1), min(config.height, row + 2)):
            if battle.building[own_cell(config, 1 - seat, x, y)]:
                count += 1
                break
    return count


@rule
def column_for(battle: Battle, config: Config, seat: int, kind: int, row: int) -> int:
    """A free cell of a row: at the back for a generator, at the front for a wall or a tesla, else behind that."""
    half = config.width // 2
    first = half - 2 if kind == OrderType.ATTACK else half - 1
    for i in range(half):
        x = i if kind == OrderType.ENERGY else (first - i) % half
        if battle.building[own_cell(config, seat, x, row)] == Building.NONE:
            return x
    return NOWHERE
