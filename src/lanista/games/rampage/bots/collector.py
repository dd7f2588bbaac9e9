"""Collects the nearest item, avoids fire, and shoots at targets on the way."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.rampage.bots.aim import NOTHING, has_shot, laser_hits_opponent, target
from lanista.games.rampage.bots.fire import evade
from lanista.games.rampage.bots.paths import NOWHERE, clear_marks, mark_items, mark_turret_lines, walk
from lanista.games.rampage.state import DIRECTIONS, Arena, Config, Order, Word, Work

CLOSE = 3  # squares; a bullet so close ahead is as good as another one


@rule
def collector(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Fetch items out of the fire; without any left shoot at turrets from out of their reach."""
    word = evade(arena, config, seat, generator)
    if word == Word.NONE:
        word = shoot_ahead(arena, config, seat)
    if word == Word.NONE:
        word = go_on(arena, config, seat, work)
    move.word = word


@rule
def go_on(arena: Arena, config: Config, seat: int, work: Work) -> int:
    """Go to an item, turn to a target, or go where a turret can be shot; NONE if nothing of it is left."""
    word = NOWHERE + 0
    clear_marks(config, work)
    if mark_items(arena, config, work) > 0:
        word = walk(arena, config, work, seat)
    if word != NOWHERE:
        return word
    word = turn_to_target(arena, config, seat)
    if word == Word.NONE and mark_turret_lines(arena, config, work, arena.players[1 - seat].square) > 0:
        word = walk(arena, config, work, seat)
    return Word.NONE if word == NOWHERE else word


@rule
def shoot_ahead(arena: Arena, config: Config, seat: int) -> int:
    """Fire a laser at the opponent, or shoot at a target ahead unless a bullet is on its way; NONE otherwise."""
    player = arena.players[seat]
    if player.laser > 0 and laser_hits_opponent(arena, config, seat):
        return Word.LASER
    if target(arena, config, seat, player.facing) == NOTHING:
        return Word.NONE
    return Word.NONE if has_shot(arena, config, player.square, player.facing, CLOSE + 1, seat) else Word.SHOOT


@rule
def turn_to_target(arena: Arena, config: Config, seat: int) -> int:
    """Turn to the first target in sight unless it is ahead; NONE without one."""
    for direction in range(DIRECTIONS):
        if target(arena, config, seat, direction) != NOTHING:
            return Word.NONE if direction == arena.players[seat].facing else Word.FACE_UP + direction
    return Word.NONE
