"""A farmer's memory: the map as last seen, its trail, where it met others, and the path that it follows."""

from __future__ import annotations

from typing import Annotated

from lanista.engine import Ints, i1, i2, i4, record, rule
from lanista.games.sproutopia.land import is_on_map
from lanista.games.sproutopia.learn.hidden import is_far, is_in_sight
from lanista.games.sproutopia.state import (
    CELLS,
    DX,
    DY,
    LOWEST,
    MAX_SEATS,
    NOBODY,
    POWER_UP,
    SUPER_POWER_UP,
    TRAILS,
    WEED,
    Config,
    Direction,
    Farmer,
    Garden,
    Item,
)

MAX_PATH = 64
MAX_TRAIL = 96  # cells of a trail that are listed
NO_PREY = 1000
NEIGHBOURS = 5  # a cell and those next to it
MEMORY = 25  # ticks for which a sighting counts

# Bits of a remembered cell; 0 is neutral ground, or a cell that was never seen
OWN = 1
TRAIL = 2  # of this farmer
OVERGROWN = 4
PREY = 8  # another's trail
TREASURE = 16
FOREIGN = 32  # land
NEAR = 64  # another farmer stands there or next to it


@record
class Notebook:
    """A farmer's memory; zeros know nothing."""

    tick: i4  # of the last look, plus 1
    x: i2  # where it was then
    y: i2
    trail: i2  # cells of its trail
    left: i2  # the box around its trail
    right: i2
    top: i2
    bottom: i2
    steps: i2  # of the path
    taken: i2  # steps of it that were taken
    prey: i2  # steps to another's trail that came into sight, about
    aim: i1  # of the path, see `walks`
    sent: i1  # the last command
    alert: i1  # whether others are in sight
    stir: i1  # whether one of them moved
    near: i1  # cells that have the bit NEAR
    path: Annotated[Ints, i1, MAX_PATH]
    near_cells: Annotated[Ints, i4, NEIGHBOURS * MAX_SEATS]
    others: i4  # sightings
    other_tick: Annotated[Ints, i4, MAX_SEATS]
    other_x: Annotated[Ints, i2, MAX_SEATS]
    other_y: Annotated[Ints, i2, MAX_SEATS]
    trail_cells: Annotated[Ints, i4, MAX_TRAIL]
    cells: Annotated[Ints, i1, CELLS]


@rule
def look(garden: Garden, config: Config, seat: int, book: Notebook) -> None:
    """Update by everything that came into sight since the last look."""
    me = garden.farmers[seat]
    away = abs(me.x - book.x) + abs(me.y - book.y)
    elapsed = garden.tick + 1 - book.tick
    book.prey = NO_PREY
    was_sent_home = book.tick > 0 and (away > elapsed or (me.direction == Direction.IDLE and book.trail > 0))
    if was_sent_home:
        forget_own(config, book)
    watch(garden, config, seat, book)
    is_next = book.tick > 0 and elapsed <= 1 and away <= 1 and not was_sent_home
    if is_next and not book.stir and me.super_power_up != Item.SUPER_FERTILIZER:
        if away == 1:
            see_step(garden, config, seat, book)
    else:
        see_window(garden, config, seat, book)
    count_step(me, book, away, is_next)
    if book.trail > 0 and is_home(config, me, book):
        claim(config, book)
        see_window(garden, config, seat, book)
    mark_near(config, me, book, garden.tick)
    book.x = me.x
    book.y = me.y
    book.tick = garden.tick + 1


@rule
def count_step(me: Farmer, book: Notebook, away: int, is_next: bool) -> None:
    """Count a step of the path; one that leads elsewhere ends it."""
    if book.taken >= book.steps or not is_next:
        book.steps = 0
        book.taken = 0
    elif away == 1:
        book.taken += 1
        if me.direction != book.path[book.taken - 1]:
            book.steps = 0
            book.taken = 0


@rule
def is_home(config: Config, me: Farmer, book: Notebook) -> bool:
    """Whether the farmer is on its land."""
    return book.cells[me.y * config.Cols + me.x] & OWN > 0


# The map


@rule
def see(garden: Garden, seat: int, book: Notebook, x: int, y: int, cell: int) -> None:
    """Note the visible contents of a cell: trails hide land, and the lowest seat hides the others."""
    land = garden.land[cell]
    code = OWN if land & -land == 1 << seat else FOREIGN if land > 0 else 0
    marks = garden.marks[cell]
    book.cells[cell] = code if marks == 0 else look_closer(book, seat, x, y, cell, marks, code)


@rule
def look_closer(book: Notebook, seat: int, x: int, y: int, cell: int, marks: int, code: int) -> int:
    """The code of a cell that has a trail, an item or a weed."""
    known = book.cells[cell]
    trail = LOWEST[marks & TRAILS]
    if trail == seat:
        code = TRAIL
        if known & TRAIL == 0:
            add_trail(book, x, y, cell)
    elif trail != NOBODY:
        code = PREY | known & TRAIL
        if known & PREY == 0:
            book.prey = min(book.prey, abs(x - book.x) + abs(y - book.y))
    if marks & WEED:
        code |= OVERGROWN
    if marks & (POWER_UP | SUPER_POWER_UP):
        code |= TREASURE
    return code


@rule
def see_step(garden: Garden, config: Config, seat: int, book: Notebook) -> None:
    """After a step: the cells that came into sight, the farmer's cell, and the one that it left."""
    me = garden.farmers[seat]
    far = config.PlayerWindowSize // 2
    see(garden, seat, book, me.x, me.y, me.y * config.Cols + me.x)
    if far > 0:
        see(garden, seat, book, book.x, book.y, book.y * config.Cols + book.x)
    if me.x != book.x:
        x = me.x + far * (me.x - book.x)
        if 0 <= x < config.Cols:
            for y in range(max(0, me.y - far), min(config.Rows, me.y + far + 1)):
                see(garden, seat, book, x, y, y * config.Cols + x)
    else:
        y = me.y + far * (me.y - book.y)
        if 0 <= y < config.Rows:
            for x in range(max(0, me.x - far), min(config.Cols, me.x + far + 1)):
                see(garden, seat, book, x, y, y * config.Cols + x)


@rule
def see_window(garden: Garden, config: Config, seat: int, book: Notebook) -> None:
    """All cells in sight."""
    me = garden.farmers[seat]
    far = config.PlayerWindowSize // 2
    for y in range(max(0, me.y - far), min(config.Rows, me.y + far + 1)):
        for x in range(max(0, me.x - far), min(config.Cols, me.x + far + 1)):
            see(garden, seat, book, x, y, y * config.Cols + x)


@rule
def forget_own(config: Config, book: Notebook) -> None:
    """After a respawn, a farmer knows only the part of its land in sight."""
    for cell in range(config.Rows * config.Cols):
        book.cells[cell] &= ~(OWN | TRAIL)
    book.trail = 0


# The farmer's trail


@rule
def add_trail(book: Notebook, x: int, y: int, cell: int) -> None:
    """Note a cell of the trail."""
    if book.trail == 0:
        book.left = x
        book.right = x
        book.top = y
        book.bottom = y
    book.left = min(book.left, x)
    book.right = max(book.right, x)
    book.top = min(book.top, y)
    book.bottom = max(book.bottom, y)
    if book.trail < MAX_TRAIL:
        book.trail_cells[book.trail] = cell
        book.trail += 1


@rule
def claim(config: Config, book: Notebook) -> None:
    """A completed trail and the box around it are the farmer's land, as far as it knows."""
    for y in range(book.top, book.bottom + 1):
        for x in range(book.left, book.right + 1):
            book.cells[y * config.Cols + x] = OWN
    book.trail = 0


# Others


@rule
def watch(garden: Garden, config: Config, seat: int, book: Notebook) -> None:
    """Note the others' cells; an earlier sighting that may be of the same farmer is forgotten."""
    book.alert = 0
    book.stir = 0
    for other in range(config.seats):
        if other != seat and is_in_sight(garden, config, seat, other):
            meet(book, garden.farmers[other].x, garden.farmers[other].y, garden.tick)
            book.alert = 1


@rule
def meet(book: Notebook, x: int, y: int, tick: int) -> None:
    """Note a farmer in sight."""
    count = 0
    is_still = False
    for i in range(book.others):
        age = tick - book.other_tick[i]
        is_same = abs(book.other_x[i] - x) + abs(book.other_y[i] - y) <= age
        is_still = is_still or (age <= 1 and book.other_x[i] == x and book.other_y[i] == y)
        if age < MEMORY and not is_same:
            book.other_x[count] = book.other_x[i]
            book.other_y[count] = book.other_y[i]
            book.other_tick[count] = book.other_tick[i]
            count += 1
    count = min(count, MAX_SEATS - 1)
    book.other_x[count] = x
    book.other_y[count] = y
    book.other_tick[count] = tick
    book.others = count + 1
    book.stir |= 0 if is_still else 1


@rule
def mark_near(config: Config, me: Farmer, book: Notebook, tick: int) -> None:
    """Mark the visible cells on which others stand or could step."""
    forget_near(book)
    for i in range(book.others):
        if book.other_tick[i] == tick:
            for way in range(NEIGHBOURS):
                x = book.other_x[i] + DX[way]
                y = book.other_y[i] + DY[way]
                if is_on_map(config, x, y) and not is_far(config, me, x, y):
                    book.cells[y * config.Cols + x] |= NEAR
                    book.near_cells[book.near] = y * config.Cols + x
                    book.near += 1


@rule
def forget_near(book: Notebook) -> None:
    """Remove the marks of an earlier tick."""
    for i in range(book.near):
        book.cells[book.near_cells[i]] &= ~NEAR
    book.near = 0
