"""Bots that are rules: they run wherever the rules do, in batches and in the browser."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.sproutopia.hidden import is_hidden, is_in_sight
from lanista.games.sproutopia.land import is_on_map, is_overgrown, owner, trail_owner
from lanista.games.sproutopia.moves import decode, legal
from lanista.games.sproutopia.settler import BLOCKED, OPEN, OWN, is_risky, settler
from lanista.games.sproutopia.state import (
    DX,
    DY,
    NOBODY,
    POWER_UP,
    REVERSE,
    SUPER_POWER_UP,
    Config,
    Direction,
    Farmer,
    Garden,
    Order,
    Work,
)

SIGHT = 5  # how far around the farmer loops are planned
SIDE = 2 * SIGHT + 1
CENTRE = SIGHT * SIDE + SIGHT

# What the cells of the square around the farmer are to it is kept in `work.waiting`, column by column
PRIZES = SIDE * SIDE  # ... followed by what is to be gained on each cell, besides land

ITEM_PRIZE = 8  # cells of land that an item is worth
CUT_PRIZE = 40  # ... and cutting another's trail
PATIENCE = 3  # ticks added to every loop, so that larger ones pay
NO_LOOP = -1000
STAY = 0  # instead of a direction
FAR = 1000


@rule
def greedy(garden: Garden, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Walk the loop that gains most per tick, or the shortest one home if somebody comes near."""
    farmer = garden.farmers[seat]
    look_around(garden, config, seat, work)
    turn = rand_below(generator, 4)
    way = best_loop(garden, config, seat, work, turn)
    if way == STAY:
        way = best_step(config, seat, farmer, work, turn)
    decode(garden, config, seat, way if legal(garden, config, seat, way) else STAY, move)


# What the farmer sees


@rule
def look_around(garden: Garden, config: Config, seat: int, work: Work) -> None:
    """Note what the cells around the farmer are, and the box around its trail."""
    farmer = garden.farmers[seat]
    work.left = SIGHT
    work.right = SIGHT
    work.top = SIGHT
    work.bottom = SIGHT
    work.added = 0  # cells of its trail
    work.enclosed = 0  # whether its trail leads out of sight
    for i in range(SIDE):
        for j in range(SIDE):
            x = farmer.x + i - SIGHT
            y = farmer.y + j - SIGHT
            at = i * SIDE + j
            work.waiting[at] = BLOCKED
            work.waiting[PRIZES + at] = 0
            if is_on_map(config, x, y) and not is_hidden(config, farmer, y * config.Cols + x):
                look_at(garden, config, seat, work, x, y, at)


@rule
def look_at(garden: Garden, config: Config, seat: int, work: Work, x: int, y: int, at: int) -> None:
    """Note what one cell is."""
    cell = y * config.Cols + x
    trail = trail_owner(garden, cell)
    if trail == seat:
        work.left = min(work.left, at // SIDE)
        work.right = max(work.right, at // SIDE)
        work.top = min(work.top, at % SIDE)
        work.bottom = max(work.bottom, at % SIDE)
        work.added += 1
        if max(abs(at // SIDE - SIGHT), abs(at % SIDE - SIGHT)) >= sight(config):
            work.enclosed = 1
    elif owner(garden, cell) == seat and trail == NOBODY:
        work.waiting[at] = BLOCKED if is_overgrown(garden, cell) else OWN
    elif not is_overgrown(garden, cell) and not is_contested(garden, config, seat, x, y):
        work.waiting[at] = OPEN
    if trail != NOBODY and trail != seat:  # noqa: PLR1714
        work.waiting[PRIZES + at] = CUT_PRIZE
    elif garden.marks[cell] & (POWER_UP | SUPER_POWER_UP):
        work.waiting[PRIZES + at] = ITEM_PRIZE


@rule
def sight(config: Config) -> int:
    """How far the farmer sees, up to SIGHT."""
    return min(SIGHT, config.PlayerWindowSize // 2)


@rule
def is_contested(garden: Garden, config: Config, seat: int, x: int, y: int) -> bool:
    """Whether another farmer in sight is on a cell or next to it."""
    for other in range(config.seats):
        if other != seat and is_in_sight(garden, config, seat, other):
            met = garden.farmers[other]
            if abs(met.x - x) + abs(met.y - y) <= 1:
                return True
    return False


# Loops: straight on, then to a side, then back until the farmer is on its land again


@rule
def best_loop(garden: Garden, config: Config, seat: int, work: Work, turn: int) -> int:
    """The first step of the best loop, or STAY; `turn` decides between equal ones."""
    best = STAY
    highest = NO_LOOP
    for i in range(4):
        way = 1 + (i + turn) % 4
        if way != REVERSE[garden.farmers[seat].direction]:
            for side in range(2):
                across = 3 + side if way <= Direction.DOWN else 1 + side
                for size in range(SIGHT * SIGHT):
                    value = loop_value(garden, config, seat, work, way, across, size)
                    if value > highest:
                        highest = value
                        best = way
    return best


@rule
def loop_value(garden: Garden, config: Config, seat: int, work: Work, way: int, across: int, size: int) -> int:
    """What a loop is worth, NO_LOOP if it is blocked or does not come home."""
    x = SIGHT
    y = SIGHT
    left = work.left
    right = work.right
    top = work.top
    bottom = work.bottom
    prize = 0
    is_out = work.waiting[CENTRE] != OWN
    turn_1 = 1 + size // SIGHT
    turn_2 = turn_1 + 1 + size % SIGHT
    for length in range(1, turn_2 + sight(config) + 1):  # on a longer way back, the land would get out of sight
        leg = way if length <= turn_1 else across if length <= turn_2 else REVERSE[way]
        x += DX[leg]
        y += DY[leg]
        if not (0 <= x < SIDE and 0 <= y < SIDE) or work.waiting[x * SIDE + y] == BLOCKED:
            return NO_LOOP
        left = min(left, x)
        right = max(right, x)
        top = min(top, y)
        bottom = max(bottom, y)
        prize += work.waiting[PRIZES + x * SIDE + y]
        if work.waiting[x * SIDE + y] == OPEN:
            is_out = True
        elif is_out:
            if work.enclosed > 0 or is_risky(garden, config, seat, SIGHT, left, right, top, bottom, length):
                return -length if work.added > 0 else NO_LOOP
            gain = prize + count_open(work, left, right, top, bottom)
            return gain * 100 // (work.added + length + PATIENCE)
    return NO_LOOP


@rule
def count_open(work: Work, left: int, right: int, top: int, bottom: int) -> int:
    """The number of cells in a box that are not the farmer's land."""
    count = 0
    for x in range(left, right + 1):
        for y in range(top, bottom + 1):
            if work.waiting[x * SIDE + y] != OWN:
                count += 1
    return count


# Without a loop


@rule
def best_step(config: Config, seat: int, farmer: Farmer, work: Work, turn: int) -> int:
    """A step that is not blocked: from outside towards the land, from inside towards its border."""
    best = STAY
    lowest = FAR
    here = steps_to_goal(config, seat, farmer, work, SIGHT, SIGHT)
    for i in range(4):
        way = 1 + (i + turn) % 4
        x = SIGHT + DX[way]
        y = SIGHT + DY[way]
        if way != REVERSE[farmer.direction] and work.waiting[x * SIDE + y] != BLOCKED:
            steps = steps_to_goal(config, seat, farmer, work, x, y)
            score = 2 * steps - 1 if way == farmer.direction and steps <= here else 2 * steps
            if work.waiting[CENTRE] == OWN and work.waiting[x * SIDE + y] == OPEN:
                score += FAR // 2  # no loop leads back from there
            if score < lowest:
                lowest = score
                best = way
    return best


@rule
def steps_to_goal(config: Config, seat: int, farmer: Farmer, work: Work, x: int, y: int) -> int:
    """Steps from a cell to the nearest one to go to; from outside to the spawn if no land is in sight."""
    is_out = work.waiting[CENTRE] != OWN
    goal = OWN if is_out else OPEN
    nearest = FAR // 4
    for at in range(SIDE * SIDE):
        if work.waiting[at] == goal:
            nearest = min(nearest, abs(at // SIDE - x) + abs(at % SIDE - y))
    if nearest == FAR // 4 and is_out:
        dx = config.spawn_x[seat] - farmer.x - x + SIGHT
        dy = config.spawn_y[seat] - farmer.y - y + SIGHT
        nearest = abs(dx) + abs(dy)
    return nearest


POLICIES = (settler, greedy)
