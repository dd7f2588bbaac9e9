"""Observations for learners, as numbers: a player's last scan, and its tank."""

from __future__ import annotations

from lanista.engine import Ints, Number, ObservationSpec, Plane, rule
from lanista.games.tanks.settings import MAX_HEALTH
from lanista.games.tanks.state import (
    MAX_SCAN,
    MAX_SEATS,
    MAX_SIDE,
    MAX_TURNS,
    ORIENTATIONS,
    Action,
    Arena,
    Config,
    Orientation,
    Tank,
    Terrain,
)
from lanista.games.tanks.views import is_seen, scan_left, scan_top, scan_way

# The scanned square, row by row: a code for each cell. A tank or a wreck hides what it stands on.
SQUARE = MAX_SCAN * MAX_SCAN
UNKNOWN = 0
TERRAIN = 1  # the code of the first terrain
OUTSIDE = TERRAIN + len(Terrain)
TANK = OUTSIDE + 1  # a living one that faces north, then clockwise
WRECK = TANK + ORIENTATIONS
STUCK = WRECK + 1  # a living tank in a swamp that faces north, then clockwise

FARTHEST = 32767
NO_SCAN = -1


def _scan_codes() -> tuple[tuple[int, str], ...]:
    names = [name.name.lower().replace("_", "-") for name in Orientation]
    return (
        (UNKNOWN, "unknown"),
        *((TERRAIN + kind, kind.name.lower()) for kind in Terrain),
        (OUTSIDE, "outside the map"),
        *((TANK + i, f"tank facing {name}") for i, name in enumerate(names)),
        (WRECK, "wreck"),
        *((STUCK + i, f"tank in a swamp facing {name}") for i, name in enumerate(names)),
    )


def _edge(direction: str) -> Number:
    return Number(f"cells to the {direction}", -1, MAX_SIDE, "of the tank on the map", unit=MAX_SCAN)


OBSERVATION = ObservationSpec.of(
    Plane(
        "scan",
        (MAX_SCAN, MAX_SCAN),
        UNKNOWN,
        STUCK + ORIENTATIONS - 1,
        "the square scanned in the last turn, north up, without the tank itself; unknown without a scan",
        codes=_scan_codes(),
    ),
    Number("own column in the scan", NO_SCAN, MAX_SCAN - 1, "-1 without a scan"),
    Number("own row in the scan", NO_SCAN, MAX_SCAN - 1, "-1 without a scan"),
    Number("turn", 0, MAX_TURNS, "turns played", unit=1000),
    Number("id", 0, MAX_SEATS, "tanks act in the order of their ids"),
    Number("health", 0, MAX_HEALTH, unit=100),
    Number("mobile", 0, 1, "0 in a swamp"),
    Number("orientation", 0, ORIENTATIONS - 1, codes=tuple((int(way), way.name.lower()) for way in Orientation)),
    *(_edge(direction) for direction in ("west", "north", "east", "south")),
    Number("last action", 0, len(Action) - 1, codes=tuple((int(kind), kind.name.lower()) for kind in Action)),
    Number("way of the last action", 0, ORIENTATIONS - 1, "its direction, rotation or orientation"),
    Number("columns to its target", -FARTHEST, FARTHEST, "of a positional shot, else 0", unit=7),
    Number("rows to its target", -FARTHEST, FARTHEST, "of a positional shot, else 0", unit=7),
)


@rule
def observe(arena: Arena, config: Config, seat: int, row: Ints) -> None:
    """Write the observation of a seat into a row."""
    i = config.tank_of[seat]
    tank = arena.tanks[i]
    way = scan_way(tank) if tank.health > 0 else -1
    if way >= 0:
        left = scan_left(config, tank, way)
        top = scan_top(config, tank, way)
        observe_terrain(config, left, top, row)
        observe_tanks(arena, config, i, way, row)
        row[SQUARE] = tank.x - left
        row[SQUARE + 1] = tank.y - top
    else:
        row[:SQUARE] = UNKNOWN
        row[SQUARE] = NO_SCAN
        row[SQUARE + 1] = NO_SCAN
    row[SQUARE + 2] = arena.turn
    row[SQUARE + 3] = i + 1 if i < arena.n_tanks else 0
    observe_tank(tank, config, row)
    observe_action(tank, row)


@rule
def observe_terrain(config: Config, left: int, top: int, row: Ints) -> None:
    """Write the cells of a scan; those beyond its square stay unknown."""
    side = config.scanning_distance
    row[:SQUARE] = UNKNOWN - TERRAIN
    first = max(0, -left)
    last = min(side, config.width - left)
    for i in range(side):
        y = top + i
        at = i * MAX_SCAN
        row[at : at + side] = OUTSIDE - TERRAIN
        if 0 <= y < config.height and first < last:
            cell = y * config.width + left
            row[at + first : at + last] = config.terrain[cell + first : cell + last]
    for at in range(SQUARE):
        row[at] += TERRAIN


@rule
def observe_tanks(arena: Arena, config: Config, scanner: int, way: int, row: Ints) -> None:
    """Put the other tanks and wrecks of a scan in place of their cells."""
    left = scan_left(config, arena.tanks[scanner], way)
    top = scan_top(config, arena.tanks[scanner], way)
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        if i != scanner and is_seen(config, arena.tanks[scanner], way, tank.x, tank.y):
            at = (tank.y - top) * MAX_SCAN + tank.x - left
            row[at] = tank_code(tank, row[at] - TERRAIN)


@rule
def tank_code(tank: Tank, terrain: int) -> int:
    """The code of a tank or wreck on a cell."""
    if tank.health <= 0:
        return WRECK
    return tank.orientation + (STUCK if terrain == Terrain.SWAMP else TANK)


@rule
def observe_tank(tank: Tank, config: Config, row: Ints) -> None:
    """Write the numbers of the player's tank, and the distances to the edges of the map."""
    row[SQUARE + 4] = tank.health
    row[SQUARE + 5] = tank.mobile
    row[SQUARE + 6] = tank.orientation
    row[SQUARE + 7] = tank.x
    row[SQUARE + 8] = tank.y
    row[SQUARE + 9] = config.width - 1 - tank.x
    row[SQUARE + 10] = config.height - 1 - tank.y


@rule
def observe_action(tank: Tank, row: Ints) -> None:
    """Write the last action, and the distance of its target."""
    row[SQUARE + 11] = tank.action
    row[SQUARE + 12] = tank.way
    row[SQUARE + 13] = 0
    row[SQUARE + 14] = 0
    if tank.action == Action.FIRE_POSITIONAL:
        row[SQUARE + 13] = max(-FARTHEST, min(FARTHEST, tank.target_x - tank.x))
        row[SQUARE + 14] = max(-FARTHEST, min(FARTHEST, tank.target_y - tank.y))
