"""What stands and flies in the rows of a player, and how good a row is for an order."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.tower_defence.rules import own_cell, shooter
from lanista.games.tower_defence.state import CELLS, WIDTH, Battle, Building, Config, OrderType

WALL_STOPS = 2  # turrets that a wall is enough against


@rule
def row_cost(battle: Battle, config: Config, seat: int, kind: int, row: int) -> int:
    """How bad a row is for an order."""
    enemy = 1 - seat
    turrets = count_in_row(battle, config, enemy, Building.ATTACK, row)
    if kind == OrderType.ENERGY:
        return 2 * turrets + missiles_against(battle, seat, row, row + 1)
    if kind == OrderType.DEFENSE:
        return -excess(battle, config, seat, row)
    targets = turrets + count_in_row(battle, config, enemy, Building.ENERGY, row)
    walls = count_in_row(battle, config, enemy, Building.DEFENSE, row)
    return 2 * walls + 2 * count_in_row(battle, config, seat, Building.ATTACK, row) - targets


@rule
def count_in_row(battle: Battle, config: Config, seat: int, building: int, row: int) -> int:
    """A player's buildings of a kind in a row."""
    count = 0
    for x in range(config.width // 2):
        if battle.building[own_cell(config, seat, x, row)] == building:
            count += 1
    return count


@rule
def count_all(battle: Battle, config: Config, seat: int, building: int) -> int:
    """A player's buildings of a kind."""
    count = 0
    for row in range(config.height):
        count += count_in_row(battle, config, seat, building, row)
    return count


@rule
def missiles_against(battle: Battle, seat: int, first: int, end: int) -> int:
    """The enemy's missiles in these rows."""
    count = 0
    for i in range(battle.n_missiles):
        row = battle.missiles[i] % CELLS // WIDTH
        if shooter(battle.missiles[i]) != seat and first <= row < end:
            count += 1
    return count


@rule
def excess(battle: Battle, config: Config, seat: int, row: int) -> int:
    """The enemy's turrets in a row beyond those that the walls there stop."""
    walls = count_in_row(battle, config, seat, Building.DEFENSE, row)
    return count_in_row(battle, config, 1 - seat, Building.ATTACK, row) - WALL_STOPS * walls
