"""Redraws information hidden from a seat: terrain and tanks outside its scan, and data that no scan reveals."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tanks.moves import ACTION_OF, WAY_OF
from lanista.games.tanks.rules import count_alive
from lanista.games.tanks.state import (
    MAX_TURNS,
    ORIENTATIONS,
    Action,
    Arena,
    Config,
    Tank,
    Terrain,
)
from lanista.games.tanks.views import is_seen, scan_way

SHARES = (70, 4, 4, 8, 14)  # of each terrain on a generated map, in per cent
MAX_SCORE = 30
MAX_TRIES = 64
NEARBY = 9  # a shot's target is drawn up to this far away
SPREAD = 50  # turns by which the drawn turn limit may differ
SWAMP_ODDS = 10  # one tank in this many is stuck


@rule
def redraw(arena: Arena, config: Config, seat: int, generator: Generator) -> None:
    """Draw everything that a seat cannot see."""
    mine = config.tank_of[seat]
    me = arena.tanks[mine]
    redraw_terrain(config, me, generator)
    redraw_seats(arena, config, seat, generator)
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        tank.score = rand_below(generator, MAX_SCORE)
        if i != mine:
            is_out_of_sight = is_hidden(config, me, tank.x, tank.y)
            redraw_health(arena, config, tank, is_out_of_sight, generator)
            if is_out_of_sight:
                redraw_position(arena, config, me, tank, generator)
            redraw_action(tank, generator)
    if not arena.over:
        limit = config.max_turns + rand_below(generator, 2 * SPREAD + 1) - SPREAD
        config.max_turns = min(max(limit, arena.turn + 1), MAX_TURNS)


@rule
def is_hidden(config: Config, me: Tank, x: int, y: int) -> bool:
    """Whether a cell is hidden from a tank; its own cell never is."""
    if x == me.x and y == me.y:
        return False
    way = scan_way(me)
    return way < 0 or me.health == 0 or not is_seen(config, me, way, x, y)


@rule
def redraw_terrain(config: Config, me: Tank, generator: Generator) -> None:
    """Draw hidden terrain; most cells are like their western or northern neighbour, as obstacles are large."""
    for y in range(config.height):
        for x in range(config.width):
            if is_hidden(config, me, x, y):
                cell = y * config.width + x
                draw = rand_below(generator, 400)
                if draw >= 200 and x > 0:
                    config.terrain[cell] = config.terrain[cell - 1]
                elif draw >= 100 and y > 0:
                    config.terrain[cell] = config.terrain[cell - config.width]
                else:
                    config.terrain[cell] = kind_of(draw % 100)


@rule
def kind_of(draw: int) -> int:
    """The terrain for a number from 0 to 99, by the shares of a generated map."""
    kind = 0
    while draw >= SHARES[kind]:
        draw -= SHARES[kind]
        kind += 1
    return kind


@rule
def redraw_seats(arena: Arena, config: Config, seat: int, generator: Generator) -> None:
    """Draw which of the other seats has which tank."""
    for a in range(config.seats - 1, 0, -1):
        b = rand_below(generator, a + 1)
        tank_a = config.tank_of[a]
        tank_b = config.tank_of[b]
        others = a != seat and b != seat  # noqa: PLR1714
        if others and max(tank_a, tank_b) < arena.n_tanks:
            config.tank_of[a] = tank_b
            config.tank_of[b] = tank_a
            config.seat_of[tank_a] = b
            config.seat_of[tank_b] = a


@rule
def redraw_health(arena: Arena, config: Config, tank: Tank, is_out_of_sight: bool, generator: Generator) -> None:
    """Draw a tank's health: scans reveal only whether it is alive, and a running match needs two living tanks."""
    lives = tank.health > 0
    if is_out_of_sight and not arena.over and (not lives or count_alive(arena) > 2):
        lives = rand_below(generator, 3) > 0
    tank.health = 1 + rand_below(generator, config.full_health) if lives else 0


@rule
def redraw_position(arena: Arena, config: Config, me: Tank, tank: Tank, generator: Generator) -> None:
    """Put a hidden tank on a hidden cell, and draw a terrain on which it can stand."""
    for _ in range(MAX_TRIES):
        x = rand_below(generator, config.width)
        y = rand_below(generator, config.height)
        if is_hidden(config, me, x, y) and not is_occupied(arena, x, y):
            tank.x = x
            tank.y = y
            break
    tank.orientation = rand_below(generator, ORIENTATIONS)
    tank.mobile = 0 if rand_below(generator, SWAMP_ODDS) == 0 else 1
    drowned = tank.health == 0 and tank.mobile > 0 and rand_below(generator, 2) == 0
    terrain = Terrain.LAKE if drowned else Terrain.FIELD
    config.terrain[tank.y * config.width + tank.x] = terrain if tank.mobile else Terrain.SWAMP


@rule
def is_occupied(arena: Arena, x: int, y: int) -> bool:
    """Whether a tank or a wreck is on a cell."""
    for i in range(arena.n_tanks):  # noqa: SIM110
        if arena.tanks[i].x == x and arena.tanks[i].y == y:
            return True
    return False


@rule
def redraw_action(tank: Tank, generator: Generator) -> None:
    """Draw the action of another tank, which is always hidden."""
    draw = rand_below(generator, len(ACTION_OF))
    tank.action = ACTION_OF[draw]
    tank.way = WAY_OF[draw]
    tank.target_x = 0
    tank.target_y = 0
    if rand_below(generator, 2) == 0:
        tank.action = Action.FIRE_POSITIONAL
        tank.way = 0
        tank.target_x = tank.x + rand_below(generator, 2 * NEARBY + 1) - NEARBY
        tank.target_y = tank.y + rand_below(generator, 2 * NEARBY + 1) - NEARBY
