"""Hooks of the searcher: a battle's value, the moves to try, and how plans are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.engine import Generator, Records, rule
from lanista.game import Played
from lanista.game.tuning import SearchTuning
from lanista.games.tanks.bots.hunter import is_open
from lanista.games.tanks.bots.orders import (
    aim,
    can_shoot_at,
    distance,
    give,
    has_fired,
    is_in_line,
    repeat_shot,
    shoot_at,
    way_to,
)
from lanista.games.tanks.rules import NOBODY, is_on_map
from lanista.games.tanks.state import (
    DX,
    DY,
    ORIENTATIONS,
    Action,
    Arena,
    Config,
    Direction,
    Order,
    Rotation,
    Tank,
    Work,
)

TUNING = SearchTuning(
    policy="hunter", turns=24, depth=1, width=24, explore=8.0, trust=1.0, rivals=False, worlds=24
)

WIN = 1000  # the scale of `reward`
POINT = 100  # what a point is worth
CLOSE = 400  # a lead of this is worth half a win
TARGETS = 3  # enemies that are worth a shot


# What a battle is worth


@rule
def value(arena: Arena, config: Config, seat: int, work: Work) -> int:
    """A tank's mean lead over each other one."""
    mine = config.tank_of[seat]
    standing = prospects(config, arena.tanks[mine])
    total = 0
    for i in range(arena.n_tanks):
        if i != mine:
            lead = standing - prospects(config, arena.tanks[i])
            total += lead * WIN // (CLOSE + abs(lead))
    return total // max(1, config.seats - 1)


@rule
def prospects(config: Config, tank: Tank) -> int:
    """The points of a tank, and those for survival as far as its health promises them."""
    if tank.health == 0:
        return POINT * tank.score
    survival = POINT * config.survival_points * (config.full_health + tank.health) // (2 * config.full_health)
    return POINT * tank.score + survival


# Moves worth a try


@rule
def propose(
    arena: Arena, config: Config, seat: int, generator: Generator, moves: Records[Order], work: Work
) -> int:
    """Shots at the nearest enemies, the last shot again, scans, and moves that lead onto fields."""
    me = arena.tanks[config.tank_of[seat]]
    n = propose_shots(arena, config, me, moves)
    if has_fired(me) and n < len(moves):
        repeat_shot(me, moves[n])
        n += 1
    n = propose_plain(moves, n, Action.SCAN_OMNI, 0)
    if me.mobile:
        n = propose_drives(arena, config, me, moves, n)
    for way in range(ORIENTATIONS):
        n = propose_plain(moves, n, Action.SCAN_MONO, way)
    return n


@rule
def propose_plain(moves: Records[Order], n: int, action: int, way: int) -> int:
    """Add an action without a target, if there is room; returns how many moves there are."""
    if n < len(moves):
        give(moves[n], action, way)
        n += 1
    return n


@rule
def propose_drives(arena: Arena, config: Config, me: Tank, moves: Records[Order], n: int) -> int:
    """Add steps onto fields, and rotations."""
    if is_open(arena, config, me, me.orientation):
        n = propose_plain(moves, n, Action.MOVE, Direction.FORWARD)
    if is_open(arena, config, me, (me.orientation + ORIENTATIONS // 2) % ORIENTATIONS):
        n = propose_plain(moves, n, Action.MOVE, Direction.BACKWARDS)
    n = propose_plain(moves, n, Action.ROTATE, Rotation.CLOCKWISE)
    return propose_plain(moves, n, Action.ROTATE, Rotation.COUNTER_CLOCKWISE)


@rule
def propose_shots(arena: Arena, config: Config, me: Tank, moves: Records[Order]) -> int:
    """Write shots at the nearest enemies: at their cells, and at the next ones if they drive on."""
    n = 0
    beyond = 0
    for _ in range(TARGETS):
        i = next_target(arena, config, me, beyond)
        if i != NOBODY:
            beyond = distance(me, arena.tanks[i].x, arena.tanks[i].y)
            n = propose_shots_at(config, me, arena.tanks[i], moves, n)
    return n


@rule
def next_target(arena: Arena, config: Config, me: Tank, beyond: int) -> int:
    """The nearest enemy in range that is farther away than a distance."""
    best = NOBODY
    lowest = config.width + config.height
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        away = distance(me, tank.x, tank.y)
        if tank.health > 0 and beyond < away < lowest and can_shoot_at(config, me, tank.x, tank.y):
            lowest = away
            best = i
    return best


@rule
def propose_shots_at(config: Config, me: Tank, tank: Tank, moves: Records[Order], n: int) -> int:
    """Add shots at a tank, at the cells before and behind it, and along a line that leads to it."""
    if n < len(moves):
        shoot_at(config, me, tank.x, tank.y, moves[n])
        n += 1
    for sign in range(-1, 2, 2):
        x = tank.x + sign * DX[tank.orientation]
        y = tank.y + sign * DY[tank.orientation]
        away = max(abs(x - me.x), abs(y - me.y))
        if n < len(moves) and 1 < away <= config.positional_shot_distance and is_on_map(config, x, y):
            aim(moves[n], x, y)
            n += 1
    away = distance(me, tank.x, tank.y)
    if is_in_line(config, me, tank.x, tank.y) and 1 < away <= config.positional_shot_distance:
        n = propose_plain(moves, n, Action.FIRE_CARDINAL, way_to(me, tank.x, tank.y))
    return n


# How a plan is shown


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """The planned path and shots of a tank, and its actions on the way."""
    found = []
    for turn, played in enumerate(line, 1):
        arena, config = played.before.record, played.before.const
        me, move = arena.tanks[config.tank_of[seat]], played.moves[seat]
        to = _aimed_at(config, me, move)
        if to is not None:
            found.append({"x": me.x, "y": me.y, "to": to})
        if move.action not in (Action.MOVE, Action.IDLE):
            found.append({"x": me.x, "y": me.y, "text": f"{turn} {move.action.name}"})
    return found


def _aimed_at(config: Config, me: Tank, move: Any) -> list[int] | None:
    """The cell that a move drives to or fires at."""
    if move.action is Action.FIRE_POSITIONAL:
        return [move.x, move.y]
    if move.action is Action.FIRE_CARDINAL:
        reach, way = config.cardinal_shot_distance, move.way
    elif move.action is Action.MOVE:
        reach, way = 1 if move.way == Direction.FORWARD else -1, me.orientation
    else:
        return None
    x, y = me.x + reach * DX[way], me.y + reach * DY[way]
    return [max(0, min(config.width - 1, x)), max(0, min(config.height - 1, y))]
