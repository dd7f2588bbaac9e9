"""The policy `settler`: it queues a whole loop at a time, so that most of its ticks cost nothing.

It knows its land and trail, and sees the rest in its window; cells further away count as open.
`work.waiting` holds what the cells around the farmer are, column by column, then a table of sums over them, and
then the best plan so far.
"""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.sproutopia.learn.hidden import is_in_sight
from lanista.games.sproutopia.state import (
    DX,
    DY,
    POWER_UP,
    REVERSE,
    SUPER_POWER_UP,
    TRAILS,
    WEED,
    Config,
    Direction,
    Farmer,
    Garden,
    Order,
    Work,
)

RANGE = 10  # how far around the farmer loops are planned
SIDE = 2 * RANGE + 1
AREA = SIDE * SIDE
CENTRE = RANGE * SIDE + RANGE
SUMS = AREA  # where the table begins: an entry for each corner of cells
WIDTH = SIDE + 1
BEST = SUMS + WIDTH * WIDTH  # the value of the best plan, then its code
PREY = BEST + 2  # steps to the nearest trail of another farmer, then its cell in the square

OPEN = 0
OWN = 1
BLOCKED = 2

ITEM_PRIZE = 8  # cells of land that an item is worth
CUT_PRIZE = 10  # ... and each cell of another's trail
PATIENCE = 3  # ticks added to every loop, so that larger ones pay
MAX_LOOP = 32  # cells of a trail ...
MIN_LOOP = 12  # ... which become fewer, the more there is to lose
STAKE = 16  # cells of land that shorten it by one
HUNT = 8  # steps to another's trail from which the farmer attacks it
RUN = 4  # steps on its land towards the border
GLANCE = 6  # commands that are queued before the farmer looks again
ALERT = 2  # ... while somebody is in sight
NO_PLAN = -1000
FAR = 1000
NONE = 0
SIZES = (1, 2, 3, 5, 7, RANGE)  # lengths of the first two legs
STEPS = 32  # a plan is `((way * 8 + across) * STEPS + a) * STEPS + b) * STEPS + c`: three legs


@rule
def settler(garden: Garden, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Cut a trail nearby, or walk the loop that gains most per tick; think again when that is done."""
    move.length = 0
    if garden.farmers[seat].queued > 0:
        return
    survey(garden, config, seat, work)
    add_up(work)
    work.waiting[BEST] = NO_PLAN
    work.waiting[BEST + 1] = NONE
    if work.waiting[PREY] <= HUNT:
        plan_attack(garden, seat, work)
    if work.waiting[BEST + 1] == NONE:
        plan_loops(garden, config, seat, work, rand_below(generator, 4))
    if work.waiting[BEST + 1] == NONE:
        plan_run(garden, config, seat, work, rand_below(generator, 4))
    write_plan(work.waiting[BEST + 1], move)
    move.length = min(move.length, ALERT if is_alert(garden, config, seat, work) else GLANCE)


# What the farmer sees


@rule
def is_alert(garden: Garden, config: Config, seat: int, work: Work) -> bool:
    """Whether another farmer or its trail is in sight."""
    for other in range(config.seats):
        if other != seat and is_in_sight(garden, config, seat, other):
            return True
    return work.waiting[PREY] < FAR


@rule
def survey(garden: Garden, config: Config, seat: int, work: Work) -> None:
    """Classify the cells around the farmer, and find the box around its trail."""
    farmer = garden.farmers[seat]
    work.left = RANGE
    work.right = RANGE
    work.top = RANGE
    work.bottom = RANGE
    work.waiting[PREY] = FAR
    far = config.PlayerWindowSize // 2
    for i in range(AREA):
        work.waiting[i] = BLOCKED
    for y in range(max(0, farmer.y - RANGE), min(config.Rows, farmer.y + RANGE + 1)):
        j = y - farmer.y + RANGE
        for x in range(max(0, farmer.x - RANGE), min(config.Cols, farmer.x + RANGE + 1)):
            i = x - farmer.x + RANGE
            cell = y * config.Cols + x
            kind = OWN if garden.land[cell] >> seat & 1 else OPEN
            if garden.marks[cell] != 0:
                is_seen = abs(i - RANGE) <= far and abs(j - RANGE) <= far
                kind = look_closer(garden, work, seat, cell, kind, i, j, is_seen)
            work.waiting[i * SIDE + j] = kind
    block_farmers(garden, config, seat, work)


@rule
def look_closer(garden: Garden, work: Work, seat: int, cell: int, kind: int, i: int, j: int, is_seen: bool) -> int:
    """The class of a cell with a trail, an item or a weed, plus 4 times its extra value."""
    marks = garden.marks[cell]
    if marks >> seat & 1:
        work.left = min(work.left, i)
        work.right = max(work.right, i)
        work.top = min(work.top, j)
        work.bottom = max(work.bottom, j)
        return BLOCKED
    if not is_seen:
        return kind
    if marks & WEED:
        return BLOCKED
    if marks & TRAILS:
        steps = abs(i - RANGE) + abs(j - RANGE)
        is_first = steps == work.waiting[PREY] and i * SIDE + j < work.waiting[PREY + 1]
        if steps < work.waiting[PREY] or is_first:
            work.waiting[PREY] = steps
            work.waiting[PREY + 1] = i * SIDE + j
        return kind + 4 * CUT_PRIZE
    return kind + 4 * ITEM_PRIZE if marks & (POWER_UP | SUPER_POWER_UP) else kind


@rule
def block_farmers(garden: Garden, config: Config, seat: int, work: Work) -> None:
    """Others and the cells next to them are no way to go, except on the farmer's land."""
    me = garden.farmers[seat]
    for other in range(config.seats):
        if other != seat and is_in_sight(garden, config, seat, other):
            for way in range(5):
                i = garden.farmers[other].x + DX[way] - me.x + RANGE
                j = garden.farmers[other].y + DY[way] - me.y + RANGE
                if 0 <= i < SIDE and 0 <= j < SIDE and work.waiting[i * SIDE + j] % 4 == OPEN:
                    work.waiting[i * SIDE + j] = BLOCKED


@rule
def add_up(work: Work) -> None:
    """Sum the values of the cells left of and above each corner; removes the values from the cells."""
    for k in range(WIDTH):
        work.waiting[SUMS + k] = 0
    for i in range(SIDE):
        column = 0
        work.waiting[SUMS + (i + 1) * WIDTH] = 0
        for j in range(SIDE):
            kind = work.waiting[i * SIDE + j]
            column += kind // 4 + (0 if kind % 4 == OWN else 1)
            work.waiting[i * SIDE + j] = kind % 4
            work.waiting[SUMS + (i + 1) * WIDTH + j + 1] = work.waiting[SUMS + i * WIDTH + j + 1] + column


@rule
def box_worth(work: Work, left: int, right: int, top: int, bottom: int) -> int:
    """The value of the cells in a box."""
    high = work.waiting[SUMS + (right + 1) * WIDTH + bottom + 1] - work.waiting[SUMS + left * WIDTH + bottom + 1]
    return high - work.waiting[SUMS + (right + 1) * WIDTH + top] + work.waiting[SUMS + left * WIDTH + top]


# Loops: straight on, then to a side, then back until the farmer is on its land again


@rule
def plan_loops(garden: Garden, config: Config, seat: int, work: Work, turn: int) -> None:
    """Find the best loop; `turn` decides between equal ones."""
    for i in range(4):
        way = 1 + (i + turn) % 4
        if way != REVERSE[garden.farmers[seat].direction]:
            for side in range(2):
                plan_first_leg(garden, config, seat, work, way, 3 + side if way <= Direction.DOWN else 1 + side)


@rule
def plan_first_leg(garden: Garden, config: Config, seat: int, work: Work, way: int, across: int) -> None:
    """Try every length of the first leg."""
    x = RANGE
    y = RANGE
    is_out = work.waiting[CENTRE] != OWN
    stop = 0
    for a in range(1, RANGE + 1):
        x += DX[way]
        y += DY[way]
        kind = work.waiting[x * SIDE + y]
        if kind == BLOCKED:
            return
        if kind == OWN and is_out:
            consider(garden, config, seat, work, way, across, a, 0, 0)
            return
        is_out = is_out or kind == OPEN
        if a == SIZES[stop]:
            stop += 1
            plan_second_leg(garden, config, seat, work, way, across, a, is_out)


@rule
def plan_second_leg(
    garden: Garden, config: Config, seat: int, work: Work, way: int, across: int, a: int, is_out: bool
) -> None:
    """Try every length of the second leg, and go back from each."""
    x = RANGE + a * DX[way]
    y = RANGE + a * DY[way]
    stop = 0
    for b in range(1, RANGE + 1):
        x += DX[across]
        y += DY[across]
        kind = work.waiting[x * SIDE + y]
        if kind == BLOCKED:
            return
        if kind == OWN and is_out:
            consider(garden, config, seat, work, way, across, a, b, 0)
            return
        is_out = is_out or kind == OPEN
        if b == SIZES[stop]:
            stop += 1
            c = steps_back(work, REVERSE[way], x, y, is_out)
            if c > 0:
                consider(garden, config, seat, work, way, across, a, b, c)


@rule
def steps_back(work: Work, way: int, x: int, y: int, is_out: bool) -> int:
    """Steps in a direction until the farmer is on its land again; 0 if something blocks it."""
    for c in range(1, SIDE):
        x += DX[way]
        y += DY[way]
        if not (0 <= x < SIDE and 0 <= y < SIDE):
            return 0
        kind = work.waiting[x * SIDE + y]
        if kind == BLOCKED:
            return 0
        if kind == OWN and is_out:
            return c
        is_out = is_out or kind == OPEN
    return 0


@rule
def consider(
    garden: Garden, config: Config, seat: int, work: Work, way: int, across: int, a: int, b: int, c: int
) -> None:
    """Keep a loop if it is the best so far: by gain per tick, or by shortness if it is risky."""
    x_1 = RANGE + a * DX[way] + b * DX[across]
    y_1 = RANGE + a * DY[way] + b * DY[across]
    x_2 = x_1 - c * DX[way]
    y_2 = y_1 - c * DY[way]
    left = min(work.left, x_1, x_2)
    right = max(work.right, x_1, x_2)
    top = min(work.top, y_1, y_2)
    bottom = max(work.bottom, y_1, y_2)
    length = a + b + c
    trail = garden.farmers[seat].trail
    value = box_worth(work, left, right, top, bottom) * 100 // (trail + length + PATIENCE)
    if value <= work.waiting[BEST]:
        return
    is_long = trail + length > longest_loop(garden.farmers[seat])
    if is_long or is_risky(garden, config, seat, RANGE, left, right, top, bottom, length):
        value = -length if trail > 0 else NO_PLAN
    if value > work.waiting[BEST]:
        work.waiting[BEST] = value
        work.waiting[BEST + 1] = (((way * 8 + across) * STEPS + a) * STEPS + b) * STEPS + c


@rule
def longest_loop(farmer: Farmer) -> int:
    """The maximum length of a trail: attackers come from outside the farmer's sight."""
    return max(MIN_LOOP, MAX_LOOP - farmer.cells // STAKE)


@rule
def is_risky(
    garden: Garden,
    config: Config,
    seat: int,
    centre: int,
    left: int,
    right: int,
    top: int,
    bottom: int,
    length: int,
) -> bool:
    """Whether a farmer in sight could cut a loop before it is closed; the box is one in the square around it."""
    me = garden.farmers[seat]
    for other in range(config.seats):
        if other != seat and is_in_sight(garden, config, seat, other):
            x = garden.farmers[other].x - me.x + centre
            y = garden.farmers[other].y - me.y + centre
            if max(left - x, x - right, 0) + max(top - y, y - bottom, 0) <= length // 2:
                return True
    return False


# Attacks, and what to do without a loop


@rule
def plan_attack(garden: Garden, seat: int, work: Work) -> None:
    """Plan two legs to the nearest trail of another farmer, in the order in which nothing is in the way."""
    i = work.waiting[PREY + 1] // SIDE - RANGE
    j = work.waiting[PREY + 1] % SIDE - RANGE
    along = Direction.RIGHT if i > 0 else Direction.LEFT
    down = Direction.DOWN if j > 0 else Direction.UP
    back = REVERSE[garden.farmers[seat].direction]
    if i != 0 and along != back and is_clear(work, along, abs(i), down, abs(j)):
        work.waiting[BEST + 1] = ((along * 8 + down) * STEPS + abs(i)) * STEPS * STEPS + abs(j) * STEPS
    elif j != 0 and down != back and is_clear(work, down, abs(j), along, abs(i)):
        work.waiting[BEST + 1] = ((down * 8 + along) * STEPS + abs(j)) * STEPS * STEPS + abs(i) * STEPS


@rule
def is_clear(work: Work, way: int, a: int, across: int, b: int) -> bool:
    """Whether nothing is in the way on two legs."""
    x = RANGE
    y = RANGE
    for n in range(a + b):
        x += DX[way] if n < a else DX[across]
        y += DY[way] if n < a else DY[across]
        if work.waiting[x * SIDE + y] == BLOCKED:
            return False
    return True


@rule
def plan_run(garden: Garden, config: Config, seat: int, work: Work, turn: int) -> None:
    """From outside a step towards the spawn, from inside a run towards the nearest cell that is not its land."""
    farmer = garden.farmers[seat]
    is_out = work.waiting[CENTRE] != OWN
    lowest = FAR * FAR
    for i in range(4):
        way = 1 + (i + turn) % 4
        kind = work.waiting[(RANGE + DX[way]) * SIDE + RANGE + DY[way]]
        if way == REVERSE[farmer.direction] or kind == BLOCKED:
            continue
        to_spawn = abs(farmer.x + DX[way] - config.spawn_x[seat]) + abs(farmer.y + DY[way] - config.spawn_y[seat])
        run = run_inside(work, way)
        score = to_spawn if is_out else FAR if kind == OPEN else 2 * run - (1 if way == farmer.direction else 0)
        if score < lowest:
            lowest = score
            steps = 1 if is_out else max(1, min(run, RUN))
            work.waiting[BEST + 1] = (way * 8 * STEPS + steps) * STEPS * STEPS


@rule
def run_inside(work: Work, way: int) -> int:
    """The number of cells ahead that are the farmer's land."""
    for a in range(1, RANGE + 1):
        if work.waiting[(RANGE + a * DX[way]) * SIDE + RANGE + a * DY[way]] != OWN:
            return a - 1
    return RANGE


@rule
def write_plan(code: int, move: Order) -> None:
    """Write the commands of three legs."""
    way = code // (8 * STEPS * STEPS * STEPS)
    across = code // (STEPS * STEPS * STEPS) % 8
    a = code // (STEPS * STEPS) % STEPS
    b = code // STEPS % STEPS
    c = code % STEPS
    for n in range(a + b + c):
        move.ranks[n] = 0
        move.commands[n] = way if n < a else across if n < a + b else REVERSE[way]
    move.length = a + b + c
