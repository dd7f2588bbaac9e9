"""The picture of a garden for everybody or for one farmer: land and trails, farmers, what grows, and curves."""

from __future__ import annotations

from typing import Annotated, Any

from lanista.engine import EVERYBODY, UNKNOWN, Grid, Ints, Records, i1, i2, i4, record, rule
from lanista.games.sproutopia import views
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.land import next_trail_cell, owner, trail_owner
from lanista.games.sproutopia.learn.observation import is_near
from lanista.games.sproutopia.notes import fate_of
from lanista.games.sproutopia.rules import is_frozen, lifespan
from lanista.games.sproutopia.state import (
    CELLS,
    ITEMS,
    MAX_SEATS,
    NOBODY,
    TRAILS,
    WAY_SHIFT,
    WEED,
    WEED_CELLS,
    WEEDS,
    Config,
    Fate,
    Garden,
    Item,
    ItemStore,
    Work,
)
from lanista.games.sproutopia.views import Moment, radius

MAX_FARMERS = 2 * MAX_SEATS - 1  # with those whom their cells do not identify
HIDDEN = -1  # in place of what an audience does not know
TRAIL_SIGN = 16  # bits of `Frame.land` beside those of the owners
WEED_SIGN = 32
CURVES = ("cells", "trail", "tie-breaking points", "ticks left of power-ups")
N_CURVES = len(CURVES)


def scene(state: Moment) -> dict[str, Any]:
    """The size of the garden, the homes, and how long things last."""
    config = state.const
    return {
        "cols": config.Cols,
        "rows": config.Rows,
        "ticks": config.MaxTicks,
        "sight": views.radius(config),
        "homes": [[config.spawn_x[seat], config.spawn_y[seat]] for seat in range(state.seats)],
        "items": list(views.ITEM_NAMES),
        "lifespans": [max(0, lifespan(config, item)) if item else 0 for item in Item],
    }


@record
class ShownFarmer:
    """A farmer; of others a farmer knows the share, and the cells of those in its window."""

    cells: i4  # or HIDDEN
    x: i2  # HIDDEN if it is out of sight
    y: i2
    power_left: i2  # ticks, 0 if they are unknown
    super_left: i2
    percent: i1
    direction: i1  # or HIDDEN
    power_up: i1  # NONE if it is unknown
    super_power_up: i1
    fate: i1  # in the tick that led here
    held: i1  # by a Freeze


@record
class ShownTrail:
    """A trail: its first cell and the directions from there."""

    x: i2  # HIDDEN without a trail
    y: i2
    n_ways: i4
    ways: Annotated[Ints, i1, CELLS]


@record
class ShownItems:
    """Items of one store: their cells and types."""

    n_cells: i4
    n_kinds: i4
    cells: Annotated[Ints, i4, ITEMS]
    kinds: Annotated[Ints, i1, ITEMS]


@record
class ShownWeed:
    """A weed."""

    hides: i4  # a super power-up
    n_cells: i4
    cells: Annotated[Ints, i4, WEED_CELLS]


@record
class Frame:
    """The whole garden, or the window of one farmer, which receives no more than that (8.5).

    `land` begins at `left`, `top` and has rows of `width` cells. In each are the bits of the owners, of whom the
    lowest counts (2.5), and WEED_SIGN under a weed. In a farmer's window trails hide the land below: with
    TRAIL_SIGN, the bit is of the farmer whose trail it is.
    """

    tick: i4
    left: i4
    top: i4
    width: i4
    n_farmers: i4  # by seat, then those whom the cells they stand on do not identify
    n_trails: i4  # by seat; farmers receive none
    n_weeds: i4  # farmers know only where they are
    n_land: i4
    farmers: Annotated[Records[ShownFarmer], MAX_FARMERS]
    power_ups: ShownItems
    supers: ShownItems
    weeds: Annotated[Records[ShownWeed], WEEDS]
    trails: Annotated[Records[ShownTrail], MAX_SEATS]
    land: Annotated[Ints, i1, CELLS]


@rule
def frame(before: Garden, state: Garden, config: Config, work: Work, seat: int, frame: Frame) -> None:
    """Show everything, or to a farmer its view and its fate in the tick."""
    frame.tick = state.tick
    if seat == EVERYBODY:
        show_map(state, config, frame)
        for other in range(config.seats):
            show_farmer(state, config, work, other, frame.farmers[other])
            show_trail(state, config, other, frame.trails[other])
        frame.n_farmers = config.seats
        frame.n_trails = config.seats
    else:
        show_window(state, config, seat, frame)
        show_others(before, state, config, work, seat, frame)
        show_own_farmer(state, work, seat, frame.farmers[seat])
    for other in range(config.seats):
        frame.farmers[other].percent = percentage(state, config, other)
    show_items(state, config, seat, state.power_ups, frame.power_ups)
    show_items(state, config, seat, state.supers, frame.supers)


# For everybody


@rule
def show_map(garden: Garden, config: Config, frame: Frame) -> None:
    """All land and weeds."""
    cells = config.Rows * config.Cols
    frame.width = config.Cols
    frame.n_land = cells
    frame.land[:cells] = garden.land[:cells]
    for slot in range(garden.weed_places):
        weed = garden.weeds[slot]
        if weed.size > 0:
            shown = frame.weeds[frame.n_weeds]
            frame.n_weeds += 1
            shown.hides = weed.hides
            shown.n_cells = weed.size
            shown.cells[: weed.size] = weed.cells[: weed.size]
            for i in range(weed.size):
                frame.land[weed.cells[i]] |= WEED_SIGN


@rule
def show_farmer(garden: Garden, config: Config, work: Work, seat: int, shown: ShownFarmer) -> None:
    """All about a farmer."""
    farmer = garden.farmers[seat]
    shown.cells = farmer.cells
    shown.x = farmer.x
    shown.y = farmer.y
    shown.direction = farmer.direction
    shown.power_up = farmer.power_up
    shown.power_left = farmer.power_left
    shown.super_power_up = farmer.super_power_up
    shown.super_left = farmer.super_left
    shown.fate = fate_of(work.log, seat)
    shown.held = 1 if is_frozen(garden, config, seat) else 0


@rule
def show_trail(garden: Garden, config: Config, seat: int, shown: ShownTrail) -> None:
    """The first cell of a trail and its directions."""
    farmer = garden.farmers[seat]
    if farmer.trail == 0:
        shown.x = HIDDEN
        shown.y = HIDDEN
        return
    cell = farmer.start
    shown.x = cell % config.Cols
    shown.y = cell // config.Cols
    shown.n_ways = farmer.trail - 1
    for i in range(farmer.trail - 1):
        shown.ways[i] = 1 + (garden.marks[cell] >> WAY_SHIFT + 2 * seat & 3)
        cell = next_trail_cell(garden, config, seat, cell)


# For one farmer


@rule
def show_window(garden: Garden, config: Config, seat: int, frame: Frame) -> None:
    """The cells around a farmer, as far as the map goes; of several owners or trails the lowest."""
    farmer = garden.farmers[seat]
    far = radius(config)
    frame.left = max(0, farmer.x - far)
    frame.top = max(0, farmer.y - far)
    frame.width = min(config.Cols, farmer.x + far + 1) - frame.left
    for y in range(frame.top, min(config.Rows, farmer.y + far + 1)):
        first = y * config.Cols + frame.left
        for cell in range(first, first + frame.width):
            frame.land[frame.n_land] = sign_of(garden, cell)
            frame.n_land += 1


@rule
def sign_of(garden: Garden, cell: int) -> int:
    """The look of a cell in a farmer's window."""
    land = garden.land[cell]
    trails = garden.marks[cell] & TRAILS
    ground = trails & -trails | TRAIL_SIGN if trails else land & -land
    return ground | WEED_SIGN if garden.marks[cell] & WEED else ground


@rule
def show_others(before: Garden, state: Garden, config: Config, work: Work, seat: int, frame: Frame) -> None:
    """The farmers in a window, and whom a farmer's own Freeze holds."""
    spots = work.waiting  # scratch space
    for slot in range(2 * MAX_FARMERS):
        spots[slot] = HIDDEN
    find_farmers(before, config, seat, spots, MAX_FARMERS)
    frame.n_farmers = find_farmers(state, config, seat, spots, 0)
    has_freeze = state.farmers[seat].power_up == Item.FREEZE
    for slot in range(frame.n_farmers):
        show_spot(config, spots[MAX_FARMERS + slot], spots[slot], frame.farmers[slot])
        frame.farmers[slot].held = 1 if has_freeze and slot < config.seats else 0


@rule
def show_spot(config: Config, was: int, now: int, shown: ShownFarmer) -> None:
    """The cell of a farmer, if it is seen; more than a step from where it was seen before, it was put there."""
    shown.cells = HIDDEN
    shown.direction = HIDDEN
    shown.x = HIDDEN
    shown.y = HIDDEN
    if now == HIDDEN:
        return
    shown.x = now % config.Cols
    shown.y = now // config.Cols
    if was != HIDDEN and distance(config, was, now) > 1:
        shown.fate = Fate.INTERRUPTED  # for unknown reasons


@rule
def find_farmers(garden: Garden, config: Config, seat: int, spots: Ints, first: int) -> int:
    """Write the cells of the farmers in a window, beginning at an index; only the cell says who somebody is."""
    own = garden.farmers[seat]
    far = radius(config)
    count = config.seats
    spots[first + seat] = own.y * config.Cols + own.x
    for other in range(config.seats):
        farmer = garden.farmers[other]
        if other != seat and is_near(own, far, farmer.x, farmer.y):
            cell = farmer.y * config.Cols + farmer.x
            slot = farmer_by_cell(garden, cell)
            if slot == NOBODY or spots[first + slot] != HIDDEN:
                slot = count
                count += 1
            spots[first + slot] = cell
    return count


@rule
def farmer_by_cell(garden: Garden, cell: int) -> int:
    """The likely identity of a farmer on a cell: the owner of the trail or otherwise of the land."""
    who = trail_owner(garden, cell)
    return owner(garden, cell) if who == NOBODY else who


@rule
def distance(config: Config, a: int, b: int) -> int:
    """The steps from one cell to another."""
    return abs(a % config.Cols - b % config.Cols) + abs(a // config.Cols - b // config.Cols)


@rule
def show_own_farmer(garden: Garden, work: Work, seat: int, shown: ShownFarmer) -> None:
    """Show a farmer to itself; it does not know whether it is held, and by whom."""
    farmer = garden.farmers[seat]
    shown.direction = farmer.direction
    shown.power_up = farmer.power_up
    shown.super_power_up = farmer.super_power_up
    shown.fate = fate_of(work.log, seat)
    shown.held = 0


# For all


@rule
def show_items(garden: Garden, config: Config, seat: int, store: ItemStore, shown: ShownItems) -> None:
    """All items of a store, or those in a farmer's window."""
    for slot in range(store.places):
        cell = store.entries[slot] // 8
        if cell >= 0 and is_visible(garden, config, seat, cell):
            shown.cells[shown.n_cells] = cell
            shown.kinds[shown.n_cells] = store.entries[slot] % 8
            shown.n_cells += 1
    shown.n_kinds = shown.n_cells


@rule
def is_visible(garden: Garden, config: Config, seat: int, cell: int) -> bool:
    """Whether an audience sees a cell."""
    if seat == EVERYBODY:
        return True
    return is_near(garden.farmers[seat], radius(config), cell % config.Cols, cell // config.Cols)


@rule
def knows(seat: int, other: int) -> bool:
    """Whether an audience has a farmer's knowledge of itself."""
    return seat == EVERYBODY or seat == other  # noqa: PLR1714 - as rules are written


@rule
def curves(state: Garden, config: Config, seat: int, numbers: Grid) -> None:
    """A farmer's numbers are known to itself and to the audience, its tie-breaking points to the audience only."""
    for other in range(config.seats):
        farmer = state.farmers[other]
        if knows(seat, other):
            numbers[0, other] = farmer.cells
            numbers[1, other] = farmer.trail
            numbers[2, other] = farmer.tie // 100 if seat == EVERYBODY else UNKNOWN
            numbers[3, other] = farmer.power_left + max(0, farmer.super_left)
        else:
            for title in range(N_CURVES):
                numbers[title, other] = UNKNOWN
