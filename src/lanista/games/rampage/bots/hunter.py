"""Hunts the opponent: gets into line with it, shoots, uses every laser, and collects nearby items."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.rampage.bots.aim import NOTHING, laser_hits_opponent, target
from lanista.games.rampage.bots.fire import evade
from lanista.games.rampage.bots.paths import (
    NOWHERE,
    clear_marks,
    find_goal,
    first_step,
    mark_items,
    mark_lines,
    walk,
)
from lanista.games.rampage.state import DIRECTIONS, Arena, Config, Order, Word, Work

NEAR = 3  # maximum steps of a detour to an item


@rule
def hunter(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Attack whenever it can, and come closer when it cannot."""
    word = attack(arena, config, seat)
    if word == Word.NONE:
        word = evade(arena, config, seat, generator)
    if word == Word.NONE:
        if not is_item_near(arena, config, work, seat):
            clear_marks(config, work)
            mark_lines(config, work, arena.players[1 - seat].square)
        word = walk(arena, config, work, seat)
    move.word = Word.NONE if word == NOWHERE else word


@rule
def attack(arena: Arena, config: Config, seat: int) -> int:
    """Use a laser in reach, shoot at a target ahead, or turn towards the opponent; NONE if it is out of sight."""
    player = arena.players[seat]
    if player.laser > 0 and laser_hits_opponent(arena, config, seat):
        return Word.LASER
    if target(arena, config, seat, player.facing) != NOTHING:
        return Word.SHOOT
    for direction in range(DIRECTIONS):
        if target(arena, config, seat, direction) == 1 - seat:
            return Word.FACE_UP + direction
    return Word.NONE


@rule
def is_item_near(arena: Arena, config: Config, work: Work, seat: int) -> bool:
    """Whether an item is a few steps away; marks items as goals."""
    clear_marks(config, work)
    if mark_items(arena, config, work) == 0:
        return False
    square = arena.players[seat].square
    goal = find_goal(config, work, arena.players[seat], 0)
    if goal == NOWHERE:
        return False
    length, _ = first_step(config, work, square, goal)
    return length <= NEAR
