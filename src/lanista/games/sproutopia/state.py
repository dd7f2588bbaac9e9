"""The garden: records, enumerations and constants (sections 1 to 3 of the specification).

A cell is one number, `y * Cols + x`. Per cell, `land` has a bit for each farmer who owns it; `marks` has a bit for
each farmer whose trail lies on it, the direction in which each trail continues, and bits for items and weeds.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from lanista.engine import Capacity, Generator, Ints, Log, Records, i1, i2, i4, i8, record

MAX_SEATS = 4
MIN_SIDE = 6
MAX_SIDE = 200
MAX_TICKS = 30_000
MAX_QUEUED = 256  # commands per farmer (E4)
MAX_COMMANDS = MAX_QUEUED  # in one move: enough to fill a queue
MAX_RANK = MAX_SEATS * MAX_COMMANDS
MAX_POWER_UPS = 64  # on the map
BIRTH_SIZE = 5  # cells of a weed when it appears

CELLS = Capacity("cells", 2504)  # 50 x 50, rounded up to a multiple of 8
WEEDS = Capacity("weeds", 4)
WEED_CELLS = Capacity("weed_cells", 16)
ITEMS = Capacity("items", MAX_POWER_UPS)  # of each kind; see `settings.needs_many_supers`

NOBODY = -1
NOWHERE = -1
UNLIMITED = -1  # ticks left of Trail Protection

# Bits of `marks`: four trails, two bits of direction for each of them, and three kinds of things
TRAILS = 15
WAY_SHIFT = 4
POWER_UP = 1 << 12
SUPER_POWER_UP = 1 << 13
WEED = 1 << 14


class Direction(IntEnum):
    """Directions, which are the codes of actions too (2.2)."""

    IDLE = 0
    UP = 1
    DOWN = 2
    LEFT = 3
    RIGHT = 4


DX = (0, 0, 0, -1, 1)
DY = (0, -1, 1, 0, 0)
REVERSE = (0, 2, 1, 4, 3)
LOWEST = (-1, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0)  # the lowest farmer in a bit mask


class Item(IntEnum):
    """Power-ups and super power-ups (7.5)."""

    NONE = 0
    IMMUNITY = 1
    UNPRUNABLE = 2
    FREEZE = 3
    TRAIL_PROTECTION = 4
    SUPER_FERTILIZER = 5


class Fate(IntEnum):
    """A farmer's event in the current tick; the later event wins."""

    NONE = 0
    INTERRUPTED = 1
    PRUNED = 2


@record
class Chance:
    """The original's random number generator: 55 values and two indices into them (7.1)."""

    a: i4
    b: i4
    table: Annotated[Ints, i4, 56]


@record
class Farmer:
    """One farmer (2.4)."""

    tie: i8  # hundredths of tie-breaking points
    stamp: i4  # of its last command
    trail: i4  # cells in its trail
    start: i4  # the first of those cells
    cells: i4  # in its land
    fresh: Annotated[Ints, i4, 2]  # `sfFresh` (5.9), or -1
    x: i2
    y: i2
    left: i2  # the box around its land
    right: i2
    top: i2
    bottom: i2
    power_left: i2  # ticks
    super_left: i2
    queued: i2  # commands in its queue
    power_up: i1
    super_power_up: i1
    out: i1  # `sfOut` (5.9)
    direction: i1  # of the last real move
    last: i1  # action of the last command
    stamps: Annotated[Ints, i4, MAX_QUEUED]  # of the commands in the queue
    queue: Annotated[Ints, i1, MAX_QUEUED]


@record
class ItemStore:
    """Items in the original's storage order: a new one takes the slot that was vacated last (7.4).

    An entry is `cell * 8 + type`. A vacant slot is -1, or -2 minus the slot that was vacated before it.
    """

    count: i4
    places: i4  # slots ever used
    vacant: i4  # the slot vacated last, or -1
    filler: i4  # not for alignment; recorded digests cover it
    entries: Annotated[Ints, i4, ITEMS]


@record
class Weed:
    """A weed; the size of a vacant slot is negative, like an entry of a `ItemStore`."""

    core: i4  # its first cell
    size: i4
    hides: i4  # the super power-up under it
    countdown: i4
    cells: Annotated[Ints, i4, WEED_CELLS]


@record
class Garden:
    """Everything that changes during a match; fields that every tick touches come first."""

    arrivals: Generator  # draws the order of commands without a rank
    tick: i4  # ticks played
    over: i4
    clock: i4  # the next time stamp
    overlaps: i4  # owners beyond the first, summed over all cells (D8, D9)
    next_weed: i4  # ticks
    next_power_up: i4  # ticks
    weed_count: i4
    weed_places: i4  # as in a `Store`
    weed_vacant: i4
    farmers: Annotated[Records[Farmer], MAX_SEATS]
    chance: Chance
    power_ups: ItemStore
    supers: ItemStore
    weeds: Annotated[Records[Weed], WEEDS]
    marks: Annotated[Ints, i2, CELLS]
    land: Annotated[Ints, i1, CELLS]


@record
class Config:
    """The constant part of a match: the settings under the contest's names, and all four spawn cells.

    A D switch of 1 follows the original engine instead of the rules text (section 9).
    """

    seats: i4
    Rows: i4
    Cols: i4
    TickRate: i4
    MaxTicks: i4
    PlayerWindowSize: i4
    PlayerQueueSize: i4
    PowerUpStartTick: i4
    PowerUpSpawnRateMean: i4
    PowerUpSpawnRateStdDev: i4
    PowerUpSpawnRateMin: i4
    PowerUpSpawnRateMax: i4
    PowerUpsMaxAmount: i4
    WeedsStartTick: i4
    WeedSpawnRateMean: i4
    WeedSpawnRateStdDev: i4
    WeedSpawnRateMin: i4
    WeedSpawnRateMax: i4
    WeedsMaxAmount: i4
    WeedGrowthRate: i4
    WeedsMaxGrowth: i4
    LifespanImmunity: i4
    LifespanUnprunable: i4
    LifespanFreeze: i4
    LifespanFertilizer: i4
    e4_queue_is_limited: i4
    ranks_in_moves: i4  # whether moves may carry arrival ranks
    d2_mover_wins: i4
    d3_unprunable_yields_at_home: i4
    d4_unprunable_can_lose: i4
    d5_unprunable_can_be_encircled: i4
    d6_immunity_does_not_stun: i4
    d7_fertilizer_paints_behind: i4
    d8_paint_is_shared: i4
    d9_home_is_shared: i4
    d10_points_for_the_enclosed: i4
    d11_back_to_any_first_cell: i4
    d12_places_by_percentage: i4
    d16_pieces_by_corner: i4
    d18_homes_are_never_taken: i4
    d19_bridges_fill: i4
    spawn_x: Annotated[Ints, i4, MAX_SEATS]
    spawn_y: Annotated[Ints, i4, MAX_SEATS]


@record
class Order:
    """A move: `length` commands with their arrival ranks; the rest of both rows is undefined."""

    length: i4
    ranks: Annotated[Ints, i2, MAX_COMMANDS]  # 0: the arrival order is drawn
    commands: Annotated[Ints, i1, MAX_COMMANDS]


@record
class Sketch:
    """Loops that a bot weighs, and the best one so far (see `bots.loops`)."""

    is_careful: i4  # whether to avoid farmers that were seen lately
    side: i4  # the longest leg
    longest: i4  # cells of a trail
    gain: i4  # cells
    time: i4  # ticks
    way: i4
    across: i4
    legs: Annotated[Ints, i4, 3]
    columns: Annotated[Ints, i4, 24]


@record
class Work:
    """Scratch space for one tick; a claim clears `ground` when it is done."""

    order: Annotated[Ints, i4, MAX_SEATS]  # farmers by time stamp
    received: Annotated[Ints, i4, MAX_SEATS]  # commands taken from each move
    yielded: Annotated[Ints, i4, MAX_SEATS]  # the action from a farmer's queue, or its last command
    issued: Annotated[Ints, i4, MAX_SEATS]  # the action after the rule on reversals, or -1 if it was lost
    from_queue: Annotated[Ints, i4, MAX_SEATS]
    stamps: Annotated[Ints, i4, MAX_SEATS]
    fate: Annotated[Ints, i4, MAX_SEATS]
    pruned: Annotated[Ints, i4, MAX_SEATS]  # in order of pruning
    ways: Annotated[Ints, i4, MAX_SEATS]  # directions of growth, shuffled
    n_pruned: i4
    actor: i4
    left: i4  # the box of a claim
    right: i4
    top: i4
    bottom: i4
    added: i4  # cells that a claim adds to the land
    enclosed: i4  # cells of the enclosed set
    n_gaps: i4  # runs of cells around the base, see `claims`
    first_piece: i4  # where the trail starts
    last_piece: i4  # where it ends
    trail_left: i4  # the box of the trail
    trail_right: i4
    trail_top: i4
    trail_bottom: i4
    rows: Annotated[Ints, i4, MAX_SIDE + 1]  # the first run of each row of land
    run_first: Annotated[Ints, i4, CELLS]  # cells
    run_last: Annotated[Ints, i4, CELLS]
    run_group: Annotated[Ints, i4, CELLS]
    gap_first: Annotated[Ints, i4, CELLS]
    gap_last: Annotated[Ints, i4, CELLS]
    gap_group: Annotated[Ints, i4, CELLS]
    waiting: Annotated[Ints, i4, CELLS]  # for searches of bots
    ground: Annotated[Ints, i1, CELLS]  # see `Ground`
    reach: Annotated[Ints, i2, CELLS]  # for proposals of plans, see `proposals`
    sums: Annotated[Ints, i2, CELLS]
    plans: Annotated[Ints, i4, 160]
    sketch: Sketch
    log: Log


class Ground(IntEnum):
    """The role of a cell in a claim (section 6)."""

    UNKNOWN = 0
    BASE = 1
    POCKET = 2  # filled, but not base
    BRIDGED = 3  # added by a bridge
