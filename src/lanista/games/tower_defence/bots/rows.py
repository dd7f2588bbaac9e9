"""Rows of the board: their buildings and missiles, and an order for the best one."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.tower_defence.rules import cell_in_view
from lanista.games.tower_defence.state import (
    BUILT_BY,
    CELLS,
    WIDTH,
    Battle,
    Building,
    Config,
    Order,
    OrderType,
    Work,
)

NOWHERE = -1

# What stands in a player's half of a row, as one number: a byte for the count of each kind of building
ONE_OF = (0, 1, 1 << 8, 1 << 16, 1 << 24)
BYTE = 255


# What stands and flies


@rule
def contents(battle: Battle, config: Config, seat: int, row: int) -> int:
    """The buildings in a player's half of a row."""
    half = config.width // 2
    first = row * WIDTH + half * seat
    found = 0
    for cell in range(first, first + half):
        found += ONE_OF[battle.building[cell]]
    return found


@rule
def all_contents(battle: Battle, config: Config, seat: int) -> int:
    """The buildings of a player."""
    found = 0
    for row in range(config.height):
        found += contents(battle, config, seat, row)
    return found


@rule
def count_standing(battle: Battle, config: Config, seat: int, work: Work) -> int:
    """Write the buildings of a player in each row into `work.standing`; returns those of all rows."""
    found = 0
    for row in range(config.height):
        work.standing[row] = contents(battle, config, seat, row)
        found += work.standing[row]
    return found


@rule
def count_all(contents: int) -> int:
    """The number of buildings of all kinds."""
    halves = contents + (contents >> 16)
    return halves + (halves >> 8) & BYTE


@rule
def count_of(contents: int, building: int) -> int:
    """The number of buildings of a kind."""
    return contents >> (8 * building - 8) & BYTE


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
def measure_threats(battle: Battle, config: Config, seat: int, work: Work) -> None:
    """Write the threats to each row into `work.costs`: the enemy's turrets, twice, and missiles."""
    count_coming(battle, config, work, seat)
    for row in range(config.height):
        theirs = contents(battle, config, 1 - seat, row)
        work.costs[row] = 2 * count_of(theirs, Building.ATTACK) + work.coming[row]


# Orders


@rule
def write_order(move: Order, kind: int, x: int, y: int) -> None:
    """Write an order."""
    move.type = kind
    move.x = x
    move.y = y
    move.faults = 0


@rule
def can_pay(battle: Battle, config: Config, seat: int, kind: int) -> bool:
    """Whether a player has the energy for a building."""
    return battle.players[seat].energy >= config.price[BUILT_BY[kind]]


@rule
def first_free(battle: Battle, config: Config, seat: int, row: int, first: int, columns: int) -> int:
    """The first free one of some columns of a row in the player's view; they lead to the back if below 0."""
    for i in range(abs(columns)):
        x = first - i if columns < 0 else first + i
        if battle.building[cell_in_view(config, seat, x, row)] == Building.NONE:
            return x
    return NOWHERE


@rule
def order_in_cheapest_row(
    battle: Battle, config: Config, seat: int, kind: int, first: int, columns: int, move: Order, work: Work
) -> None:
    """Order a building on the first free cell of the row whose `work.costs` is lowest; without any, nothing."""
    write_order(move, OrderType.NOTHING, 0, 0)
    lowest = 0
    for row in range(config.height):
        if move.type == OrderType.NOTHING or work.costs[row] < lowest:
            x = first_free(battle, config, seat, row, first, columns)
            if x != NOWHERE:
                lowest = work.costs[row]
                write_order(move, kind, x, row)
