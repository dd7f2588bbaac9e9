"""Redraws what a seat cannot see: terrain and tanks outside its scan, and data that no scan reveals."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lanista.engine import State
from lanista.games.tanks.moves import PLAIN
from lanista.games.tanks.state import MAX_TURNS, ORIENTATIONS, Action, Arena, Config, Tank, Terrain
from lanista.games.tanks.views import scan_left, scan_top, scan_way

Moment = State[Arena, Config]
Random = np.random.Generator
MAX_SCORE = 60


def redraw_hidden(state: Moment, seat: int, seed: int) -> Moment:
    """The same state with everything that the seat cannot see drawn at random."""
    random = np.random.default_rng(seed)
    other: Moment = State(state.rules, state.clone().data, state.fixed.copy())
    arena, config = other.record, other.const
    mine = config.tank_of[seat]
    hidden = hidden_cells(arena, config, mine)
    redraw_terrain(other, hidden, random)
    redraw_seats(arena, config, seat, random)
    cells = random.permutation(np.flatnonzero(hidden)).tolist()
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        tank.score = int(random.integers(MAX_SCORE))
        if i != mine:
            redraw_action(tank, random)
            is_hidden = bool(hidden[tank.y * config.width + tank.x])
            redraw_health(other, tank, random, is_hidden=is_hidden)
            if is_hidden:
                redraw_position(config, tank, cells.pop(), random)
    if not arena.over:
        config.max_turns = int(random.integers(arena.turn + 1, MAX_TURNS))
    return other


def hidden_cells(arena: Arena, config: Config, mine: int) -> npt.NDArray[np.bool_]:
    """A mask of the cells that a tank does not see; it always knows its own."""
    hidden = np.ones((config.height, config.width), dtype=np.bool_)
    me = arena.tanks[mine]
    if mine < arena.n_tanks:
        hidden[me.y, me.x] = False
    way = scan_way(me)
    if way >= 0 and me.health > 0:
        left, top, side = scan_left(config, me, way), scan_top(config, me, way), config.scanning_distance
        hidden[max(0, top) : top + side, max(0, left) : left + side] = False
    return hidden.ravel()


def redraw_terrain(other: Moment, hidden: npt.NDArray[np.bool_], random: Random) -> None:
    """Draw the terrain of hidden cells."""
    cells = other.fixed["terrain"][0]
    drawn = random.integers(len(Terrain), size=hidden.size).astype(np.int8)
    cells[: hidden.size] = np.where(hidden, drawn, cells[: hidden.size])


def redraw_seats(arena: Arena, config: Config, seat: int, random: Random) -> None:
    """Draw which of the other seats has which tank."""
    others = [s for s in range(config.seats) if s != seat and config.tank_of[s] < arena.n_tanks]
    tanks = random.permutation([config.tank_of[s] for s in others]).tolist()
    for other, i in zip(others, tanks, strict=True):
        config.tank_of[other] = i
        config.seat_of[i] = other


def redraw_action(tank: Tank, random: Random) -> None:
    """Draw the action of another tank, which is always hidden."""
    move = PLAIN[int(random.integers(len(PLAIN)))]
    tank.action, tank.way, tank.target_x, tank.target_y = move.action, move.way, 0, 0
    if random.integers(2):
        tank.action, tank.way = Action.FIRE_POSITIONAL, 0
        tank.target_x, tank.target_y = (int(n) for n in random.integers(-9, 99, size=2))


def redraw_health(other: Moment, tank: Tank, random: Random, *, is_hidden: bool) -> None:
    """Draw a tank's health: scans reveal only whether it is alive, and a running match needs two living tanks."""
    arena, config = other.record, other.const
    alive = sum(t.health > 0 for t in arena.tanks[: arena.n_tanks])
    is_free = is_hidden and not arena.over and (tank.health == 0 or alive > 2)
    lives = bool(random.integers(2)) if is_free else tank.health > 0
    tank.health = int(random.integers(1, config.full_health + 1)) if lives else 0


def redraw_position(config: Config, tank: Tank, cell: int, random: Random) -> None:
    """Put a hidden tank on a hidden cell, and draw a terrain on which it can stand."""
    tank.y, tank.x = divmod(cell, config.width)
    tank.orientation = int(random.integers(ORIENTATIONS))
    kinds = (Terrain.FIELD, Terrain.SWAMP) if tank.health else (Terrain.FIELD, Terrain.SWAMP, Terrain.LAKE)
    config.terrain[cell] = kinds[int(random.integers(len(kinds)))]
    tank.mobile = int(config.terrain[cell] != Terrain.SWAMP)
