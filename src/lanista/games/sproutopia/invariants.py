"""States that no sequence of moves can reach: the checks that a loaded state must pass."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from lanista.core.errors import ConfigError
from lanista.game import check_settings, out_of_range
from lanista.games.sproutopia import settings, views
from lanista.games.sproutopia.dotnet_random import MODULUS, SIZE
from lanista.games.sproutopia.land import is_on_map, next_trail_cell
from lanista.games.sproutopia.rules import queue_capacity
from lanista.games.sproutopia.state import (
    MAX_QUEUED,
    MAX_SEATS,
    POWER_UP,
    SUPER_POWER_UP,
    UNLIMITED,
    WAY_SHIFT,
    WEED,
    Config,
    Direction,
    Farmer,
    Garden,
    Item,
    ItemStore,
    Weed,
)
from lanista.games.sproutopia.views import Moment

Cells = npt.NDArray[np.integer]


def broken_invariants(state: Moment) -> list[str]:
    """Why no match can reach this state; empty if nothing is wrong."""
    return list(_config_faults(state.const)) or list(_structure_faults(state)) or list(_board_faults(state))


def _config_faults(config: Config) -> Iterator[str]:
    """Settings must be in range, and spawn cells on the map."""
    if not 1 <= config.seats <= MAX_SEATS:
        yield f"seats is {config.seats}, expected 1 to {MAX_SEATS}"
        return
    try:
        values = {name: getattr(config, name) for name in settings.SETTINGS}
        check_settings(settings.SETTINGS, values)
        settings.check(values)
    except ConfigError as error:
        yield str(error)
        return
    for seat in range(MAX_SEATS):
        x, y = config.spawn_x[seat], config.spawn_y[seat]
        if not is_on_map(config, x, y):
            yield f"farmer {seat} spawns on {x},{y}"


def _structure_faults(state: Moment) -> Iterator[str]:
    """Violations of what checks of the board rely on."""
    garden, config = state.record, state.const
    if not 0 <= garden.tick <= config.MaxTicks:
        yield f"tick is {garden.tick} of {config.MaxTicks}"
    if not (all(-1 <= number <= MODULUS for number in garden.chance.table) and _has_valid_indices(garden)):
        yield "the table of random numbers is not one that the generator produces"
    for seat, farmer in enumerate(garden.farmers):
        if seat < config.seats:
            yield from (f"farmer {seat}: {fault}" for fault in _farmer_faults(farmer, garden, config))
        elif any(farmer.raw):  # type: ignore[attr-defined]
            yield f"farmer {seat} does not play"
    for name in ("power_ups", "supers"):
        yield from (f"{name}: {fault}" for fault in _store_faults(getattr(garden, name), config, name == "supers"))
    yield from _weed_list_faults(garden)
    for slot, weed in enumerate(garden.weeds):
        if weed.size > 0:
            yield from (f"weed {slot}: {fault}" for fault in _weed_faults(weed, config))


def _has_valid_indices(garden: Garden) -> bool:
    return 0 <= garden.chance.a <= SIZE and 0 <= garden.chance.b <= SIZE


def _farmer_faults(farmer: Farmer, garden: Garden, config: Config) -> Iterator[str]:
    cells = config.Rows * config.Cols
    ranges = {
        "x": (0, config.Cols - 1),
        "y": (0, config.Rows - 1),
        "direction": (Direction.IDLE, Direction.RIGHT),
        "last": (Direction.IDLE, Direction.RIGHT),
        "power_up": (Item.NONE, Item.FREEZE),
        "queued": (0, queue_capacity(config)),
        "stamp": (0, garden.clock - 1),
        "trail": (0, cells),
        "start": (0, cells - 1),
        "cells": (0, cells),
        "tie": (0, 2**52),  # MAX_TICKS claims of the largest map give 2**46
        "left": (0, config.Cols - 1),
        "right": (0, config.Cols - 1),
        "top": (0, config.Rows - 1),
        "bottom": (0, config.Rows - 1),
    }
    for fault in out_of_range(farmer, ranges):
        yield fault
        return
    if farmer.super_power_up not in (Item.NONE, Item.TRAIL_PROTECTION, Item.SUPER_FERTILIZER):
        yield f"super_power_up is {farmer.super_power_up}, expected 0, 4 or 5"
    if (farmer.power_up == Item.NONE) != (farmer.power_left == 0) or farmer.power_left < 0:
        yield f"power_left is {farmer.power_left} with power_up {farmer.power_up}"
    if not _is_super_time(farmer):
        yield f"super_left is {farmer.super_left} with super_power_up {farmer.super_power_up}"
    fertilized = farmer.super_power_up == Item.SUPER_FERTILIZER
    if farmer.out not in ((0, 1) if fertilized else (0,)):
        yield f"out is {farmer.out} with super_power_up {farmer.super_power_up}"
    if any(not -1 <= cell < (cells if fertilized else 0) for cell in farmer.fresh):
        yield f"fresh is {list(farmer.fresh)}"
    for i in range(MAX_QUEUED):
        if not (1 <= farmer.queue[i] <= 4 if i < farmer.queued else farmer.queue[i] == farmer.stamps[i] == 0):
            yield f"queue[{i}] is {farmer.queue[i]} of {farmer.queued}"


def _is_super_time(farmer: Farmer) -> bool:
    if farmer.super_power_up == Item.SUPER_FERTILIZER:
        return farmer.super_left > 0
    return farmer.super_left == (UNLIMITED if farmer.super_power_up else 0)


def _store_faults(store: ItemStore, config: Config, supers: bool) -> Iterator[str]:
    """Items must lie on the map, one per cell, and vacant slots form a chain."""
    low, high = (Item.TRAIL_PROTECTION, Item.SUPER_FERTILIZER) if supers else (Item.IMMUNITY, Item.FREEZE)
    if not 0 <= store.places <= len(store.entries):
        yield f"places is {store.places}"
        return
    used = [store.entries[i] for i in range(store.places)]
    items = [divmod(entry, 8) for entry in used if entry >= 0]
    if store.count != len(items) or len({cell for cell, _ in items}) < len(items):
        yield f"count is {store.count}, but {len({cell for cell, _ in items})} cells have items"
    if any(cell >= config.Rows * config.Cols or not low <= kind <= high for cell, kind in items):
        yield f"there are items off the map or of an unknown type: {items}"
    if any(store.entries[i] for i in range(store.places, len(store.entries))):
        yield "there are entries beyond places"
    if not _is_chain(store.vacant, used):
        yield "the vacant slots do not form a chain"


def _is_chain(vacant: int, used: list[int]) -> bool:
    """Whether the vacant slots link to one another, each once."""
    found: set[int] = set()
    while vacant != -1:
        if not 0 <= vacant < len(used) or used[vacant] >= 0 or vacant in found:
            return False
        found.add(vacant)
        vacant = -2 - used[vacant]
    return len(found) == sum(entry < 0 for entry in used)


def _weed_list_faults(garden: Garden) -> Iterator[str]:
    sizes = [weed.size for weed in garden.weeds]
    if not 0 <= garden.weed_places <= len(sizes) or any(sizes[garden.weed_places :]):
        yield f"weed_places is {garden.weed_places}, but there are weeds beyond"
    elif garden.weed_count != sum(size > 0 for size in sizes) or 0 in sizes[: garden.weed_places]:
        yield f"weed_count is {garden.weed_count}, but there are {sum(size > 0 for size in sizes)} weeds"
    elif not _is_chain(garden.weed_vacant, [size if size < 0 else 0 for size in sizes[: garden.weed_places]]):
        yield "the vacant slots of weeds do not form a chain"


def _weed_faults(weed: Weed, config: Config) -> Iterator[str]:
    if weed.size > len(weed.cells):
        yield f"size is {weed.size}"
        return
    cells = [weed.cells[i] for i in range(weed.size)]
    if weed.hides not in (Item.TRAIL_PROTECTION, Item.SUPER_FERTILIZER):
        yield f"hides is {weed.hides}, expected 4 or 5"
    if weed.core not in cells or len(set(cells)) < len(cells):
        yield f"its first cell {weed.core} is not one of its cells, or a cell is listed twice"
    if any(not 0 <= cell < config.Rows * config.Cols for cell in cells):
        yield "it grows off the map"


# The board


def _board_faults(state: Moment) -> Iterator[str]:
    garden, config = state.record, state.const
    cells = config.Rows * config.Cols
    land, marks = state.data["land"][0], state.data["marks"][0]
    if land[cells:].any() or marks[cells:].any():
        yield "there is land or a mark beyond the map"
    land, marks = land[:cells].astype(np.int64), marks[:cells].astype(np.int64)
    if (land < 0).any() or (land >= 1 << config.seats).any() or (marks < 0).any():
        yield "there is land or a mark of farmers who do not play"
        return
    yield from _land_faults(garden, config, land.reshape(config.Rows, config.Cols))
    for seat in range(config.seats):
        yield from _trail_faults(state, seat, marks)
    yield from _thing_faults(garden, marks)
    full = any(farmer.cells == cells for farmer in garden.farmers)
    if garden.over != int(full or garden.tick >= config.MaxTicks):
        yield f"over is {garden.over} in tick {garden.tick} of {config.MaxTicks}"


def _land_faults(garden: Garden, config: Config, land: Cells) -> Iterator[str]:
    owned = 0
    for seat in range(config.seats):
        farmer, mine = garden.farmers[seat], land >> seat & 1
        count = int(mine.sum())
        owned += count
        if farmer.cells != count:
            yield f"farmer {seat}: cells is {farmer.cells}, but its land has {count}"
        if count != int(mine[farmer.top : farmer.bottom + 1, farmer.left : farmer.right + 1].sum()):
            yield f"farmer {seat} has land outside its box"
    overlaps = owned - int((land > 0).sum())
    if garden.overlaps != overlaps:
        yield f"overlaps is {garden.overlaps}, but cells have {overlaps} owners too many"
    if overlaps and not (config.d8_paint_is_shared or config.d9_home_is_shared):
        yield "a cell has two owners"


def _trail_faults(state: Moment, seat: int, marks: Cells) -> Iterator[str]:
    """A trail must be a path over neighbouring cells that ends where its farmer stands."""
    garden, config = state.record, state.const
    farmer = garden.farmers[seat]
    if int((marks >> seat & 1).sum()) != farmer.trail:
        yield f"farmer {seat}: trail is {farmer.trail}, but its cells on the board differ"
        return
    stray = (marks >> seat & 1 == 0) & (marks >> WAY_SHIFT + 2 * seat & 3 > 0)
    if stray.any() or (farmer.trail == 0 and farmer.start):
        yield f"farmer {seat}: there are trail directions without a trail"
    cell, seen = farmer.start, set()
    for _ in range(farmer.trail):
        if not 0 <= cell < len(marks) or not marks[cell] >> seat & 1 or cell in seen:
            yield f"farmer {seat}: its trail breaks off on cell {cell}"
            return
        seen.add(cell)
        last, cell = cell, next_trail_cell(garden, config, seat, cell)
    if farmer.trail and last != farmer.y * config.Cols + farmer.x:
        yield f"farmer {seat} does not stand at the end of its trail"


def _thing_faults(garden: Garden, marks: Cells) -> Iterator[str]:
    """The board and the lists must hold the same things."""
    weeds = [weed.cells[i] for weed in views.weeds_of(garden) for i in range(weed.size)]
    listed = {
        POWER_UP: [cell for cell, _ in views.items_in(garden.power_ups)],
        SUPER_POWER_UP: [cell for cell, _ in views.items_in(garden.supers)],
        WEED: weeds,
    }
    for bit, name in ((POWER_UP, "power-ups"), (SUPER_POWER_UP, "super power-ups"), (WEED, "weeds")):
        if sorted(listed[bit]) != np.flatnonzero(marks & bit).tolist():
            yield f"the {name} on the board are not those in the list"
