"""What a farmer sees: the contest's bot state (8.5) under its wire names, and the same as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from lanista.engine import Ints, State, rule
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.land import is_on_map, next_trail_cell
from lanista.games.sproutopia.state import (
    LOWEST,
    MAX_SEATS,
    TRAILS,
    WEED,
    Config,
    Garden,
    Item,
    Store,
    Weed,
)

Moment = State[Garden, Config]

BOT_IDS = tuple(f"{seat + 1:08}-0000-0000-0000-000000000000" for seat in range(MAX_SEATS))
OUTSIDE = 254
NEUTRAL = 255
LETTERS = "ABCD"  # of the farmers in maps written as text
NEUTRAL_LETTER = "."
LAND_LETTERS = bytes(ord(f"{NEUTRAL_LETTER}{LETTERS}"[LOWEST[land & 15] + 1]) for land in range(256))

ITEM_NAMES = tuple(item.name.replace("_", " ").title() if item else "" for item in Item)


# Lookups


def radius(config: Config) -> int:
    """How far a farmer sees: half the window size, rounded down."""
    return config.PlayerWindowSize // 2


def window(state: Moment, seat: int | None = None) -> tuple[range, range]:
    """The columns and rows that a farmer sees; without a seat, the whole map."""
    cols, rows = state.const.Cols, state.const.Rows
    if seat is None:
        return range(cols), range(rows)
    farmer, far = state.record.farmers[seat], radius(state.const)
    return (
        range(max(0, farmer.x - far), min(cols, farmer.x + far + 1)),
        range(max(0, farmer.y - far), min(rows, farmer.y + far + 1)),
    )


def land_rows(state: Moment) -> list[str]:
    """The owners of all cells, one text per row; where lands overlap, the lowest seat (2.5)."""
    cols, cells = state.const.Cols, state.const.Rows * state.const.Cols
    text = state.data["land"][0, :cells].tobytes().translate(LAND_LETTERS).decode()
    return [text[first : first + cols] for first in range(0, cells, cols)]


def percentages(state: Moment) -> list[int]:
    """The public leaderboard: the percentage of each farmer."""
    return [percentage(state.record, state.const, seat) for seat in range(state.seats)]


def spot_of(config: Config, cell: int) -> tuple[int, int]:
    """The x and y of a cell."""
    return cell % config.Cols, cell // config.Cols


def trail_of(state: Moment, seat: int) -> list[int]:
    """The cells of a farmer's trail, first to last."""
    garden, config = state.record, state.const
    farmer, cell = garden.farmers[seat], garden.farmers[seat].start
    cells = [cell] if farmer.trail else []
    while len(cells) < farmer.trail:
        cell = next_trail_cell(garden, config, seat, cell)
        cells.append(cell)
    return cells


def items_in(store: Store) -> Iterator[tuple[int, int]]:
    """The cell and type of every item, in storage order."""
    for slot in range(store.places):
        if store.entries[slot] >= 0:
            yield divmod(store.entries[slot], 8)


def weeds_of(garden: Garden) -> Iterator[Weed]:
    """The weeds, in storage order."""
    return (weed for weed in garden.weeds if weed.size > 0)


def code_of(land: int, marks: int) -> int:
    """A cell's code in `heroWindow`: trails hide land, the lowest seat hides the others."""
    if marks & TRAILS:
        return MAX_SEATS + LOWEST[marks & TRAILS]
    return LOWEST[land] if land else NEUTRAL


# Indexed by `land | trails << MAX_SEATS`: the code, and the letter, which is lower case for a trail
CODES = tuple(str(code_of(both & 15, both >> MAX_SEATS)) for both in range(256))
SIGNS = "".join((LETTERS + LETTERS.lower() + NEUTRAL_LETTER)[min(int(code), 2 * MAX_SEATS)] for code in CODES)


# The bot state of 8.5


def view_json(state: Moment, seat: int) -> bytes:
    """What a farmer receives before the first tick and after each; formatted by hand, which is much faster."""
    garden, config = state.record, state.const
    farmer = garden.farmers[seat]
    board = ",".join(f'"{BOT_IDS[s]}":{percentage(garden, config, s)}' for s in range(config.seats))
    spots = ",".join(f'{{"x":{x},"y":{y}}}' for x, y in farmers_seen(state, seat))
    items = ",".join(f'{{"location":{{"x":{x},"y":{y}}},"type":{t}}}' for x, y, t in items_seen(state, seat))
    weeds, codes = _windows_json(state, farmer.x, farmer.y)
    return (
        f'{{"directionState":{farmer.direction},"elapsedTime":"{elapsed_time(state)}","gameTick":{garden.tick},'
        f'"powerUp":{farmer.power_up},"superPowerUp":{farmer.super_power_up},"leaderBoard":{{{board}}},'
        f'"botPostions":[{spots}],"powerUpLocations":[{items}],"weeds":[{weeds}],"heroWindow":[{codes}],'
        f'"x":{farmer.x},"y":{farmer.y}}}'
    ).encode()


def view_of(state: Moment, seat: int) -> dict[str, Any]:
    """The bot state as an object."""
    view: dict[str, Any] = msgspec.json.decode(view_json(state, seat))
    return view


def elapsed_time(state: Moment) -> str:
    """D15: the time since the start by the clock of the match."""
    seconds, thousandths = divmod(max(0, state.record.tick - 1) * state.const.TickRate, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{thousandths:03}"


def is_in_window(state: Moment, seat: int, x: int, y: int) -> bool:
    """Whether a farmer sees a cell."""
    farmer, far = state.record.farmers[seat], radius(state.const)
    return abs(x - farmer.x) <= far and abs(y - farmer.y) <= far


def farmers_seen(state: Moment, seat: int) -> Iterator[tuple[int, int]]:
    """The positions of the farmers in the window, by seat, including the receiver."""
    for farmer in state.record.farmers[: state.seats]:
        if is_in_window(state, seat, farmer.x, farmer.y):
            yield farmer.x, farmer.y


def items_seen(state: Moment, seat: int) -> Iterator[tuple[int, int, int]]:
    """The items in the window, power-ups first."""
    for store in (state.record.power_ups, state.record.supers):
        for cell, kind in items_in(store):
            x, y = spot_of(state.const, cell)
            if is_in_window(state, seat, x, y):
                yield x, y, kind


def _windows_json(state: Moment, x: int, y: int) -> tuple[str, str]:
    """The columns of `weeds` and of `heroWindow`; the first index is the column."""
    garden, cols, rows, far = state.record, state.const.Cols, state.const.Rows, radius(state.const)
    land, marks = garden.land, garden.marks
    top, bottom = max(0, y - far), min(rows, y + far + 1)
    above, below = top - (y - far), y + far + 1 - bottom
    weeds, codes = [], []
    for column in range(x - far, x + far + 1):
        if 0 <= column < cols:
            cells = range(top * cols + column, bottom * cols, cols)
            overgrown = ["true" if marks[cell] & WEED else "false" for cell in cells]
            seen = [CODES[land[cell] | (marks[cell] & TRAILS) << 4] for cell in cells]
            weeds.append(",".join(["false"] * above + overgrown + ["false"] * below))
            codes.append(",".join([str(OUTSIDE)] * above + seen + [str(OUTSIDE)] * below))
        else:
            weeds.append(",".join(["false"] * (2 * far + 1)))
            codes.append(",".join([str(OUTSIDE)] * (2 * far + 1)))
    return f"[{'],['.join(weeds)}]", f"[{'],['.join(codes)}]"


# Numbers for learners: the window of 11 x 11 cells column by column, then scalars. A cell is the sum of
# 0 neutral, 1-4 land and 5-8 trail of the receiver and the seats after it, -1 outside the map, -2 out of sight;
# 16 per power-up type (1-3), 64 per super power-up type (1 Trail Protection, 2 Super Fertilizer), 256 a weed,
# 512 the receiver, 1024 another farmer.
SIGHT = 5
SIDE = 2 * SIGHT + 1
BEYOND_MAP = -1
UNSEEN = -2
POWER_UP_STEP = 16
SUPER_STEP = 64
WEED_BIT = 256
OWN_BIT = 512
OTHER_BIT = 1024
SCALARS = 14
OBSERVATION = (SIDE * SIDE + SCALARS,)


@rule
def observe(garden: Garden, config: Config, seat: int, row: Ints) -> None:
    """Write what a seat sees into a row of numbers."""
    farmer = garden.farmers[seat]
    far = min(SIGHT, config.PlayerWindowSize // 2)
    for i in range(SIDE):
        for j in range(SIDE):
            if abs(i - SIGHT) > far or abs(j - SIGHT) > far:
                row[i * SIDE + j] = UNSEEN
            else:
                row[i * SIDE + j] = cell_number(garden, config, seat, farmer.x - SIGHT + i, farmer.y - SIGHT + j)
    for other in range(config.seats):
        seen = garden.farmers[other]
        if abs(seen.x - farmer.x) <= far and abs(seen.y - farmer.y) <= far:
            i = (seen.x - farmer.x + SIGHT) * SIDE + seen.y - farmer.y + SIGHT
            row[i] |= OWN_BIT if other == seat else OTHER_BIT
    observe_items(garden.power_ups, config, farmer.x, farmer.y, far, POWER_UP_STEP, 0, row)
    observe_items(garden.supers, config, farmer.x, farmer.y, far, SUPER_STEP, 3, row)
    offset = SIDE * SIDE
    row[offset] = farmer.x
    row[offset + 1] = farmer.y
    row[offset + 2] = farmer.direction
    row[offset + 3] = farmer.power_up
    row[offset + 4] = farmer.super_power_up
    for i in range(4):
        other = (seat + i) % config.seats
        row[offset + 5 + i] = percentage(garden, config, other) if i < config.seats else -1
    row[offset + 9] = garden.tick
    row[offset + 10] = config.MaxTicks - garden.tick
    row[offset + 11] = config.Cols
    row[offset + 12] = config.Rows
    row[offset + 13] = seat


@rule
def cell_number(garden: Garden, config: Config, seat: int, x: int, y: int) -> int:
    """The land or trail and the weed on a cell, as one number."""
    if not is_on_map(config, x, y):
        return BEYOND_MAP
    marks = garden.marks[y * config.Cols + x]
    weed = WEED_BIT if marks & WEED else 0
    trail = LOWEST[marks & TRAILS]
    if trail >= 0:
        return 5 + (trail - seat) % config.seats + weed
    owner = LOWEST[garden.land[y * config.Cols + x]]
    return 1 + (owner - seat) % config.seats + weed if owner >= 0 else weed


@rule
def observe_items(store: Store, config: Config, x: int, y: int, far: int, step: int, base: int, row: Ints) -> None:
    """Add the items in the window to the row, as multiples of a step."""
    for slot in range(store.places):
        entry = store.entries[slot]
        if entry >= 0:
            i = entry // 8 % config.Cols - x
            j = entry // 8 // config.Cols - y
            if abs(i) <= far and abs(j) <= far:
                row[(i + SIGHT) * SIDE + j + SIGHT] += (entry % 8 - base) * step
