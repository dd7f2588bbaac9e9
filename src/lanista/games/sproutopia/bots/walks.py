"""Paths over the remembered map: finding them, following them, and fallbacks without one."""

from __future__ import annotations

from enum import IntEnum

from lanista.engine import rule
from lanista.games.sproutopia.bots.notebook import FOREIGN, MAX_PATH, NEAR, OVERGROWN, OWN, PREY, TRAIL, Notebook
from lanista.games.sproutopia.land import is_on_map, is_overgrown
from lanista.games.sproutopia.learn.hidden import is_far
from lanista.games.sproutopia.state import (
    DX,
    DY,
    NOWHERE,
    REVERSE,
    Config,
    Direction,
    Farmer,
    Garden,
    Order,
    Work,
)

SIGHT = 8  # steps; trails further away are ignored
START = 9  # instead of the direction in which a search reached a cell
CLOCKWISE = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
AHEAD = 3  # steps of a path that are looked at in every tick


class Aim(IntEnum):
    """Why a path is followed."""

    NONE = 0
    LOOP = 1
    HOME = 2
    ESCAPE = 3  # home, although somebody may step on a cell of it
    PREY = 4
    BORDER = 5


class Cost(IntEnum):
    """The possible cost of a step, the cheapest first."""

    NONE = 0
    MEETING = 1  # somebody could step there too
    STANDING = 2  # walking into the border stops the farmer (5.4)
    COLLISION = 3  # won by the earlier command (5.6)
    LAND = 4  # a weed or the bot's trail: all its land becomes neutral
    GIFT = 5  # a collision on another's land: that farmer gets all of its land


@rule
def is_open(code: int) -> bool:
    """Whether a step on a cell is safe; off the farmer's land nobody else may be able to step there."""
    return code & (TRAIL | OVERGROWN) == 0 and (code & NEAR == 0 or code & OWN > 0)


@rule
def is_free(book: Notebook, x: int, y: int, code: int, aim: int) -> bool:
    """Whether a path with an aim may lead over a cell."""
    if aim != Aim.ESCAPE or code & NEAR == 0:
        return is_open(code)
    return code & (TRAIL | OVERGROWN) == 0 and not is_taken(book, x, y)


# Shortest paths


@rule
def is_goal(code: int, aim: int) -> bool:
    """Whether a path with an aim leads to a cell."""
    if aim == Aim.PREY:
        return code & PREY > 0
    return (code & OWN == 0) == (aim == Aim.BORDER)


@rule
def find(config: Config, me: Farmer, book: Notebook, work: Work, aim: int) -> int:
    """The nearest goal, or NOWHERE; `work.reach` has the directions that lead there."""
    for cell in range(len(work.reach)):
        work.reach[cell] = 0
    here = me.y * config.Cols + me.x
    work.reach[here] = START
    count = enter(config, book, work, here, me.direction, aim, 0) if me.direction != Direction.IDLE else 0
    for i in range(4):
        if CLOCKWISE[i] != REVERSE[me.direction]:
            count = enter(config, book, work, here, CLOCKWISE[i], aim, count)
    done = 0
    while done < count:
        cell = work.waiting[done]
        if is_goal(book.cells[cell], aim):
            return cell
        if aim != Aim.PREY or abs(cell % config.Cols - me.x) + abs(cell // config.Cols - me.y) < SIGHT:
            for i in range(4):
                count = enter(config, book, work, cell, CLOCKWISE[i], aim, count)
        done += 1
    return NOWHERE


@rule
def enter(config: Config, book: Notebook, work: Work, cell: int, way: int, aim: int, count: int) -> int:
    """Add a neighbouring cell to those that are searched from, if it is new and safe; how many these are then."""
    x = cell % config.Cols + DX[way]
    y = cell // config.Cols + DY[way]
    near = y * config.Cols + x
    if not is_on_map(config, x, y) or work.reach[near] > 0 or not is_free(book, x, y, book.cells[near], aim):
        return count
    work.reach[near] = way
    work.waiting[count] = near
    return count + 1


@rule
def cell_before(config: Config, work: Work, cell: int) -> int:
    """The cell from which a search reached another."""
    return cell - DY[work.reach[cell]] * config.Cols - DX[work.reach[cell]]


@rule
def length_to(config: Config, work: Work, goal: int) -> int:
    """Steps to a cell that was found."""
    length = 0
    while work.reach[goal] != START:
        goal = cell_before(config, work, goal)
        length += 1
    return length


@rule
def steps_outside(config: Config, book: Notebook, work: Work, goal: int) -> int:
    """Steps off the farmer's land on the way to a cell that was found."""
    count = 0
    while work.reach[goal] != START:
        count += 0 if book.cells[goal] & OWN else 1
        goal = cell_before(config, work, goal)
    return count


@rule
def write_path(config: Config, book: Notebook, work: Work, goal: int, aim: int) -> None:
    """Follow the path to a cell that was found; none if it is NOWHERE."""
    length = length_to(config, work, goal) if goal != NOWHERE else 0
    for n in range(length - 1, -1, -1):
        if n < MAX_PATH:
            book.path[n] = work.reach[goal]
        goal = cell_before(config, work, goal)
    book.steps = min(length, MAX_PATH)
    book.taken = 0
    book.aim = aim


# Following a path


@rule
def is_sound(garden: Garden, config: Config, seat: int, book: Notebook) -> bool:
    """Whether there is a path and nothing blocks it; its far steps are looked at while others are in sight."""
    me = garden.farmers[seat]
    x = me.x
    y = me.y
    for n in range(book.taken, book.steps if book.alert else min(book.steps, book.taken + AHEAD)):
        x += DX[book.path[n]]
        y += DY[book.path[n]]
        cell = y * config.Cols + x
        if not is_free(book, x, y, book.cells[cell], book.aim) or (
            is_overgrown(garden, cell) and not is_far(config, me, x, y)
        ):
            return False
    return book.taken < book.steps


@rule
def follow(garden: Garden, config: Config, seat: int, book: Notebook, move: Order) -> None:
    """Take the next step of the path, or the cheapest one if there is none; nothing is sent to go straight on."""
    me = garden.farmers[seat]
    way = book.path[book.taken] if book.taken < book.steps else cheapest_step(config, me, book)
    is_repeated = way == me.direction and way == book.sent
    move.length = 0 if way == Direction.IDLE or is_repeated or me.queued > 0 else 1
    move.commands[0] = way
    move.ranks[0] = 0
    if move.length > 0:
        book.sent = way


@rule
def cheapest_step(config: Config, me: Farmer, book: Notebook) -> int:
    """The direction in which least can be lost, straight on if costs are equal."""
    best = me.direction
    lowest = cost_of(config, me, book, me.direction)
    for i in range(4):
        way = CLOCKWISE[i]
        if way != REVERSE[me.direction] and is_on_map(config, me.x + DX[way], me.y + DY[way]):
            cost = cost_of(config, me, book, way)
            if cost < lowest:
                lowest = cost
                best = way
    return best


@rule
def cost_of(config: Config, me: Farmer, book: Notebook, way: int) -> int:
    """The worst-case cost of a step."""
    x = me.x + DX[way]
    y = me.y + DY[way]
    if way == Direction.IDLE or not is_on_map(config, x, y):
        return Cost.STANDING
    code = book.cells[y * config.Cols + x]
    if is_open(code):
        return Cost.NONE
    if code & (TRAIL | OVERGROWN):
        return Cost.LAND
    if not is_taken(book, x, y):
        return Cost.MEETING
    return Cost.GIFT if code & FOREIGN else Cost.COLLISION


@rule
def is_taken(book: Notebook, x: int, y: int) -> bool:
    """Whether another farmer in sight stands on a cell."""
    for i in range(book.others):
        if book.other_tick[i] + 1 == book.tick and book.other_x[i] == x and book.other_y[i] == y:
            return True
    return False
