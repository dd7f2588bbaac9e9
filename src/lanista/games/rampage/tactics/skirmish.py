"""The policy `skirmish`: the habits of `greedy` for a fraction of its time, by which searchers play on."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.rampage.rules import is_in_line, steps
from lanista.games.rampage.state import (
    DIRECTIONS,
    FLOOR,
    SEATS,
    TURRET,
    Arena,
    Config,
    Order,
    Player,
    Turret,
    TurretSite,
    Word,
    Work,
)

SIGHT = 6  # squares at which it aims at a robot ...
TURRET_SIGHT = 12  # ... and at a turret, which cannot step aside
PATH = 8  # more than the first step of a path, from 1
GOAL = -1  # in `work.way`: a square worth going to, not reached yet
PADS_NAMED = Word.TELEPORT_5 - Word.TELEPORT_0 + 1


@rule
def skirmish(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Leave the fire, hit what is in sight, or go to the nearest item or line of fire."""
    player = arena.players[seat]
    word = Word.NONE + 0
    if player.shield_left <= 1 and is_under_fire(arena, config, player.square):
        word = leave(arena, config, seat, generator)
    if word == Word.NONE:
        word = aim(arena, config, seat)
    if word == Word.NONE:
        word = approach(arena, config, seat, generator, work)
    move.word = word


# Fire


@rule
def is_under_fire(arena: Arena, config: Config, square: int) -> bool:
    """Whether a bullet or a turret hits a square in the coming turn."""
    for i in range(arena.n_bullets):
        if config.ahead[arena.bullets[i] // SEATS] == square:
            return True
    for i in range(config.n_turrets):
        if fires(arena.turrets[i], config.places[i]) and covers(config, config.places[i], square):
            return True
    return False


@rule
def fires(turret: Turret, site: TurretSite) -> bool:
    """Whether a turret fires in the coming turn."""
    return turret.alive == 1 and turret.phase < site.fire


@rule
def covers(config: Config, site: TurretSite, square: int) -> bool:
    """Whether a turret's beams reach a square."""
    if not is_in_line(config, site, square):
        return False
    for direction in range(DIRECTIONS):
        if steps(config, site.square, square, direction) <= site.reach[direction]:
            return True
    return False


@rule
def leave(arena: Arena, config: Config, seat: int, generator: Generator) -> int:
    """Step out of the fire, raise a shield or teleport; NONE if nothing of it is possible."""
    player = arena.players[seat]
    if can_step(arena, config, seat):
        return Word.FORWARD
    if player.shield > 0:
        return Word.SHIELD
    if player.teleport > 0 and config.n_pads > 0:
        return Word.TELEPORT_0 + rand_below(generator, min(PADS_NAMED, config.n_pads))
    return Word.NONE


@rule
def can_step(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a robot can step ahead without being hit there or on the way."""
    player = arena.players[seat]
    square = config.ahead[player.square * DIRECTIONS + player.facing]
    if config.board[square] != FLOOR or square == arena.players[1 - seat].square:
        return False
    if player.shield_left > 1:
        return True
    towards = square * DIRECTIONS + (player.facing ^ 1)
    for i in range(arena.n_bullets):
        if arena.bullets[i] // SEATS == towards:
            return False
    return not is_under_fire(arena, config, square)


# Attack


@rule
def aim(arena: Arena, config: Config, seat: int) -> int:
    """Fire a laser at the opponent, shoot ahead at a target, or turn towards one; NONE without a target."""
    player = arena.players[seat]
    if player.laser > 0 and beam_hits(arena, config, seat):
        return Word.LASER
    found = Word.NONE + 0
    for direction in range(DIRECTIONS):
        if is_worth_a_shot(arena, config, seat, direction):
            if direction == player.facing:
                return Word.SHOOT
            found = Word.FACE_UP + direction
    return found


@rule
def beam_hits(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a laser would hit the opponent, without a shield that reflects it."""
    square = arena.players[seat].square
    other = arena.players[1 - seat]
    if other.shield_left > 1:
        return False
    for direction in range(DIRECTIONS):
        if steps(config, square, other.square, direction) <= config.reach[square * DIRECTIONS + direction]:
            return True
    return False


@rule
def is_worth_a_shot(arena: Arena, config: Config, seat: int, direction: int) -> bool:
    """Whether the opponent or a live turret is in sight, and no bullet of the seat is on its way there."""
    origin = arena.players[seat].square
    other = arena.players[1 - seat].square
    square = origin
    away = 0
    is_clear = True
    while is_clear and away < TURRET_SIGHT:
        square = config.ahead[square * DIRECTIONS + direction]
        away += 1
        is_clear = config.board[square] == FLOOR and square != other
    if is_clear or (square == other and away > SIGHT):
        return False
    if square != other and not is_live_turret(arena, config, square):
        return False
    return not has_shot(arena, config, origin, direction, away, seat)


@rule
def is_live_turret(arena: Arena, config: Config, square: int) -> bool:
    """Whether a turret that is not disabled stands on a square."""
    code = config.board[square]
    if code < TURRET:
        return False
    return arena.turrets[code - TURRET].alive == 1


@rule
def has_shot(arena: Arena, config: Config, origin: int, direction: int, away: int, seat: int) -> bool:
    """Whether a bullet of the seat flies ahead of it, nearer than some squares."""
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i]
        is_alike = bullet % SEATS == seat and bullet // SEATS % DIRECTIONS == direction
        if is_alike and steps(config, origin, bullet // (SEATS * DIRECTIONS), direction) < away:
            return True
    return False


# Paths


@rule
def approach(arena: Arena, config: Config, seat: int, generator: Generator, work: Work) -> int:
    """A step or a turn on a short path to a goal; at random without one."""
    player = arena.players[seat]
    mark_goals(arena, config, seat, work)
    way = nearest(config, work, player, arena.players[1 - seat].square, rand_below(generator, 2)) % PATH
    if way == 0:
        return Word.FACE_UP + rand_below(generator, DIRECTIONS)
    if way - 1 != player.facing:
        return Word.FACE_UP + way - 1
    return Word.FORWARD if can_step(arena, config, seat) else Word.NONE


@rule
def mark_goals(arena: Arena, config: Config, seat: int, work: Work) -> None:
    """The squares with items; without any, those from which a live turret or the opponent can be shot."""
    for square in range(config.width * config.height):
        work.way[square] = 0
    found = 0
    for i in range(config.n_items):
        if arena.lies[i]:
            work.way[config.item_square[i]] = GOAL
            found += 1
    if found > 0:
        return
    for i in range(config.n_turrets):
        if arena.turrets[i].alive:
            mark_turret_lines(config, work, config.places[i])
    for direction in range(DIRECTIONS):
        mark_squares(config, work, arena.players[1 - seat].square, direction, 0, SIGHT)


@rule
def mark_turret_lines(config: Config, work: Work, site: TurretSite) -> None:
    """The squares from which a turret can be shot and that it does not reach."""
    for direction in range(DIRECTIONS):
        near = site.reach[direction] if site.fire > 0 else 0
        mark_squares(config, work, site.square, direction, near, TURRET_SIGHT)


@rule
def mark_squares(config: Config, work: Work, origin: int, direction: int, near: int, far: int) -> None:
    """Mark squares in a direction up to an obstacle, except the nearest."""
    square = config.ahead[origin * DIRECTIONS + direction]
    away = 1
    while away <= far and config.board[square] == FLOOR:
        if away > near:
            work.way[square] = GOAL
        square = config.ahead[square * DIRECTIONS + direction]
        away += 1


@rule
def nearest(config: Config, work: Work, player: Player, other: int, side: int) -> int:
    """A shortest path to a goal: its length times `PATH` plus its first step, from 1; 0 if there is none.

    Of several it goes straight on, which saves a turn, or to either side.
    """
    work.way[player.square] = DIRECTIONS + 1
    work.way[other] = DIRECTIONS + 1
    work.waiting[0] = player.square
    n = 1
    done = 0
    length = 0
    while done < n:
        length += 1
        farthest = n
        while done < farthest:
            square = work.waiting[done]
            done += 1
            for i in range(DIRECTIONS):
                direction = player.facing ^ i ^ (side if i > 1 else 0)
                beyond = config.ahead[square * DIRECTIONS + direction]
                if work.way[beyond] <= 0 and config.board[beyond] == FLOOR:
                    first = work.way[square] if length > 1 else direction + 1
                    if work.way[beyond] == GOAL:
                        return length * PATH + first
                    work.way[beyond] = first
                    work.waiting[n] = beyond
                    n += 1
    return 0
