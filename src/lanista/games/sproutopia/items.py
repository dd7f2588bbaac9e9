"""Power-ups, super power-ups and weeds: how they appear, grow and go (section 7)."""

from __future__ import annotations

from lanista.engine import Ints, rule
from lanista.games.sproutopia.chance import below, countdown
from lanista.games.sproutopia.land import is_free, is_overgrown, owns
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
    Store,
    Weed,
    Work,
)

# Storage in the original's order (7.4)


@rule
def put_item(store: Store, cell: int, kind: int) -> None:
    """A new entry fills the place vacated last, or comes at the end."""
    place = store.vacant
    if place >= 0:
        store.vacant = -2 - store.entries[place]
    else:
        place = store.places
        store.places += 1
    store.entries[place] = cell * 8 + kind
    store.count += 1


@rule
def place_of_item(store: Store, cell: int) -> int:
    """Where the item on a cell is stored."""
    for place in range(store.places):
        if store.entries[place] >= 0 and store.entries[place] // 8 == cell:
            return place
    return NOWHERE


@rule
def item_on(store: Store, cell: int) -> int:
    """The type of the item on a cell."""
    return store.entries[place_of_item(store, cell)] % 8


@rule
def take_item(store: Store, cell: int) -> int:
    """Remove the item on a cell; its type."""
    place = place_of_item(store, cell)
    kind = store.entries[place] % 8
    store.entries[place] = -2 - store.vacant
    store.vacant = place
    store.count -= 1
    return kind


# Power-ups (7.2)


@rule
def run_power_ups(garden: Garden, config: Config, work: Work) -> None:
    """Step 5 of the tick: the countdown, and a new power-up if there are not too many."""
    garden.next_power_up -= 1
    if garden.next_power_up <= 0:
        if garden.power_ups.count < config.PowerUpsMaxAmount:
            add_power_up(garden, config, work)
        draw_power_up_countdown(garden, config)


@rule
def draw_power_up_countdown(garden: Garden, config: Config) -> None:
    """Ticks until the next power-up."""
    garden.next_power_up = countdown(
        garden.chance,
        config.PowerUpSpawnRateMean,
        config.PowerUpSpawnRateStdDev,
        config.PowerUpSpawnRateMin,
        config.PowerUpSpawnRateMax,
    )


@rule
def add_power_up(garden: Garden, config: Config, work: Work) -> None:
    """On any cell without trail, item and weed, but never in the last row and column that are not all trail."""
    candidates = 0
    columns = last_open_column(garden, config)
    for y in range(last_open_row(garden, config)):
        for cell in range(y * config.Cols, y * config.Cols + columns):
            if is_free(garden, cell):
                work.waiting[candidates] = cell
                candidates += 1
    if candidates > 0:
        cell = work.waiting[below(garden.chance, candidates)]
        put_item(garden.power_ups, cell, 1 + below(garden.chance, 3))
        garden.marks[cell] |= POWER_UP


@rule
def last_open_row(garden: Garden, config: Config) -> int:
    """The last row that has a cell without a trail."""
    for cell in range(config.Rows * config.Cols - 1, -1, -1):
        if garden.marks[cell] & TRAILS == 0:
            return cell // config.Cols
    return 0


@rule
def last_open_column(garden: Garden, config: Config) -> int:
    """The last column that has a cell without a trail."""
    for x in range(config.Cols - 1, -1, -1):
        for y in range(config.Rows):
            if garden.marks[y * config.Cols + x] & TRAILS == 0:
                return x
    return 0


# Weeds (7.3, 7.4)


@rule
def run_weeds(garden: Garden, config: Config, work: Work) -> None:
    """Step 4 of the tick: every weed grows in its rhythm, then a new one may appear."""
    for place in range(garden.weed_places):
        weed = garden.weeds[place]
        if weed.size > 0:
            weed.countdown -= 1
            if weed.countdown <= 0 and weed.size < config.WeedsMaxGrowth:
                grow(garden, config, work, weed, 1)
                weed.countdown = config.WeedGrowthRate
    garden.next_weed -= 1
    if garden.next_weed <= 0:
        if garden.weed_count < config.WeedsMaxAmount and is_room_for_super(garden):
            add_weed(garden, config, work)
        draw_weed_countdown(garden, config)


@rule
def is_room_for_super(garden: Garden) -> bool:
    """Whether one more weed could be cleared; always so in a match, see `settings.needs_many_supers`."""
    return garden.weed_count + garden.supers.count < len(garden.supers.entries)


@rule
def draw_weed_countdown(garden: Garden, config: Config) -> None:
    """Ticks until the next weed."""
    garden.next_weed = countdown(
        garden.chance,
        config.WeedSpawnRateMean,
        config.WeedSpawnRateStdDev,
        config.WeedSpawnRateMin,
        config.WeedSpawnRateMax,
    )


@rule
def add_weed(garden: Garden, config: Config, work: Work) -> None:
    """On neutral ground near the weakest farmer; it hides a super power-up and grows four times at once."""
    candidates = find_ground(garden, config, work, garden.farmers[weakest_farmer(garden, config)])
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
    grow(garden, config, work, weed, BIRTH_SIZE - 1)


@rule
def weakest_farmer(garden: Garden, config: Config) -> int:
    """The farmer with the smallest percentage, the lowest one if there are several."""
    weakest = 0
    for seat in range(1, config.seats):
        if percentage(garden, config, seat) < percentage(garden, config, weakest):
            weakest = seat
    return weakest


@rule
def percentage(garden: Garden, config: Config, seat: int) -> int:
    """How much of the map is a farmer's land, in whole per cent (4.2)."""
    return garden.farmers[seat].cells * 100 // (config.Rows * config.Cols)


@rule
def find_ground(garden: Garden, config: Config, work: Work, near: Farmer) -> int:
    """How many cells there are where a weed may begin; they are listed row by row."""
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
    """Whether no farmer stands on a cell, and none could spawn there."""
    for seat in range(config.seats):
        if garden.farmers[seat].x == x and garden.farmers[seat].y == y:
            return False
    return not is_spawn(config, x, y)


@rule
def is_spawn(config: Config, x: int, y: int) -> bool:
    """Whether a cell is one of the four spawn cells, taken or not."""
    for seat in range(MAX_SEATS):  # noqa: SIM110
        if config.spawn_x[seat] == x and config.spawn_y[seat] == y:
            return True
    return False


@rule
def new_weed(garden: Garden) -> int:
    """The place of a new weed: the one vacated last, or the next."""
    place = garden.weed_vacant
    if place >= 0:
        garden.weed_vacant = -2 - garden.weeds[place].size
    else:
        place = garden.weed_places
        garden.weed_places += 1
    garden.weed_count += 1
    return place


@rule
def grow(garden: Garden, config: Config, work: Work, weed: Weed, steps: int) -> None:
    """So many growth steps, one after the other."""
    for _ in range(steps):
        grow_one_cell(garden, config, work, weed)


@rule
def grow_one_cell(garden: Garden, config: Config, work: Work, weed: Weed) -> None:
    """One cell more: directions and cells are shuffled, and the first way that is open is taken (7.4)."""
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
            return


@rule
def shuffle(garden: Garden, row: Ints, length: int) -> None:
    """Exchange each element, from the last to the second, with one drawn among those up to it."""
    for n in range(length - 1, 0, -1):
        k = below(garden.chance, n + 1)
        value = row[n]
        row[n] = row[k]
        row[k] = value


@rule
def can_grow_over(garden: Garden, config: Config, x: int, y: int) -> bool:
    """A weed stays off the outermost ring, other weeds and spawn cells; nothing else stops it."""
    if not (0 < x < config.Cols - 1 and 0 < y < config.Rows - 1):
        return False
    return not is_overgrown(garden, y * config.Cols + x) and not is_spawn(config, x, y)


@rule
def clear_weeds(garden: Garden, config: Config, seat: int) -> None:
    """Every weed wholly on a farmer's land goes, and its super power-up appears on its first cell (6.6)."""
    for place in range(garden.weed_places):
        weed = garden.weeds[place]
        if weed.size > 0 and is_wholly_on_land(garden, seat, weed):
            put_item(garden.supers, weed.core, weed.hides)
            for i in range(weed.size):
                garden.marks[weed.cells[i]] &= ~WEED
                weed.cells[i] = 0
            garden.marks[weed.core] |= SUPER_POWER_UP
            weed.core = 0
            weed.hides = 0
            weed.countdown = 0
            weed.size = -2 - garden.weed_vacant
            garden.weed_vacant = place
            garden.weed_count -= 1


@rule
def is_wholly_on_land(garden: Garden, seat: int, weed: Weed) -> bool:
    """Whether all cells of a weed are a farmer's land."""
    for i in range(weed.size):  # noqa: SIM110
        if not owns(garden, seat, weed.cells[i]):
            return False
    return True
