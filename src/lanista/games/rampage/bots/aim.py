"""Shared by the bots and the search: targets of lasers and bullets."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.rampage.rules import steps
from lanista.games.rampage.state import DIRECTIONS, FLOOR, SEATS, TURRET, Arena, Config

SIGHT = 6  # squares at which bots aim at a robot ...
TURRET_SIGHT = 12  # ... and at a turret, which cannot step aside
NOTHING = -1  # no robot and no live turret


@rule
def is_live_turret(arena: Arena, config: Config, square: int) -> bool:
    """Whether a turret that is not disabled stands on a square."""
    code = config.board[square]
    if code < TURRET:
        return False
    return arena.turrets[code - TURRET].alive == 1


@rule
def laser_reaches(config: Config, origin: int, square: int) -> bool:
    """Whether a laser fired on one square reaches another."""
    if not shares_line(config, origin, square):
        return False
    for direction in range(DIRECTIONS):
        if steps(config, origin, square, direction) <= config.reach[origin * DIRECTIONS + direction]:
            return True
    return False


@rule
def shares_line(config: Config, origin: int, square: int) -> bool:
    """Whether two squares share a row or column."""
    return config.row[origin] == config.row[square] or config.column[origin] == config.column[square]


@rule
def laser_hits_opponent(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a laser would hit the opponent, without a shield that reflects it."""
    other = arena.players[1 - seat]
    return other.shield_left <= 1 and laser_reaches(config, arena.players[seat].square, other.square)


@rule
def laser_hits_turret(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a laser would reach a live turret."""
    for i in range(config.n_turrets):
        if arena.turrets[i].alive == 1 and laser_reaches(
            config, arena.players[seat].square, config.places[i].square
        ):
            return True
    return False


@rule
def target(arena: Arena, config: Config, seat: int, direction: int) -> int:
    """The opponent's seat or the code of a live turret in sight in a direction, or `NOTHING`."""
    square = arena.players[seat].square
    for _ in range(SIGHT):
        square = config.ahead[square * DIRECTIONS + direction]
        if square == arena.players[1 - seat].square:
            return 1 - seat
        if config.board[square] != FLOOR:
            return config.board[square] if is_live_turret(arena, config, square) else NOTHING
    return NOTHING


@rule
def has_shot(arena: Arena, config: Config, origin: int, direction: int, away: int, seat: int) -> bool:
    """Whether a bullet of the seat flies ahead of it, nearer than some squares."""
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i]
        is_alike = bullet % SEATS == seat and bullet // SEATS % DIRECTIONS == direction
        if is_alike and steps(config, origin, bullet // (SEATS * DIRECTIONS), direction) < away:
            return True
    return False
