"""Scans and explores: keeps a map, avoids lakes and swamps, and fires only at tanks that come close."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.tanks.bots.driving import look_or_explore
from lanista.games.tanks.bots.orders import can_shoot_at, distance, give, shoot_at
from lanista.games.tanks.bots.radar import RadarMemory, learn, nearest
from lanista.games.tanks.rules import NOBODY
from lanista.games.tanks.state import Action, Arena, Config, Order, Tank, Work

MAX_AGE = 60  # turns after which it scans a cell again
MIN_CELLS = 40  # that a scan must refresh
RANGE = 5  # maximum distance of the tanks that it fires at


@rule
def scout(
    arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work, memory: RadarMemory
) -> None:
    """Fire at a tank that comes close, rescan old parts of the map, or explore."""
    me = arena.tanks[config.tank_of[seat]]
    give(move, Action.IDLE, 0)
    if learn(arena, config, seat, memory) and not fire_at_nearest(config, me, memory, RANGE, move):
        look_or_explore(config, me, memory, generator, work, move, MAX_AGE, MIN_CELLS)


@rule
def fire_at_nearest(config: Config, me: Tank, memory: RadarMemory, reach: int, move: Order) -> bool:
    """Shoot at the nearest tank that was just seen, if it is in reach."""
    i = nearest(config, me, memory, 0)
    if i == NOBODY:
        return False
    seen = memory.tanks[i]
    if distance(me, seen.x, seen.y) > reach or not can_shoot_at(config, me, seen.x, seen.y):
        return False
    shoot_at(config, me, seen.x, seen.y, move)
    return True
