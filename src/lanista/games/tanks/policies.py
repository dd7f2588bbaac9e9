"""Bots that are rules: they run wherever the rules do, in batches and in the browser."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tanks.hidden import is_hidden, is_occupied
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
    Terrain,
    Work,
)
from lanista.games.tanks.views import is_seen, scan_way

FAR = 1000
NO_WAY = -1
STEPS = 7  # looked at in each direction
# Scores of a direction to drive in
STEP_SCORE = 2  # for each free cell
TURN_COST = 3  # for each rotation
ENEMY_SCORE = 8  # for each 45 degrees that it is closer to the enemy than straight away from it
NOISE = 5  # makes a long drive bend now and then


@rule
def greedy(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Scan, then act on what the scan shows: fire at the nearest enemy in range, or drive to find one."""
    me = arena.tanks[config.tank_of[seat]]
    give(move, Action.IDLE, 0)
    if me.health == 0:
        return
    if scan_way(me) < 0:
        look_again(me, generator, move)
        return
    enemy = best_target(arena, config, me)
    if enemy != NOBODY and can_shoot_at(config, me, arena.tanks[enemy]):
        shoot_at(config, me, arena.tanks[enemy], move)
    else:
        drive(arena, config, me, enemy, generator, move)


@rule
def give(move: Order, action: int, way: int) -> None:
    """Write an action without a target."""
    move.action = action
    move.way = way
    move.x = 0
    move.y = 0
    move.rank = 0


@rule
def look_again(me: Tank, generator: Generator, move: Order) -> None:
    """Repeat every other positional shot; otherwise scan all around, or far ahead."""
    draw = rand_below(generator, 2)
    if draw == 0 and me.action == Action.FIRE_POSITIONAL:
        aim(move, me.target_x, me.target_y)
    elif draw == 0:
        give(move, Action.SCAN_OMNI, 0)
    elif me.mobile:
        give(move, Action.SCAN_MONO, me.orientation)
    else:
        give(move, Action.SCAN_MONO, rand_below(generator, ORIENTATIONS))


# Shots


@rule
def aim(move: Order, x: int, y: int) -> None:
    """Write a positional shot."""
    give(move, Action.FIRE_POSITIONAL, 0)
    move.x = x
    move.y = y


@rule
def best_target(arena: Arena, config: Config, me: Tank) -> int:
    """The nearest living enemy in the scan; those in range come first."""
    best = NOBODY
    lowest = 2 * FAR
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        away = distance(me, tank)
        if away > 0 and tank.health > 0 and not is_hidden(config, me, tank.x, tank.y):
            rank = away if can_shoot_at(config, me, tank) else FAR + away
            if rank < lowest:
                lowest = rank
                best = i
    return best


@rule
def distance(me: Tank, tank: Tank) -> int:
    """The number of steps from one tank to another."""
    return max(abs(tank.x - me.x), abs(tank.y - me.y))


@rule
def can_shoot_at(config: Config, me: Tank, tank: Tank) -> bool:
    """Whether a shot can hurt an enemy without hurting the shooter."""
    away = distance(me, tank)
    if away == 1:
        is_open = is_on_map(config, 2 * tank.x - me.x, 2 * tank.y - me.y)
        return is_open and config.positional_shot_distance > 1
    return away <= config.positional_shot_distance or is_in_line(config, me, tank)


@rule
def is_in_line(config: Config, me: Tank, tank: Tank) -> bool:
    """Whether a cardinal shot reaches an enemy."""
    dx = abs(tank.x - me.x)
    dy = abs(tank.y - me.y)
    return max(dx, dy) <= config.cardinal_shot_distance and min(dx, dy, abs(dx - dy)) == 0


@rule
def shoot_at(config: Config, me: Tank, tank: Tank, move: Order) -> None:
    """Shoot at an enemy; if it is next to the shooter, at the cell behind it, where only the enemy is hurt."""
    away = distance(me, tank)
    if away == 1:
        aim(move, 2 * tank.x - me.x, 2 * tank.y - me.y)
    elif away <= config.positional_shot_distance:
        aim(move, tank.x, tank.y)
    else:
        give(move, Action.FIRE_CARDINAL, way_to(me, tank))


@rule
def way_to(me: Tank, tank: Tank) -> int:
    """The orientation that points best from one tank to another."""
    best = 0
    highest = 0
    for way in range(ORIENTATIONS):
        length = 10 if way % 2 == 0 else 14  # of a step, in tenths
        ahead = (DX[way] * (tank.x - me.x) + DY[way] * (tank.y - me.y)) * FAR // length
        if ahead > highest:
            highest = ahead
            best = way
    return best


# Driving


@rule
def drive(arena: Arena, config: Config, me: Tank, enemy: int, generator: Generator, move: Order) -> None:
    """Turn to the best direction, then go there; look around if no way is open."""
    way = best_way(arena, config, me, enemy, generator)
    if way == NO_WAY:
        give(move, Action.SCAN_OMNI, 0)
    elif way == me.orientation:
        give(move, Action.MOVE, Direction.FORWARD)
    elif (way - me.orientation) % ORIENTATIONS <= ORIENTATIONS // 2:
        give(move, Action.ROTATE, Rotation.CLOCKWISE)
    else:
        give(move, Action.ROTATE, Rotation.COUNTER_CLOCKWISE)


@rule
def best_way(arena: Arena, config: Config, me: Tank, enemy: int, generator: Generator) -> int:
    """The direction with many free cells and few rotations, preferably to the enemy; NO_WAY if none is open."""
    best = NO_WAY
    highest = -FAR
    target = way_to(me, arena.tanks[enemy]) if enemy != NOBODY else 0
    for way in range(ORIENTATIONS):
        score = rand_below(generator, NOISE) - TURN_COST * angle(way, me.orientation)
        if enemy != NOBODY:
            score += ENEMY_SCORE * (ORIENTATIONS // 2 - angle(way, target))
        free = free_cells(arena, config, me, way)
        score += STEP_SCORE * free
        if free > 0 and me.mobile and score > highest:
            highest = score
            best = way
    return best


@rule
def angle(a: int, b: int) -> int:
    """The number of rotations between two orientations, 0 to 4."""
    clockwise = (a - b) % ORIENTATIONS
    return min(clockwise, ORIENTATIONS - clockwise)


@rule
def free_cells(arena: Arena, config: Config, me: Tank, way: int) -> int:
    """How many cells in a direction the scan shows to be fields without a tank."""
    for i in range(1, STEPS + 1):
        x = me.x + i * DX[way]
        y = me.y + i * DY[way]
        if not is_on_map(config, x, y) or is_hidden(config, me, x, y):
            return i - 1
        if config.terrain[y * config.width + x] != Terrain.FIELD or is_occupied(arena, x, y):
            return i - 1
    return STEPS


# A quick bot for playouts


@rule
def hunter(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Fire at the nearest enemy that the scan shows in range, perhaps twice, or drive to find one; then scan."""
    me = arena.tanks[config.tank_of[seat]]
    give(move, Action.IDLE, 0)
    if me.health == 0:
        return
    if scan_way(me) >= 0:
        target = quick_target(arena, config, me)
        if target != NOBODY and can_shoot_at(config, me, arena.tanks[target]):
            shoot_at(config, me, arena.tanks[target], move)
        else:
            towards = me.orientation if target == NOBODY else way_to(me, arena.tanks[target])
            drive_on(arena, config, me, towards, generator, move)
    elif has_fired(me) and rand_below(generator, 2) == 0:
        repeat_shot(me, move)
    else:
        look_around(generator, move)


@rule
def quick_target(arena: Arena, config: Config, me: Tank) -> int:
    """The nearest living enemy that the scan shows; those in range come first."""
    best = NOBODY
    lowest = 2 * FAR
    way = scan_way(me)
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        away = distance(me, tank)
        if tank.health > 0 and 0 < away < lowest and is_seen(config, me, way, tank.x, tank.y):
            rank = away if can_shoot_at(config, me, tank) else FAR + away
            if rank < lowest:
                lowest = rank
                best = i
    return best


@rule
def has_fired(me: Tank) -> bool:
    """Whether the last action was a shot."""
    return me.action == Action.FIRE_POSITIONAL or me.action == Action.FIRE_CARDINAL  # noqa: PLR1714


@rule
def repeat_shot(me: Tank, move: Order) -> None:
    """Fire as in the last turn."""
    move.action = me.action
    move.way = me.way
    move.x = me.target_x
    move.y = me.target_y


@rule
def look_around(generator: Generator, move: Order) -> None:
    """Every other scan goes all around, the others in any direction."""
    draw = rand_below(generator, 2 * ORIENTATIONS)
    if draw < ORIENTATIONS:
        give(move, Action.SCAN_MONO, draw)
    else:
        give(move, Action.SCAN_OMNI, 0)


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


POLICIES = (hunter, greedy)
