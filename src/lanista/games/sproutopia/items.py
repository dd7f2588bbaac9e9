"""Power-ups, super power-ups and weeds: how they appear, grow and disappear (section 7)."""

from __future__ import annotations

from lanista.engine import Ints, note, rule
from lanista.games.sproutopia.dotnet_random import below, countdown
from lanista.games.sproutopia.land import is_free, is_overgrown, owns
from lanista.games.sproutopia.notes import Kind
from lanista.games.sproutopia.state import (
    BIRTH_SIZE,
    DX,
    DY,
    MAX_SEATS,
    NOWHERE,
    POWER_UP,
    SUPER_POWER_UP,
    TRAILS,
    WEED,
    Config,
    Farmer,
    Garden,
    Item,
    ItemStore,
    Weed,
    Work,
)

# Storage in the original's order (7.4)


@rule
def put_item(store: ItemStore, cell: int, kind: int) -> None:
    """Store an item in the slot vacated last, or in a new one."""
    slot = store.vacant
    if slot >= 0:
        store.vacant = -2 - store.entries[slot]
    else:
        slot = store.places
        store.places += 1
    store.entries[slot] = cell * 8 + kind
    store.count += 1


@rule
def slot_of_item(store: ItemStore, cell: int) -> int:
    """The slot of the item on a cell."""
    for slot in range(store.places):
        if store.entries[slot] >= 0 and store.entries[slot] // 8 == cell:
            return slot
    return NOWHERE


@rule
def item_on(store: ItemStore, cell: int) -> int:
    """The type of the item on a cell."""
    return store.entries[slot_of_item(store, cell)] % 8


@rule
def take_item(store: ItemStore, cell: int) -> int:
    """Remove the item on a cell and return its type."""
    slot = slot_of_item(store, cell)
    kind = store.entries[slot] % 8
    store.entries[slot] = -2 - store.vacant
    store.vacant = slot
    store.count -= 1
    return kind


# Power-ups (7.2)


@rule
def run_power_ups(garden: Garden, config: Config, work: Work) -> None:
    """Step 5 of the tick: when the countdown ends, add a power-up unless there are enough."""
    garden.next_power_up -= 1
    if garden.next_power_up <= 0:
        if garden.power_ups.count < config.PowerUpsMaxAmount:
            add_power_up(garden, config, work)
        draw_power_up_countdown(garden, config)


@rule
def draw_power_up_countdown(garden: Garden, config: Config) -> None:
    """Draw the ticks until the next power-up."""
    garden.next_power_up = countdown(
        garden.chance,
        config.PowerUpSpawnRateMean,
        config.PowerUpSpawnRateStdDev,
        config.PowerUpSpawnRateMin,
        config.PowerUpSpawnRateMax,
    )


@rule
def add_power_up(garden: Garden, config: Config, work: Work) -> None:
    """Add a power-up on a free cell, but not in the last row or column with a cell off all trails."""
    candidates = 0
    columns = last_open_column(garden, config)
    for y in range(last_open_row(garden, config)):
        for cell in range(y * config.Cols, y * config.Cols + columns):
            if is_free(garden, cell):
                work.waiting[candidates] = cell
                candidates += 1
    if candidates > 0:
        cell = work.waiting[below(garden.chance, candidates)]
        item = 1 + below(garden.chance, 3)
        put_item(garden.power_ups, cell, item)
        garden.marks[cell] |= POWER_UP
        note(work.log, Kind.APPEARED, item, cell)


@rule
def last_open_row(garden: Garden, config: Config) -> int:
    """The last row with a cell off all trails."""
    for cell in range(config.Rows * config.Cols - 1, -1, -1):
        if garden.marks[cell] & TRAILS == 0:
            return cell // config.Cols
    return 0


@rule
def last_open_column(garden: Garden, config: Config) -> int:
    """The last column with a cell off all trails."""
    for x in range(config.Cols - 1, -1, -1):
        for y in range(config.Rows):
            if garden.marks[y * config.Cols + x] & TRAILS == 0:
                return x
    return 0


# Weeds (7.3, 7.4)


@rule
def run_weeds(garden: Garden, config: Config, work: Work) -> None:
    """Step 4 of the tick: weeds grow when their countdowns end, then a new one may appear."""
    for slot in range(garden.weed_places):
        weed = garden.weeds[slot]
        if weed.size > 0:
            weed.countdown -= 1
            if weed.countdown <= 0 and weed.size < config.WeedsMaxGrowth:
                grow(garden, config, work, weed, 1)
                weed.countdown = config.WeedGrowthRate
    garden.next_weed -= 1
    if garden.next_weed <= 0:
        if garden.weed_count < config.WeedsMaxAmount and has_room_for_super(garden):
            add_weed(garden, config, work)
        draw_weed_countdown(garden, config)


@rule
def has_room_for_super(garden: Garden) -> bool:
    """Whether clearing one more weed would find a slot; in a match it does, see `settings.needs_many_supers`."""
    return garden.weed_count + garden.supers.count < len(garden.supers.entries)


@rule
def draw_weed_countdown(garden: Garden, config: Config) -> None:
    """Draw the ticks until the next weed."""
    garden.next_weed = countdown(
        garden.chance,
        config.WeedSpawnRateMean,
        config.WeedSpawnRateStdDev,
        config.WeedSpawnRateMin,
        config.WeedSpawnRateMax,
    )


@rule
def add_weed(garden: Garden, config: Config, work: Work) -> None:
    """Add a weed on neutral ground near the weakest farmer; it hides a super power-up and grows at once."""
    candidates = list_weed_candidates(garden, config, work, garden.farmers[weakest_farmer(garden, config)])
    if candidates == 0:
        return
    cell = work.waiting[below(garden.chance, candidates)]
    weed = garden.weeds[new_weed(garden)]
    weed.core = cell
    weed.size = 1
    weed.hides = Item.TRAIL_PROTECTION + below(garden.chance, 2)
    weed.countdown = config.WeedGrowthRate
    weed.cells[0] = cell
    garden.marks[cell] |= WEED
    note(work.log, Kind.SPROUTED, cell, weed.hides)
    grow(garden, config, work, weed, BIRTH_SIZE - 1)


@rule
def weakest_farmer(garden: Garden, config: Config) -> int:
    """The farmer with the smallest percentage, ties by seat."""
    weakest = 0
    for seat in range(1, config.seats):
        if percentage(garden, config, seat) < percentage(garden, config, weakest):
            weakest = seat
    return weakest


@rule
def percentage(garden: Garden, config: Config, seat: int) -> int:
    """A farmer's share of the map in whole per cent (4.2)."""
    return garden.farmers[seat].cells * 100 // (config.Rows * config.Cols)


@rule
def list_weed_candidates(garden: Garden, config: Config, work: Work, near: Farmer) -> int:
    """List in `work.waiting`, row by row, the cells where a weed may appear; their number."""
    found = 0
    left = max(near.x - config.Cols // 4, 1)
    right = min(near.x + config.Cols // 4, config.Cols - 1)
    for y in range(max(near.y - config.Rows // 4, 1), min(near.y + config.Rows // 4, config.Rows - 1)):
        for x in range(left, right):
            cell = y * config.Cols + x
            if garden.land[cell] == 0 and is_free(garden, cell) and is_deserted(garden, config, x, y):
                work.waiting[found] = cell
                found += 1
    return found


@rule
def is_deserted(garden: Garden, config: Config, x: int, y: int) -> bool:
    """Whether a cell has no farmer and is no spawn cell."""
    for seat in range(config.seats):
        if garden.farmers[seat].x == x and garden.farmers[seat].y == y:
            return False
    return not is_spawn(config, x, y)


@rule
def is_spawn(config: Config, x: int, y: int) -> bool:
    """Whether a cell is one of the four spawn cells, including those of empty seats."""
    for seat in range(MAX_SEATS):  # noqa: SIM110
        if config.spawn_x[seat] == x and config.spawn_y[seat] == y:
            return True
    return False


@rule
def new_weed(garden: Garden) -> int:
    """Take a slot for a new weed: the one vacated last, or the next."""
    slot = garden.weed_vacant
    if slot >= 0:
        garden.weed_vacant = -2 - garden.weeds[slot].size
    else:
        slot = garden.weed_places
        garden.weed_places += 1
    garden.weed_count += 1
    return slot


@rule
def grow(garden: Garden, config: Config, work: Work, weed: Weed, steps: int) -> None:
    """Grow a weed by a number of steps."""
    for _ in range(steps):
        grow_one_cell(garden, config, work, weed)


@rule
def grow_one_cell(garden: Garden, config: Config, work: Work, weed: Weed) -> None:
    """Add one cell: shuffle directions and cells, and take the first open neighbour (7.4)."""
    for i in range(4):
        work.ways[i] = i + 1
    shuffle(garden, work.ways, 4)
    shuffle(garden, weed.cells, weed.size)
    for i in range(4 * weed.size):
        cell = weed.cells[i // 4]
        way = work.ways[i % 4]
        x = cell % config.Cols + DX[way]
        y = cell // config.Cols + DY[way]
        if can_grow_over(garden, config, x, y):
            weed.cells[weed.size] = y * config.Cols + x
            weed.size += 1
            garden.marks[y * config.Cols + x] |= WEED
            note(work.log, Kind.GREW, weed.core, y * config.Cols + x)
            return


@rule
def shuffle(garden: Garden, row: Ints, length: int) -> None:
    """Shuffle: from the last element to the second, swap each with a random one up to it."""
    for n in range(length - 1, 0, -1):
        k = below(garden.chance, n + 1)
        value = row[n]
        row[n] = row[k]
        row[k] = value


@rule
def can_grow_over(garden: Garden, config: Config, x: int, y: int) -> bool:
    """Whether a weed may grow over a cell: only the outermost ring, weeds and spawn cells stop it."""
    if not (0 < x < config.Cols - 1 and 0 < y < config.Rows - 1):
        return False
    return not is_overgrown(garden, y * config.Cols + x) and not is_spawn(config, x, y)


@rule
def clear_weeds(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """Remove every weed wholly on a farmer's land; its super power-up appears on its first cell (6.6)."""
    for slot in range(garden.weed_places):
        weed = garden.weeds[slot]
        if weed.size > 0 and is_wholly_on_land(garden, seat, weed):
            note(work.log, Kind.CLEARED, seat, weed.core)
            note(work.log, Kind.APPEARED, weed.hides, weed.core)
            put_item(garden.supers, weed.core, weed.hides)
            for i in range(weed.size):
                garden.marks[weed.cells[i]] &= ~WEED
                weed.cells[i] = 0
            garden.marks[weed.core] |= SUPER_POWER_UP
            weed.core = 0
            weed.hides = 0
            weed.countdown = 0
            weed.size = -2 - garden.weed_vacant
            garden.weed_vacant = slot
            garden.weed_count -= 1


@rule
def is_wholly_on_land(garden: Garden, seat: int, weed: Weed) -> bool:
    """Whether a farmer owns all cells of a weed."""
    for i in range(weed.size):  # noqa: SIM110
        if not owns(garden, seat, weed.cells[i]):
            return False
    return True
