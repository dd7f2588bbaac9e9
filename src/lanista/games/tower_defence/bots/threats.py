"""Missiles that get through: the rows where they do, and the cells where a building would stop them in time."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.tower_defence.bots.rows import NOWHERE, first_free
from lanista.games.tower_defence.rules import column, shooter
from lanista.games.tower_defence.state import BUILT_BY, CELLS, WIDTH, Battle, Building, Config, Work

WALL_STOPS = 4  # missiles, as long as it is whole
FAR = 100  # columns away: no missile


@rule
def measure_missiles(battle: Battle, config: Config, seat: int, work: Work) -> None:
    """Write the number of the enemy's missiles in each row, and the columns of the first and the last of them."""
    for row in range(config.height):
        work.coming[row] = 0
        work.nearest[row] = FAR
        work.farthest[row] = NOWHERE
    for i in range(battle.n_missiles):
        missile = battle.missiles[i]
        if shooter(missile) != seat:
            x = column(missile)
            x = config.width - 1 - x if seat else x
            row = (missile & (CELLS - 1)) // WIDTH
            work.coming[row] += 1
            work.nearest[row] = min(work.nearest[row], x)
            work.farthest[row] = max(work.farthest[row], x)


@rule
def leaks_of(battle: Battle, config: Config, seat: int, row: int, work: Work) -> int:
    """The missiles in flight that will hit the base: more than the buildings of a row can stop.

    Missiles have passed the buildings behind them; `measure_missiles` must have been called.
    """
    if work.coming[row] == 0:
        return 0
    stops = 0
    first = row * WIDTH + (config.width - 1 if seat else 0)
    for x in range(min(config.width // 2, work.nearest[row])):
        cell = first - x if seat else first + x
        if battle.building[cell] == Building.DEFENSE:
            stops += WALL_STOPS
        elif battle.building[cell]:
            stops += 1
    return max(0, work.coming[row] - stops)


@rule
def count_leaks(battle: Battle, config: Config, seat: int, work: Work) -> int:
    """The missiles in flight that will hit the base, in all rows."""
    leaks = 0
    for row in range(config.height):
        leaks += leaks_of(battle, config, seat, row, work)
    return leaks


@rule
def stopping_column(battle: Battle, config: Config, seat: int, row: int, kind: int, x: int) -> int:
    """The first free column at which a building is finished before a missile in column x gets there."""
    flown = config.attack_speed * config.construction_time[BUILT_BY[kind]]
    first = min(config.width // 2 - 1, x - 1 - flown)
    return first_free(battle, config, seat, row, first, -(first + 1)) if first >= 0 else NOWHERE


@rule
def leaking_column(work: Work, row: int, leaks: int) -> int:
    """The column of the missile to stop: the first one if none is stopped, otherwise the last."""
    return work.nearest[row] if leaks == work.coming[row] else work.farthest[row]
