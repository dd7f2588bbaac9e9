"""Bots that are rules: they run wherever the rules do, in batches and in the browser."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.rampage.rules import advanced, steps
from lanista.games.rampage.state import DIRECTIONS, FLOOR, SEATS, Arena, Config, Order, Player, Word, Work
from lanista.games.rampage.tactics.greedy_bot import greedy_bot
from lanista.games.rampage.tactics.skirmish import PADS_NAMED, SIGHT, is_live_turret, skirmish

# Marks of a square, as bits
HIT = 1  # a bullet or a turret hits it in the coming turn
COVERED = 2  # a live turret reaches it sooner or later
ITEM = 4
LINE = 8  # a shot from it could hit a live turret or the opponent


@rule
def greedy(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Leave the fire, hit what can be hit, fetch the nearest item, or get into line with a target."""
    mark_board(arena, config, seat, work)
    player = arena.players[seat]
    word = escape(arena, config, work, player, generator)
    if word == Word.NONE:
        word = attack(arena, config, seat)
    if word == Word.NONE:
        word = walk(arena, config, work, player, generator)
    move.word = word


# What the board means for the coming turn


@rule
def mark_board(arena: Arena, config: Config, seat: int, work: Work) -> None:
    """Mark fire, items and lines of fire."""
    for square in range(config.width * config.height):
        work.marks[square] = 0
    for i in range(config.n_turrets):
        if arena.turrets[i].alive:
            mark_turret(arena, config, work, i)
    mark_lines(config, work, arena.players[1 - seat].square)
    for i in range(config.n_items):
        if arena.lies[i]:
            work.marks[config.item_square[i]] |= ITEM
    for i in range(arena.n_bullets):
        work.marks[advanced(config, arena.bullets[i]) // (DIRECTIONS * SEATS)] |= HIT


@rule
def mark_turret(arena: Arena, config: Config, work: Work, i: int) -> None:
    """The squares that a turret reaches, and those from which it can be shot."""
    site = config.places[i]
    mark_lines(config, work, site.square)
    mark = COVERED
    if site.fire == 0:
        mark = 0
    elif arena.turrets[i].phase < site.fire:
        mark = COVERED | HIT
    for direction in range(DIRECTIONS):
        mark_line(config, work, site.square, direction, site.reach[direction], mark)


@rule
def mark_lines(config: Config, work: Work, target: int) -> None:
    """The squares from which a target can be shot."""
    for direction in range(DIRECTIONS):
        mark_line(config, work, target, direction, SIGHT, LINE)


@rule
def mark_line(config: Config, work: Work, origin: int, direction: int, length: int, mark: int) -> None:
    """Mark squares in a direction, up to an obstacle."""
    square = config.ahead[origin * DIRECTIONS + direction]
    left = length
    while left > 0 and config.board[square] == FLOOR:
        work.marks[square] |= mark
        square = config.ahead[square * DIRECTIONS + direction]
        left -= 1


# Under fire


@rule
def escape(arena: Arena, config: Config, work: Work, player: Player, generator: Generator) -> int:
    """Step out of the fire, raise a shield or teleport; NONE if there is no need or no way."""
    if work.marks[player.square] & HIT == 0 or player.shield_left > 1:
        return Word.NONE
    if is_safe_ahead(arena, config, work, player):
        return Word.FORWARD
    if player.shield > 0:
        return Word.SHIELD
    if player.teleport > 0 and config.n_pads > 0:
        return Word.TELEPORT_0 + rand_below(generator, min(PADS_NAMED, config.n_pads))
    return Word.NONE


@rule
def is_safe_ahead(arena: Arena, config: Config, work: Work, player: Player) -> bool:
    """Whether a robot can step ahead without being hit, also by a bullet that comes towards it."""
    square = config.ahead[player.square * DIRECTIONS + player.facing]
    if config.board[square] != FLOOR or work.marks[square] & HIT != 0:
        return False
    for i in range(arena.n_bullets):
        if arena.bullets[i] // SEATS == square * DIRECTIONS + (player.facing ^ 1):
            return False
    return square != arena.players[0].square and square != arena.players[1].square


# Attack


@rule
def attack(arena: Arena, config: Config, seat: int) -> int:
    """Fire a laser that hits, shoot at a target ahead, or turn towards one; NONE without a target."""
    player = arena.players[seat]
    if player.laser > 0 and laser_hits(arena, config, seat):
        return Word.LASER
    if is_target(arena, config, seat, player.facing):
        return Word.SHOOT
    for direction in range(DIRECTIONS):
        if is_target(arena, config, seat, direction):
            return Word.FACE_UP + direction
    return Word.NONE


@rule
def laser_hits(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a laser would reach a live turret, or the opponent without a shield that reflects it."""
    square = arena.players[seat].square
    other = arena.players[1 - seat]
    for direction in range(DIRECTIONS):
        reach = config.reach[square * DIRECTIONS + direction]
        if steps(config, square, other.square, direction) <= reach:
            return other.shield_left <= 1
        end = square
        for _ in range(reach):
            end = config.ahead[end * DIRECTIONS + direction]
        if is_live_turret(arena, config, end):
            return True
    return False


@rule
def is_target(arena: Arena, config: Config, seat: int, direction: int) -> bool:
    """Whether a shot would meet the opponent or a live turret, and none of the robot's is on its way there."""
    square = arena.players[seat].square
    for _ in range(SIGHT):
        square = config.ahead[square * DIRECTIONS + direction]
        if square == arena.players[1 - seat].square:
            return True
        if config.board[square] != FLOOR:
            return is_live_turret(arena, config, square)
        if has_bullet(arena, (square * DIRECTIONS + direction) * SEATS + seat):
            return False
    return False


@rule
def has_bullet(arena: Arena, bullet: int) -> bool:
    """Whether a bullet is in flight."""
    found = 0
    for i in range(arena.n_bullets):
        if arena.bullets[i] == bullet:
            found += 1
    return found > 0


# Paths


@rule
def walk(arena: Arena, config: Config, work: Work, player: Player, generator: Generator) -> int:
    """A step or turn towards an item, or else a line of fire, out of the turrets' reach if possible."""
    way = find_way(arena, config, work, player, ITEM, COVERED, generator)
    if way == 0:
        way = find_way(arena, config, work, player, ITEM, 0, generator)
    if way == 0:
        way = find_way(arena, config, work, player, LINE, COVERED, generator)
    if way == 0:
        return Word.FACE_UP + rand_below(generator, DIRECTIONS)
    if way - 1 != player.facing:
        return Word.FACE_UP + way - 1
    return Word.FORWARD if is_safe_ahead(arena, config, work, player) or player.shield_left > 1 else Word.NONE


@rule
def find_way(
    arena: Arena, config: Config, work: Work, player: Player, goal: int, avoided: int, generator: Generator
) -> int:
    """The first step, from 1, of a shortest path to a square with a mark, past avoided squares; 0 without one.

    Of several it goes straight on, which saves a turn, or to either side.
    """
    side = rand_below(generator, 2)
    for square in range(config.width * config.height):
        work.way[square] = 0
    work.waiting[0] = player.square
    n = 1
    done = 0
    while done < n:
        square = work.waiting[done]
        done += 1
        for i in range(DIRECTIONS):
            direction = player.facing ^ i ^ (side if i > 1 else 0)
            beyond = config.ahead[square * DIRECTIONS + direction]
            if can_pass(arena, config, work, player, beyond, avoided):
                work.way[beyond] = work.way[square] if done > 1 else direction + 1
                if work.marks[beyond] & goal != 0:
                    return work.way[beyond]
                work.waiting[n] = beyond
                n += 1
    return 0


@rule
def can_pass(arena: Arena, config: Config, work: Work, player: Player, square: int, avoided: int) -> bool:
    """Whether a path may lead over a square that was not reached before."""
    if work.way[square] > 0 or config.board[square] != FLOOR or work.marks[square] & avoided != 0:
        return False
    return square != arena.players[0].square and square != arena.players[1].square


POLICIES = (skirmish, greedy)
PARTNERS = (greedy_bot,)
