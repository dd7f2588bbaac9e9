"""Weighs shots by their expected points, hunts the tanks it has seen, and moves away when hit."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tanks.bots.driving import approach, look_or_explore
from lanista.games.tanks.bots.orders import can_shoot_at, distance, give, go, scan, shoot_at, way_to
from lanista.games.tanks.bots.radar import WAYS, RadarMemory, RadarSighting, best_scan, is_free, learn, nearest
from lanista.games.tanks.rules import NOBODY
from lanista.games.tanks.state import DX, DY, ORIENTATIONS, Action, Arena, Config, Direction, Order, Tank, Work

MAX_AGE = 16  # turns after which it scans a cell again
MIN_CELLS = 70  # that a scan must refresh
# In thousandths, for a first and a second shot
STAYS = (750, 562)  # probability that a tank is still where it was seen ...
STAYS_ON = (930, 865)  # ... and if it was already there before that
KILLS = (100, 600)  # probability that a hit is the final blow
MIN_WORTH = 900  # expected points of a shot
HUNTS = 3  # turns for which it hunts a tank after a sighting
NEAR = 16  # maximum distance to a tank that it hunts


@rule
def greedy(
    arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work, memory: RadarMemory
) -> None:
    """Take a good shot, dodge, hunt a tank, or look for one."""
    me = arena.tanks[config.tank_of[seat]]
    give(move, Action.IDLE, 0)
    if not learn(arena, config, seat, memory) or shoot(config, me, memory, move):
        return
    if not dodge(config, me, memory, generator, move) and not hunt(config, me, memory, generator, move):
        look_or_explore(config, me, memory, generator, work, move, MAX_AGE, MIN_CELLS)


@rule
def shoot(config: Config, me: Tank, memory: RadarMemory, move: Order) -> bool:
    """Take the shot with the most expected points, if that is enough."""
    best = NOBODY
    highest = MIN_WORTH - 1
    for i in range(config.seats):
        seen = memory.tanks[i]
        if memory.turn - seen.turn <= 1 and seen.turn > 0 and can_shoot_at(config, me, seen.x, seen.y):
            points = expected_points(config, me, memory, seen)
            if points > highest:
                highest = points
                best = i
    if best == NOBODY:
        return False
    shoot_at(config, me, memory.tanks[best].x, memory.tanks[best].y, move)
    return True


@rule
def expected_points(config: Config, me: Tank, memory: RadarMemory, seen: RadarSighting) -> int:
    """The expected points of a shot in thousandths; a positional one still hits a tank that moves one step."""
    shot = memory.turn - seen.turn
    stays = STAYS_ON[shot] if seen.still > 0 else STAYS[shot]
    kill = KILLS[shot] * config.final_blow_points
    away = distance(me, seen.x, seen.y)
    direct = 1000 * config.direct_points + kill
    beside = 1000 * config.indirect_points + kill
    if away == 1:
        return stays * beside // 1000
    if away > config.positional_shot_distance:
        return stays * direct // 1000
    return (stays * direct + (1000 - stays) * beside) // 1000


@rule
def dodge(config: Config, me: Tank, memory: RadarMemory, generator: Generator, move: Order) -> bool:
    """Drive on after a hit, or step forward or backwards; also away from a tank that is too close to shoot at."""
    if not me.mobile or not (memory.lost > 0 or is_crowded(config, me, memory)):
        return False
    ahead = me.orientation
    back = (me.orientation + ORIENTATIONS // 2) % ORIENTATIONS
    draw = rand_below(generator, 2)
    backwards = me.way if me.action == Action.MOVE else draw
    way = back if backwards == Direction.BACKWARDS else ahead
    if not is_free(config, memory, me.x + DX[way], me.y + DY[way]):
        way = ahead + back - way
    if not is_free(config, memory, me.x + DX[way], me.y + DY[way]):
        return False
    go(me, way, move)
    return True


@rule
def is_crowded(config: Config, me: Tank, memory: RadarMemory) -> bool:
    """Whether a tank was just seen next to this one."""
    i = nearest(config, me, memory, 1)
    return i != NOBODY and distance(me, memory.tanks[i].x, memory.tanks[i].y) <= 1


@rule
def hunt(config: Config, me: Tank, memory: RadarMemory, generator: Generator, move: Order) -> bool:
    """Scan a tank in range again, or go where it can be shot at."""
    i = nearest(config, me, memory, HUNTS)
    if i == NOBODY:
        return False
    x = memory.tanks[i].x
    y = memory.tanks[i].y
    away = distance(me, x, y)
    if can_shoot_at(config, me, x, y):
        best = best_scan(config, me, memory, MAX_AGE, x, y)
        scan(move, best % WAYS)
        return best >= 0
    if away > NEAR or not me.mobile:
        return False
    steps = max(1, away - config.positional_shot_distance)
    return approach(config, me, memory, way_to(me, x, y), steps, generator, move)
