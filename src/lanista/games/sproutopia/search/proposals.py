"""Plans worth a try: whole loops of many sizes as queues of commands, and paths to items, trails and home.

A plan is walked cell by cell while its commands are written. `work.reach` holds the steps from each cell to the
farmer's land.
"""

from __future__ import annotations

from lanista.engine import Generator, Records, rule
from lanista.games.sproutopia.land import owns
from lanista.games.sproutopia.search.areas import (
    count_rows,
    enclosed_by_step,
    enclosed_by_trail,
    enclosed_to_start,
)
from lanista.games.sproutopia.search.paths import (
    MAX_LENGTH,
    UNREACHED,
    is_walkable,
    write_attacks,
    write_errands,
    write_home,
    write_stroll,
)
from lanista.games.sproutopia.state import (
    DX,
    DY,
    REVERSE,
    WEED,
    Config,
    Direction,
    Garden,
    Order,
    Work,
)

SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30)  # lengths of legs
MAX_BACK = 60  # steps of the last leg
PATIENCE = 3  # ticks added to every loop, so that larger ones pay
EXPOSURE = 120  # cells of a trail times farmers who may cut it, at most

# The best plans by length and first direction: `work.plans` holds value and code of each
LENGTHS = (6, 10, 14, 19, 25, 32, 41, 53, 70, MAX_LENGTH)
WAYS = 4
SLOTS = WAYS * len(LENGTHS)
SHARED = 2  # directions in which loops of a length are tried
LEG = 64  # a code is `((way * 8 + across) * LEG + a) * LEG + b`


@rule
def propose(
    garden: Garden, config: Config, seat: int, generator: Generator, moves: Records[Order], work: Work
) -> int:
    """Write the plans worth a try: home or a stroll there, attacks, items, then loops by gain per tick."""
    if garden.farmers[seat].queued > 0:
        return 0
    measure_reach(garden, config, seat, work)
    count_rows(garden, config, seat, work, 0, config.Rows - 1)
    for slot in range(SLOTS):
        work.plans[2 * slot] = 0
    for way in range(1, 5):
        if way != REVERSE[garden.farmers[seat].direction]:
            plan_first_leg(garden, config, seat, work, way)
    count = 0
    if write_home(garden, config, seat, moves[0], work) or write_stroll(garden, config, seat, moves[0]):
        count = 1
    count = write_attacks(garden, config, seat, moves, work, count)
    count = write_errands(garden, config, seat, garden.power_ups, moves, work, count)
    count = write_errands(garden, config, seat, garden.supers, moves, work, count)
    return write_loops(garden, config, seat, moves, work, count)


# Tables


@rule
def measure_reach(garden: Garden, config: Config, seat: int, work: Work) -> None:
    """Steps from every cell to the farmer's land, around weeds and its trail, by breadth-first search."""
    count = 0
    for cell in range(config.Rows * config.Cols):
        work.reach[cell] = UNREACHED
        if owns(garden, seat, cell) and garden.marks[cell] & WEED == 0 and garden.marks[cell] >> seat & 1 == 0:
            work.reach[cell] = 0
            work.waiting[count] = cell
            count += 1
    done = 0
    while done < count:
        cell = work.waiting[done]
        done += 1
        for way in range(1, 5):
            x = cell % config.Cols + DX[way]
            y = cell // config.Cols + DY[way]
            if is_walkable(garden, config, seat, x, y) and work.reach[y * config.Cols + x] == UNREACHED:
                work.reach[y * config.Cols + x] = work.reach[cell] + 1
                work.waiting[count] = y * config.Cols + x
                count += 1


# Loops: two legs of some length, then back until the farmer is on its land


@rule
def plan_first_leg(garden: Garden, config: Config, seat: int, work: Work, way: int) -> None:
    """Try lengths of the first leg, with turns to both sides."""
    farmer = garden.farmers[seat]
    x = farmer.x
    y = farmer.y
    total = enclosed_by_trail(garden, config, seat, work)
    is_out = not owns(garden, seat, y * config.Cols + x)
    stop = 0
    for a in range(1, SIZES[len(SIZES) - 1] + 1):
        x += DX[way]
        y += DY[way]
        if not is_walkable(garden, config, seat, x, y):
            return
        total += enclosed_by_step(config, work, x, y, way)
        if work.reach[y * config.Cols + x] == 0 and is_out:
            keep(garden, config, seat, work, x, y, total, way, way, a, 0, a)
            return
        is_out = is_out or work.reach[y * config.Cols + x] > 0
        if a == SIZES[stop]:
            stop += 1
            for side in range(2):
                across = 3 + side if way <= Direction.DOWN else 1 + side
                plan_second_leg(garden, config, seat, work, way, across, a, total, is_out)


@rule
def plan_second_leg(
    garden: Garden,
    config: Config,
    seat: int,
    work: Work,
    way: int,
    across: int,
    a: int,
    total: int,
    is_out: bool,
) -> None:
    """Try lengths of the second leg, and go back from each."""
    x = garden.farmers[seat].x + a * DX[way]
    y = garden.farmers[seat].y + a * DY[way]
    stop = 0
    for b in range(1, SIZES[len(SIZES) - 1] + 1):
        x += DX[across]
        y += DY[across]
        if not is_walkable(garden, config, seat, x, y):
            return
        total += enclosed_by_step(config, work, x, y, across)
        if work.reach[y * config.Cols + x] == 0 and is_out:
            keep(garden, config, seat, work, x, y, total, way, across, a, b, a + b)
            return
        is_out = is_out or work.reach[y * config.Cols + x] > 0
        if b == SIZES[stop]:
            stop += 1
            plan_last_leg(garden, config, seat, work, way, across, a, b, total, is_out)


@rule
def plan_last_leg(
    garden: Garden,
    config: Config,
    seat: int,
    work: Work,
    way: int,
    across: int,
    a: int,
    b: int,
    total: int,
    is_out: bool,
) -> None:
    """Go back to the farmer's land, and keep the loop if it is good."""
    farmer = garden.farmers[seat]
    x = farmer.x + a * DX[way] + b * DX[across]
    y = farmer.y + a * DY[way] + b * DY[across]
    back = REVERSE[way]
    if not is_out:
        return
    for c in range(1, MAX_BACK + 1):
        back = next_way_back(garden, config, seat, work, x, y, back, way, across, a, b)
        if back == Direction.IDLE:
            return
        x += DX[back]
        y += DY[back]
        total += enclosed_by_step(config, work, x, y, back)
        if work.reach[y * config.Cols + x] == 0:
            keep(garden, config, seat, work, x, y, total, way, across, a, b, a + b + c)
            return


@rule
def next_way_back(
    garden: Garden,
    config: Config,
    seat: int,
    work: Work,
    x: int,
    y: int,
    back: int,
    way: int,
    across: int,
    a: int,
    b: int,
) -> int:
    """The next step of the last leg: straight on while that leads home, otherwise the way to the land; 0: none."""
    here = work.reach[y * config.Cols + x]
    if is_step_back(garden, config, seat, work, x, y, back, way, across, a, b, here):
        return back
    for turn in range(1, 5):
        if turn != REVERSE[back] and is_step_back(
            garden, config, seat, work, x, y, turn, way, across, a, b, here - 1
        ):
            return turn
    return Direction.IDLE


@rule
def is_step_back(
    garden: Garden,
    config: Config,
    seat: int,
    work: Work,
    x: int,
    y: int,
    turn: int,
    way: int,
    across: int,
    a: int,
    b: int,
    furthest: int,
) -> bool:
    """Whether a step leads to a cell that is near enough to the land, and not on the first two legs."""
    x += DX[turn]
    y += DY[turn]
    if not is_walkable(garden, config, seat, x, y) or work.reach[y * config.Cols + x] > furthest:
        return False
    farmer = garden.farmers[seat]
    dx = x - farmer.x
    dy = y - farmer.y
    along = dx * DX[way] + dy * DY[way]
    aside = dx * DX[across] + dy * DY[across]
    return not ((aside == 0 and 0 <= along <= a) or (along == a and 0 <= aside <= b))


@rule
def keep(
    garden: Garden,
    config: Config,
    seat: int,
    work: Work,
    x: int,
    y: int,
    total: int,
    way: int,
    across: int,
    a: int,
    b: int,
    length: int,
) -> None:
    """Keep a loop that ends on (x, y) if it is among the best of its length and first direction."""
    farmer = garden.farmers[seat]
    exposed = farmer.trail + length
    if exposed * max(1, config.seats - 1) > EXPOSURE or length > min(MAX_LENGTH, config.MaxTicks - garden.tick):
        return
    total += enclosed_to_start(config, work, farmer, x, y)
    value = (abs(total) + (farmer.trail + length) // 2) * 1000 // (farmer.trail + length + PATIENCE)
    group = 0
    while length > LENGTHS[group]:
        group += 1
    slot = WAYS * group + way - 1
    if value > work.plans[2 * slot]:
        work.plans[2 * slot] = value
        work.plans[2 * slot + 1] = ((way * 8 + across) * LEG + a) * LEG + b


@rule
def write_loops(garden: Garden, config: Config, seat: int, moves: Records[Order], work: Work, count: int) -> int:
    """Write the best loops of each length, those first that gain most per tick; the new number of plans."""
    for slot in range(0, SLOTS, WAYS):
        keep_best(work, slot)
    while count < len(moves):
        best = 0
        for slot in range(SLOTS):
            if work.plans[2 * slot] > work.plans[2 * best]:
                best = slot
        if work.plans[2 * best] == 0:
            return count
        code = work.plans[2 * best + 1]
        work.plans[2 * best] = 0
        if write_loop(garden, config, seat, moves[count], work, code):
            count += 1
    return count


@rule
def keep_best(work: Work, first: int) -> None:
    """Drop all but the best loops of a length."""
    for slot in range(first, first + WAYS):
        better = 0
        for other in range(first, first + WAYS):
            if work.plans[2 * other] > work.plans[2 * slot]:
                better += 1
        if better >= SHARED:
            work.plans[2 * slot] = 0


@rule
def write_loop(garden: Garden, config: Config, seat: int, move: Order, work: Work, code: int) -> bool:
    """Write the commands of a loop."""
    way = code // (8 * LEG * LEG)
    across = code // (LEG * LEG) % 8
    a = code // LEG % LEG
    b = code % LEG
    length = write_legs(garden, config, seat, move, work, way, across, a, b)
    return length > 0


@rule
def write_legs(
    garden: Garden, config: Config, seat: int, move: Order, work: Work, way: int, across: int, a: int, b: int
) -> int:
    """Write two legs and the way back; the number of commands, 0 if something is in the way."""
    farmer = garden.farmers[seat]
    x = farmer.x
    y = farmer.y
    is_out = not owns(garden, seat, y * config.Cols + x)
    back = REVERSE[way]
    for n in range(MAX_LENGTH):
        step = way if n < a else across
        if n >= a + b:
            back = next_way_back(garden, config, seat, work, x, y, back, way, across, a, b)
            step = back
        if step == Direction.IDLE:
            return 0
        x += DX[step]
        y += DY[step]
        move.commands[n] = step
        move.ranks[n] = 0
        move.length = n + 1
        if work.reach[y * config.Cols + x] == 0 and is_out:
            return n + 1
        is_out = is_out or work.reach[y * config.Cols + x] > 0
    return 0
