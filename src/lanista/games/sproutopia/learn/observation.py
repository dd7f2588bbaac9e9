"""Observations for learners: the window and the rest of a farmer's view (8.5) as numbers."""

from __future__ import annotations

from lanista.engine import Ints, Number, ObservationSpec, Plane, rule
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.state import (
    MAX_SEATS,
    MAX_SIDE,
    MAX_TICKS,
    MIN_SIDE,
    TRAILS,
    Config,
    Direction,
    Farmer,
    Garden,
    Item,
    ItemStore,
)

SIGHT = 5  # cells in each direction, as in the contest
SIDE = 2 * SIGHT + 1
AREA = SIDE * SIDE
BEYOND_MAP = -1
UNSEEN = -2
TRAIL = 16  # is added to the bit of its farmer
WEED_BIT = 32
FARMER_BIT = 64
EMPTY_SEAT = -1
OWNERS = 15  # bits of land

FARMERS = ("own", "next farmer's", "second next farmer's", "third next farmer's")
GROUND = (
    (UNSEEN, "out of sight"),
    (BEYOND_MAP, "beyond the map"),
    (0, "neutral"),
    *((1 << i, f"{whose} land") for i, whose in enumerate(FARMERS)),
    *((TRAIL + (1 << i), f"{whose} trail") for i, whose in enumerate(FARMERS)),
)
ITEMS = tuple(item.name.replace("_", " ").lower() for item in Item)
POWER_UPS = tuple(enumerate(ITEMS[: Item.FREEZE + 1]))
SUPERS = (POWER_UPS[0], *((int(item), ITEMS[item]) for item in (Item.TRAIL_PROTECTION, Item.SUPER_FERTILIZER)))
DIRECTIONS = tuple((int(way), way.name) for way in Direction)
OBSERVATION = ObservationSpec.of(
    Plane("ground", (SIDE, SIDE), UNSEEN, GROUND[-1][0], "rows around the farmer; trails hide land", GROUND),
    Plane("things", (SIDE, SIDE), 0, 127, "in the same window", bits=(*ITEMS[1:], "weed", "another farmer")),
    Number("x", 0, MAX_SIDE - 1, unit=50),
    Number("y", 0, MAX_SIDE - 1, "grows downwards", unit=50),
    Number("columns to home", -MAX_SIDE, MAX_SIDE, "to the spawn; negative: to the left", unit=25),
    Number("rows to home", -MAX_SIDE, MAX_SIDE, "to the spawn; negative: upwards", unit=25),
    Number("direction", 0, Direction.RIGHT, "of the last move", codes=DIRECTIONS),
    Number("power-up", 0, Item.FREEZE, codes=POWER_UPS),
    Number("super power-up", 0, Item.SUPER_FERTILIZER, codes=SUPERS),
    [Number(f"{whose} share", EMPTY_SEAT, 100, "per cent of the map; -1 without the farmer") for whose in FARMERS],
    Number("tick", 0, MAX_TICKS, "ticks played", unit=1000),
    Number("ticks left", 0, MAX_TICKS, unit=1000),
    Number("columns", MIN_SIDE, MAX_SIDE, "of the map", unit=50),
    Number("rows", MIN_SIDE, MAX_SIDE, unit=50),
    Number("seat", 0, MAX_SEATS - 1),
)
NUMBERS = 2 * AREA  # where they begin

# How cells are copied: in vectors, as far as the layout of the records allows
BLOCK = 8  # marks
RUN = 24  # cells of land; the next row is written over those too many
HIDDEN = -32768  # in place of marks beyond the map: its sign is that of BEYOND_MAP
SIGN_SHIFT = 15
WEED_SHIFT = 9

# Factors that turn the bits of farmers, so that a seat's own comes first: to the left, by the number of farmers...
UP = ((2, 0, 0, 0), (4, 2, 0, 0), (8, 4, 2, 0), (16, 8, 4, 2))
DOWN = (16, 8, 4, 2)  # ... and 16 times as many to the right


@rule
def observe(garden: Garden, config: Config, seat: int, row: Ints) -> None:
    """Write the observation of a seat into a row."""
    farmer = garden.farmers[seat]
    far = min(SIGHT, config.PlayerWindowSize // 2)
    copy_window(garden, config, farmer.x - SIGHT, farmer.y - SIGHT, row)
    hide_columns(config, farmer.x - SIGHT, row)
    show_window(config, seat, row)
    if far < SIGHT:
        hide_far_cells(far, row)
    show_farmers(garden, config, seat, far, row)
    show_items(garden.power_ups, config, farmer, far, row)
    show_items(garden.supers, config, farmer, far, row)
    write_numbers(garden, config, seat, row)


# The window


@rule
def copy_window(garden: Garden, config: Config, left: int, top: int, row: Ints) -> None:
    """Copy marks and land of the rows on the map; in columns beyond it, the next values in memory."""
    for i in range(SIDE):
        at = i * SIDE
        start = (top + i) * config.Cols + left
        if not 0 <= top + i < config.Rows:
            row[at : at + SIDE] = HIDDEN
        elif 0 <= start <= len(garden.marks) - RUN:
            row[at : at + BLOCK] = garden.marks[start : start + BLOCK]
            row[at + SIDE - BLOCK : at + SIDE] = garden.marks[start + SIDE - BLOCK : start + SIDE]
            for j in range(RUN):
                row[AREA + at + j] = garden.land[start + j]
        else:
            for j in range(SIDE):
                cell = min(max(start + j, 0), len(garden.marks) - 1)
                row[at + j] = garden.marks[cell]
                row[AREA + at + j] = garden.land[cell]


@rule
def hide_columns(config: Config, left: int, row: Ints) -> None:
    """Hide the columns beyond the map."""
    for j in range(-left):
        hide_column(j, row)
    for j in range(config.Cols - left, SIDE):
        hide_column(j, row)


@rule
def hide_column(column: int, row: Ints) -> None:
    """Hide a column."""
    for i in range(SIDE):
        row[i * SIDE + column] = HIDDEN


@rule
def show_window(config: Config, seat: int, row: Ints) -> None:
    """Turn marks and land into codes: the lowest trail or else owner, the seat's own bit first; and weeds.

    Without branches, and in numbers that are known to be small, so that compilers take eight cells at a time.
    """
    up = UP[config.seats - 1][seat]
    down = DOWN[seat]
    farmers = (1 << config.seats) - 1
    for i in range(AREA):
        marks = row[i]
        hidden = marks >> SIGN_SHIFT
        both = (marks & TRAILS | (row[AREA + i] & OWNERS) << MAX_SEATS) & ~hidden
        lowest = both & -both
        trail = lowest & TRAILS
        who = trail | lowest >> MAX_SEATS
        turned = (who * up | who * down >> MAX_SEATS) & farmers
        row[i] = turned + (trail + TRAILS & TRAIL) + hidden
        row[AREA + i] = marks >> WEED_SHIFT & WEED_BIT


@rule
def hide_far_cells(far: int, row: Ints) -> None:
    """Hide the cells outside a window that is smaller than the contest's."""
    for i in range(SIDE):
        for j in range(SIDE):
            if abs(i - SIGHT) > far or abs(j - SIGHT) > far:
                row[i * SIDE + j] = UNSEEN
                row[AREA + i * SIDE + j] = 0


# What is in it


@rule
def is_near(farmer: Farmer, far: int, x: int, y: int) -> bool:
    """Whether a farmer sees a cell."""
    return abs(x - farmer.x) <= far and abs(y - farmer.y) <= far


@rule
def thing_index(farmer: Farmer, x: int, y: int) -> int:
    """The index of a visible cell in the plane of things."""
    return AREA + (y - farmer.y + SIGHT) * SIDE + x - farmer.x + SIGHT


@rule
def show_farmers(garden: Garden, config: Config, seat: int, far: int, row: Ints) -> None:
    """Mark the cells of the other farmers."""
    farmer = garden.farmers[seat]
    for other in range(config.seats):
        seen = garden.farmers[other]
        if other != seat and is_near(farmer, far, seen.x, seen.y):
            row[thing_index(farmer, seen.x, seen.y)] |= FARMER_BIT


@rule
def show_items(store: ItemStore, config: Config, farmer: Farmer, far: int, row: Ints) -> None:
    """Add the items in the window: the first bit is that of Immunity."""
    first = max(0, farmer.y - far) * config.Cols * 8
    after = (farmer.y + far + 1) * config.Cols * 8
    for slot in range(store.places):
        entry = store.entries[slot]
        if first <= entry < after:  # in one of its rows, which saves most divisions
            x = entry // 8 % config.Cols
            y = entry // 8 // config.Cols
            if is_near(farmer, far, x, y):
                row[thing_index(farmer, x, y)] |= 1 << entry % 8 - 1


# Numbers


@rule
def write_numbers(garden: Garden, config: Config, seat: int, row: Ints) -> None:
    """Write the single numbers."""
    farmer = garden.farmers[seat]
    row[NUMBERS] = farmer.x
    row[NUMBERS + 1] = farmer.y
    row[NUMBERS + 2] = config.spawn_x[seat] - farmer.x
    row[NUMBERS + 3] = config.spawn_y[seat] - farmer.y
    row[NUMBERS + 4] = farmer.direction
    row[NUMBERS + 5] = farmer.power_up
    row[NUMBERS + 6] = farmer.super_power_up
    for i in range(MAX_SEATS):
        other = seat + i if seat + i < config.seats else seat + i - config.seats
        row[NUMBERS + 7 + i] = percentage(garden, config, other) if i < config.seats else EMPTY_SEAT
    row[NUMBERS + 11] = garden.tick
    row[NUMBERS + 12] = config.MaxTicks - garden.tick
    row[NUMBERS + 13] = config.Cols
    row[NUMBERS + 14] = config.Rows
    row[NUMBERS + 15] = seat
