"""Shared by the bots: goals on the board, and paths to them."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.rampage.bots.aim import SIGHT
from lanista.games.rampage.bots.fire import beam_length, can_step, fires
from lanista.games.rampage.state import DIRECTIONS, FLOOR, SEATS, Arena, Config, Direction, Player, Word, Work

# Marks of a square, as bits
GOAL = 1
FIRE = 2  # a bullet or a turret hits it in the coming turn, or the opponent is there
COVERED = 4  # a live turret reaches it sooner or later
BLOCKED = 8  # it is no floor
SEEN = 16  # a path leads there
AVOIDED = (FIRE | COVERED, FIRE, 0)  # by paths, as long as one is found

NOWHERE = -1


# Marks


@rule
def clear_marks(config: Config, work: Work) -> None:
    """Forget everything about squares, except where walls and turrets stand."""
    for square in range(len(work.marks)):  # a constant number: all are cleared at once
        work.marks[square] = BLOCKED * int(config.board[square] != FLOOR)


@rule
def mark_items(arena: Arena, config: Config, work: Work) -> int:
    """Mark the squares with items as goals; returns how many items there are."""
    found = 0
    for i in range(config.n_items):
        if arena.lies[i]:
            work.marks[config.item_square[i]] |= GOAL
            found += 1
    return found


@rule
def mark_turret_lines(arena: Arena, config: Config, work: Work, other: int) -> int:
    """Mark the squares from which live turrets can be shot and that they do not reach; returns how many."""
    found = 0
    for i in range(config.n_turrets):
        if arena.turrets[i].alive:
            site = config.places[i]
            for direction in range(DIRECTIONS):
                size = config.height if direction <= Direction.DOWN else config.width
                covered = beam_length(config, site, direction, other)
                behind = size - beam_length(config, site, direction ^ 1, other)  # on a small board
                square = config.ahead[site.square * DIRECTIONS + direction]
                away = 1
                while away <= SIGHT and config.board[square] == FLOOR:
                    if covered < away < behind:
                        work.marks[square] |= GOAL
                        found += 1
                    square = config.ahead[square * DIRECTIONS + direction]
                    away += 1
    return found


@rule
def mark_lines(config: Config, work: Work, target: int) -> None:
    """Mark the squares from which a target can be shot as goals."""
    for direction in range(DIRECTIONS):
        mark_line(config, work, target, direction, SIGHT, GOAL)


@rule
def mark_line(config: Config, work: Work, origin: int, direction: int, length: int, mark: int) -> None:
    """Mark squares in a direction, up to an obstacle."""
    square = config.ahead[origin * DIRECTIONS + direction]
    left = length
    while left > 0 and config.board[square] == FLOOR:
        work.marks[square] |= mark
        square = config.ahead[square * DIRECTIONS + direction]
        left -= 1


@rule
def mark_danger(arena: Arena, config: Config, work: Work, other: int, wanted: int) -> None:
    """Mark the opponent's square, those under fire and, if wanted, those that turrets reach."""
    work.marks[other] |= FIRE
    for i in range(arena.n_bullets):
        work.marks[config.ahead[arena.bullets[i] // SEATS]] |= FIRE
    for i in range(config.n_turrets):
        site = config.places[i]
        if arena.turrets[i].alive and site.fire > 0:
            mark = wanted & (FIRE | COVERED if fires(arena.turrets[i], site) else COVERED)
            if mark != 0:
                for direction in range(DIRECTIONS):
                    mark_line(config, work, site.square, direction, site.reach[direction], mark)


# Paths


@rule
def find_goal(config: Config, work: Work, player: Player, avoided: int) -> int:
    """The goal nearest to a robot by a path past avoided squares, or `NOWHERE`; paths go straight on if possible.

    `work.way` holds by which direction a square was reached, from 1.
    """
    for square in range(len(work.marks)):
        work.marks[square] &= ~SEEN
    if work.marks[player.square] & GOAL:
        return player.square
    closed = avoided | BLOCKED | SEEN
    work.way[player.square] = player.facing + 1
    work.marks[player.square] |= SEEN
    work.waiting[0] = player.square
    n = 1
    done = 0
    while done < n:
        square = work.waiting[done]
        came = work.way[square] - 1
        done += 1
        for i in range(DIRECTIONS):
            direction = came ^ i
            beyond = config.ahead[square * DIRECTIONS + direction]
            marks = work.marks[beyond]
            if marks & closed == 0:
                work.way[beyond] = direction + 1
                if marks & GOAL:
                    return beyond
                work.marks[beyond] = marks | SEEN
                work.waiting[n] = beyond
                n += 1
    return NOWHERE


@rule
def first_step(config: Config, work: Work, origin: int, goal: int) -> tuple[int, int]:
    """The length of the path that was found to a goal, and the direction of its first step."""
    length = 0
    direction = 0
    square = goal
    while square != origin:
        direction = work.way[square] - 1
        square = config.ahead[square * DIRECTIONS + (direction ^ 1)]
        length += 1
    return length, direction


@rule
def walk(arena: Arena, config: Config, work: Work, seat: int) -> int:
    """A step or turn to the nearest goal, out of turrets' reach if possible; `NOWHERE` without a path."""
    player = arena.players[seat]
    mark_danger(arena, config, work, arena.players[1 - seat].square, FIRE | COVERED)
    goal = NOWHERE + 0
    for avoided in AVOIDED:
        if goal == NOWHERE:
            goal = find_goal(config, work, player, avoided)
    if goal == NOWHERE or goal == player.square:  # noqa: PLR1714
        return NOWHERE
    _, direction = first_step(config, work, player.square, goal)
    if direction != player.facing:
        return Word.FACE_UP + direction
    return Word.FORWARD if can_step(arena, config, seat) else Word.NONE
