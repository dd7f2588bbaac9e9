"""Scans, fires at any tank in range that the scan shows, and scans again."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.tanks.bots.driving import look_or_explore
from lanista.games.tanks.bots.orders import give
from lanista.games.tanks.bots.radar import RadarMemory, learn
from lanista.games.tanks.bots.scout import fire_at_nearest
from lanista.games.tanks.state import MAX_SIDE, Action, Arena, Config, Order, Work

MAX_AGE = 12  # turns after which it scans a cell again
MIN_CELLS = 60  # that a scan must refresh


@rule
def sniper(
    arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work, memory: RadarMemory
) -> None:
    """Fire over the full range of its shells, and scan more often than a scout."""
    me = arena.tanks[config.tank_of[seat]]
    give(move, Action.IDLE, 0)
    if learn(arena, config, seat, memory) and not fire_at_nearest(config, me, memory, MAX_SIDE, move):
        look_or_explore(config, me, memory, generator, work, move, MAX_AGE, MIN_CELLS)
