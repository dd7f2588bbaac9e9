"""Shared by the bots: squares about to be hit, and ways to escape."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.rampage.board import NAMED_PADS
from lanista.games.rampage.rules import is_in_line, steps
from lanista.games.rampage.state import (
    DIRECTIONS,
    FLOOR,
    SEATS,
    Arena,
    Config,
    Turret,
    TurretSite,
    Word,
)


@rule
def is_under_fire(arena: Arena, config: Config, square: int, other: int) -> bool:
    """Whether a bullet or a turret hits a square in the coming turn; a robot on another square stops beams."""
    for i in range(arena.n_bullets):
        if config.ahead[arena.bullets[i] // SEATS] == square:
            return True
    return is_in_beam(arena, config, square, other)


@rule
def is_in_beam(arena: Arena, config: Config, square: int, other: int) -> bool:
    """Whether a turret hits a square in the coming turn."""
    for i in range(config.n_turrets):
        if fires(arena.turrets[i], config.places[i]) and covers(config, config.places[i], square, other):
            return True
    return False


@rule
def fires(turret: Turret, site: TurretSite) -> bool:
    """Whether a turret fires in the coming turn."""
    return turret.alive == 1 and turret.phase < site.fire


@rule
def covers(config: Config, site: TurretSite, square: int, other: int) -> bool:
    """Whether a turret's beams reach a square; on a small board two may, from either side."""
    if not is_in_line(config, site, square):
        return False
    for direction in range(DIRECTIONS):
        if steps(config, site.square, square, direction) <= beam_length(config, site, direction, other):
            return True
    return False


@rule
def beam_length(config: Config, site: TurretSite, direction: int, other: int) -> int:
    """How many squares a turret's beam covers in a direction; a robot stops it."""
    return min(site.reach[direction], steps(config, site.square, other, direction))


@rule
def can_step(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a robot can step ahead without being hit there or on the way."""
    player = arena.players[seat]
    other = arena.players[1 - seat].square
    square = config.ahead[player.square * DIRECTIONS + player.facing]
    if config.board[square] != FLOOR or square == other:
        return False
    if player.shield_left > 1:
        return True
    towards = square * DIRECTIONS + (player.facing ^ 1)
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i] // SEATS
        if bullet == towards or config.ahead[bullet] == square:
            return False
    return not is_in_beam(arena, config, square, other)


@rule
def evade(arena: Arena, config: Config, seat: int, generator: Generator) -> int:
    """Leave a square that is hit in the coming turn; NONE if there is no need or no way."""
    player = arena.players[seat]
    if player.shield_left > 1 or not is_under_fire(arena, config, player.square, arena.players[1 - seat].square):
        return Word.NONE
    return leave(arena, config, seat, generator)


@rule
def leave(arena: Arena, config: Config, seat: int, generator: Generator) -> int:
    """Step out of the fire, raise a shield or teleport; NONE if nothing of it is possible."""
    player = arena.players[seat]
    if can_step(arena, config, seat):
        return Word.FORWARD
    if player.shield > 0:
        return Word.SHIELD
    if player.teleport > 0 and config.n_pads > 0:
        return Word.TELEPORT_0 + rand_below(generator, min(NAMED_PADS, config.n_pads))
    return Word.NONE
