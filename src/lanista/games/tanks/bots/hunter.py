"""Fires at the nearest enemy that its scan shows, perhaps twice, or drives to find one; remembers nothing."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tanks.bots.orders import (
    FAR,
    can_shoot_at,
    distance,
    give,
    go,
    has_fired,
    repeat_shot,
    scan,
    shoot_at,
    way_to,
)
from lanista.games.tanks.learn.hidden import is_hidden, is_occupied
from lanista.games.tanks.rules import NOBODY, is_on_map
from lanista.games.tanks.state import DX, DY, ORIENTATIONS, Action, Arena, Config, Order, Tank, Terrain, Work
from lanista.games.tanks.views import OMNI, is_seen, scan_way


@rule
def hunter(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Fire at the nearest enemy that the scan shows in range, perhaps twice, or drive to find one; then scan."""
    me = arena.tanks[config.tank_of[seat]]
    give(move, Action.IDLE, 0)
    if me.health == 0:
        return
    if scan_way(me) >= 0:
        act_on_scan(arena, config, me, generator, move)
    elif has_fired(me) and rand_below(generator, 2) == 0:
        repeat_shot(me, move)
    else:
        look_around(generator, move)


@rule
def act_on_scan(arena: Arena, config: Config, me: Tank, generator: Generator, move: Order) -> None:
    """Fire at the nearest enemy in range, or drive to the nearest one or straight on."""
    target = quick_target(arena, config, me)
    if target == NOBODY:
        drive_on(arena, config, me, me.orientation, generator, move)
        return
    x = arena.tanks[target].x
    y = arena.tanks[target].y
    if can_shoot_at(config, me, x, y):
        shoot_at(config, me, x, y, move)
    else:
        drive_on(arena, config, me, way_to(me, x, y), generator, move)


@rule
def quick_target(arena: Arena, config: Config, me: Tank) -> int:
    """The nearest living enemy that the scan shows; those in range come first."""
    best = NOBODY
    lowest = 2 * FAR
    way = scan_way(me)
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        away = distance(me, tank.x, tank.y)
        if tank.health > 0 and 0 < away < lowest and is_seen(config, me, way, tank.x, tank.y):
            rank = away if can_shoot_at(config, me, tank.x, tank.y) else FAR + away
            if rank < lowest:
                lowest = rank
                best = i
    return best


@rule
def look_around(generator: Generator, move: Order) -> None:
    """Every other scan goes all around, the others in any direction."""
    scan(move, min(rand_below(generator, 2 * ORIENTATIONS), OMNI))


@rule
def drive_on(arena: Arena, config: Config, me: Tank, towards: int, generator: Generator, move: Order) -> None:
    """Take a step in a direction or nearly so, or turn for it; look around where that is impossible."""
    bend = 1 if rand_below(generator, 2) == 0 else ORIENTATIONS - 1
    way = towards
    if not is_clear(arena, config, me, way):
        way = (towards + bend) % ORIENTATIONS
    if not is_clear(arena, config, me, way):
        way = (towards + 2 * bend) % ORIENTATIONS
    if me.mobile and is_clear(arena, config, me, way):
        go(me, way, move)
    else:
        look_around(generator, move)


@rule
def is_clear(arena: Arena, config: Config, me: Tank, way: int) -> bool:
    """Whether the scan shows that the next cell in a direction is a field without a tank."""
    return not is_hidden(config, me, me.x + DX[way], me.y + DY[way]) and is_open(arena, config, me, way)


@rule
def is_open(arena: Arena, config: Config, me: Tank, way: int) -> bool:
    """Whether the next cell in a direction is a field without a tank."""
    x = me.x + DX[way]
    y = me.y + DY[way]
    if not is_on_map(config, x, y) or config.terrain[y * config.width + x] != Terrain.FIELD:
        return False
    return not is_occupied(arena, x, y)
