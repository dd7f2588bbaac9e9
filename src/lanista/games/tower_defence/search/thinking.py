"""Hooks of the searcher: a battle's value, the orders to try, and how plans are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.engine import Generator, Records, rule
from lanista.game import Played
from lanista.game.tuning import SearchTuning
from lanista.games.tower_defence.bots.rows import NOWHERE, contents, count_of, write_order
from lanista.games.tower_defence.bots.threats import leaking_column, leaks_of, measure_missiles, stopping_column
from lanista.games.tower_defence.moves import is_affordable
from lanista.games.tower_defence.rules import cell_in_view
from lanista.games.tower_defence.state import Battle, Building, Config, Order, OrderType, Work

TUNING = SearchTuning(policy="mason", turns=12, depth=10, width=16, explore=0.4, worlds=4)

# What things are worth, in hundredths of a point of base health
HEALTH_WORTH = 100
ENERGY_WORTH = 15
MAX_ENERGY = 300  # that can be of use
BUILDING_WORTH = (0, 300, 900, 800, 2000)  # by kind, at full health
WIN = 1000  # the scale of `reward`
HALF_WIN = 4000  # a lead that is worth half a win

OPTIONS = 5  # of each kind that are tried
KINDS = (OrderType.DEFENSE, OrderType.ATTACK, OrderType.ENERGY)  # that are weighed
TRIED = (*KINDS, OrderType.TESLA)
TESLA_SLOT = 3
STOPPED_ROWS = 3  # in which missiles get through
STOPS = (OrderType.DEFENSE, OrderType.ENERGY)
NEVER = -1_000_000  # weights of rows without room are less
WALL_STOPS = 2  # turrets that a wall is enough against
HEALTH_UNIT = 8
ENERGY_UNIT = 16
MAX_ENERGY_WEIGHED = 255

FEATURES = 18
# By ruleset and kind of building; `weight_in_row` and `weight_in_all` say what they multiply. They were fitted to
# the orders that the search preferred.
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

SHOWN = {  # what a mark says about an order
    OrderType.DEFENSE: "D",
    OrderType.ATTACK: "A",
    OrderType.ENERGY: "E",
    OrderType.DECONSTRUCT: "-",
    OrderType.TESLA: "T",
}


# What a battle is worth


@rule
def value(battle: Battle, config: Config, seat: int, work: Work) -> int:
    """The lead in health, energy and buildings, squashed."""
    lead = player_worth(battle, config, seat) - player_worth(battle, config, 1 - seat)
    if lead < 0:
        return -(WIN * -lead // (HALF_WIN - lead))
    return WIN * lead // (HALF_WIN + lead)


@rule
def player_worth(battle: Battle, config: Config, seat: int) -> int:
    """The value of a player's health, energy and buildings."""
    player = battle.players[seat]
    worth = HEALTH_WORTH * player.health + ENERGY_WORTH * min(MAX_ENERGY, player.energy)
    for row in range(config.height):
        for x in range(config.width // 2):
            cell = cell_in_view(config, seat, x, row)
            kind = battle.building[cell]
            if kind:
                worth += BUILDING_WORTH[kind] * battle.health[cell] // config.full_health[kind]
    return worth


# Orders worth a try


@rule
def propose(
    battle: Battle, config: Config, seat: int, generator: Generator, moves: Records[Order], work: Work
) -> int:
    """Nothing, the iron curtain, and the best rows for each kind of building in turn."""
    weigh_orders(battle, config, work, seat)
    weigh_teslas(battle, config, work, seat)
    write_order(moves[0], OrderType.NOTHING, 0, 0)
    n = 1
    if n < len(moves) and is_affordable(battle, config, seat, OrderType.IRON_CURTAIN):
        write_order(moves[n], OrderType.IRON_CURTAIN, 0, 0)
        n += 1
    n = propose_stops(battle, config, seat, moves, n, work)
    for _ in range(OPTIONS):
        for slot in range(len(TRIED)):
            if n < len(moves) and is_affordable(battle, config, seat, TRIED[slot]):
                n = take_best_row(battle, config, seat, slot, moves, n, work)
    return n


@rule
def propose_stops(battle: Battle, config: Config, seat: int, moves: Records[Order], n: int, work: Work) -> int:
    """Buildings that stop missiles which get through, first in the rows where most do; how many proposals then."""
    for row in range(config.height):
        work.costs[row] = leaks_of(battle, config, seat, row, work)
    for _ in range(STOPPED_ROWS):
        worst = 0
        for row in range(config.height):
            if work.costs[row] > work.costs[worst]:
                worst = row
        leaks = work.costs[worst]
        work.costs[worst] = 0
        if leaks > 0:
            x = leaking_column(work, worst, leaks)
            for i in range(len(STOPS)):
                if is_affordable(battle, config, seat, STOPS[i]):
                    at = stopping_column(battle, config, seat, worst, STOPS[i], x)
                    n = add_order(moves, n, STOPS[i], at, worst)
    return n


@rule
def add_order(moves: Records[Order], n: int, kind: int, x: int, y: int) -> int:
    """Add an order unless it is there, or nowhere, or there is no room; how many proposals then."""
    if x == NOWHERE or n >= len(moves):
        return n
    for i in range(n):
        if moves[i].type == kind and moves[i].x == x and moves[i].y == y:
            return n
    write_order(moves[n], kind, x, y)
    return n + 1


@rule
def weigh_teslas(battle: Battle, config: Config, work: Work, seat: int) -> None:
    """Weigh tesla towers in every row."""
    for row in range(config.height):
        work.weights[TESLA_SLOT, row] = columns_struck(battle, config, seat, row)


@rule
def columns_struck(battle: Battle, config: Config, seat: int, row: int) -> int:
    """The columns in which a tower at the front of a row would strike something."""
    count = 0
    for x in range(config.width // 2):
        for y in range(max(0, row - 1), min(config.height, row + 2)):
            if battle.building[cell_in_view(config, 1 - seat, x, y)]:
                count += 1
                break
    return count


@rule
def take_best_row(
    battle: Battle, config: Config, seat: int, slot: int, moves: Records[Order], n: int, work: Work
) -> int:
    """Add the order for the best row that is left for a kind of building; how many proposals then."""
    best = 0
    for row in range(config.height):
        if work.weights[slot, row] > work.weights[slot, best]:
            best = row
    is_left = work.weights[slot, best] > NEVER
    work.weights[slot, best] = 2 * NEVER
    x = column_for(battle, config, seat, TRIED[slot], best) if is_left else NOWHERE
    return add_order(moves, n, TRIED[slot], x, best)


@rule
def column_for(battle: Battle, config: Config, seat: int, kind: int, row: int) -> int:
    """A free cell of a row: at the back for a generator, at the front for a wall or a tesla, else behind."""
    half = config.width // 2
    first = half - 2 if kind == OrderType.ATTACK else half - 1
    for i in range(half):
        x = i if kind == OrderType.ENERGY else (first - i) % half
        if battle.building[cell_in_view(config, seat, x, row)] == Building.NONE:
            return x
    return NOWHERE


# How much speaks for an order


@rule
def weigh_orders(battle: Battle, config: Config, work: Work, seat: int) -> None:
    """Weigh every kind of building in every row."""
    measure_missiles(battle, config, seat, work)
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
    energy = min(MAX_ENERGY_WEIGHED, battle.players[seat].energy) // ENERGY_UNIT
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
    """The weight of a row for a kind of building; its coefficients begin at `at`."""
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
    """The weight of the whole board for a kind of building."""
    weight = WEIGHTS[at + 11] * count_of(own, Building.ENERGY) + WEIGHTS[at + 12] * count_of(own, Building.ATTACK)
    weight += WEIGHTS[at + 13] * count_of(enemy, Building.ATTACK)
    weight += WEIGHTS[at + 14] * count_of(enemy, Building.ENERGY)
    return weight + WEIGHTS[at + 15] * health + WEIGHTS[at + 16] * energy


# How a plan is shown


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """The planned orders by cell, and their rounds."""
    found = []
    for turn, played in enumerate(line):
        move = played.moves[seat]
        if move.type in SHOWN:
            found.append({"x": move.x, "y": move.y, "text": f"{SHOWN[move.type]}{turn or ''}"})
    return found
