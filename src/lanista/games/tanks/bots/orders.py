"""How bots write their moves: shots, scans, and the steps and turns of a drive."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.tanks.rules import is_on_map
from lanista.games.tanks.state import (
    DX,
    DY,
    ORIENTATIONS,
    Action,
    Config,
    Direction,
    Order,
    Rotation,
    Tank,
)
from lanista.games.tanks.views import OMNI

FAR = 1000  # more than any distance


@rule
def give(move: Order, action: int, way: int) -> None:
    """Write an action without a target."""
    move.action = action
    move.way = way
    move.x = 0
    move.y = 0
    move.rank = 0


@rule
def scan(move: Order, way: int) -> None:
    """Write a scan: in one direction, or OMNI."""
    if way == OMNI:
        give(move, Action.SCAN_OMNI, 0)
    else:
        give(move, Action.SCAN_MONO, way)


# Shots


@rule
def aim(move: Order, x: int, y: int) -> None:
    """Write a positional shot."""
    give(move, Action.FIRE_POSITIONAL, 0)
    move.x = x
    move.y = y


@rule
def distance(me: Tank, x: int, y: int) -> int:
    """The number of steps from a tank to a cell."""
    return max(abs(x - me.x), abs(y - me.y))


@rule
def can_shoot_at(config: Config, me: Tank, x: int, y: int) -> bool:
    """Whether a shot can hurt an enemy on a cell without hurting the shooter."""
    away = distance(me, x, y)
    if away == 1:
        is_open = is_on_map(config, 2 * x - me.x, 2 * y - me.y)
        return is_open and config.positional_shot_distance > 1
    return away <= config.positional_shot_distance or is_in_line(config, me, x, y)


@rule
def is_in_line(config: Config, me: Tank, x: int, y: int) -> bool:
    """Whether a cardinal shot reaches a cell."""
    dx = abs(x - me.x)
    dy = abs(y - me.y)
    return max(dx, dy) <= config.cardinal_shot_distance and min(dx, dy, abs(dx - dy)) == 0


@rule
def shoot_at(config: Config, me: Tank, x: int, y: int, move: Order) -> None:
    """Shoot at an enemy; if it is next to the shooter, at the cell behind it, where only the enemy is hurt."""
    away = distance(me, x, y)
    if away == 1:
        aim(move, 2 * x - me.x, 2 * y - me.y)
    elif away <= config.positional_shot_distance:
        aim(move, x, y)
    else:
        give(move, Action.FIRE_CARDINAL, way_to(me, x, y))


@rule
def way_to(me: Tank, x: int, y: int) -> int:
    """The orientation that points best from a tank to a cell."""
    best = 0
    highest = 0
    for way in range(ORIENTATIONS):
        length = 10 if way % 2 == 0 else 14  # of a step, in tenths
        ahead = (DX[way] * (x - me.x) + DY[way] * (y - me.y)) * FAR // length
        if ahead > highest:
            highest = ahead
            best = way
    return best


@rule
def has_fired(me: Tank) -> bool:
    """Whether the last action was a shot."""
    return me.action == Action.FIRE_POSITIONAL or me.action == Action.FIRE_CARDINAL  # noqa: PLR1714


@rule
def repeat_shot(me: Tank, move: Order) -> None:
    """Fire as in the last turn."""
    give(move, me.action, me.way)
    move.x = me.target_x
    move.y = me.target_y


# Drives


@rule
def go(me: Tank, way: int, move: Order) -> None:
    """Drive in a direction, forward or backwards, or take the shorter turn for it."""
    turns = (way - me.orientation) % ORIENTATIONS
    if turns == 0:
        give(move, Action.MOVE, Direction.FORWARD)
    elif turns == ORIENTATIONS // 2:
        give(move, Action.MOVE, Direction.BACKWARDS)
    elif turns <= ORIENTATIONS // 4 or turns == ORIENTATIONS // 2 + 1:
        give(move, Action.ROTATE, Rotation.CLOCKWISE)
    else:
        give(move, Action.ROTATE, Rotation.COUNTER_CLOCKWISE)


@rule
def angle(a: int, b: int) -> int:
    """The number of rotations between two orientations, 0 to 4."""
    clockwise = (a - b) % ORIENTATIONS
    return min(clockwise, ORIENTATIONS - clockwise)
