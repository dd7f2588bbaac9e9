"""Redraws information hidden from a farmer: everything outside its window, and values that no view shows."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.sproutopia.dotnet_random import seed_chance
from lanista.games.sproutopia.items import draw_power_up_countdown, draw_weed_countdown, is_deserted, shuffle
from lanista.games.sproutopia.land import (
    clear_trail,
    confine,
    extend_box,
    gain,
    is_free,
    is_on_map,
    lose,
    next_trail_cell,
    owns,
)
from lanista.games.sproutopia.pruning import clear_super_power_up, forget_commands, put_on_cell
from lanista.games.sproutopia.state import (
    NOWHERE,
    POWER_UP,
    SUPER_POWER_UP,
    UNLIMITED,
    WEED,
    Config,
    Direction,
    Farmer,
    Garden,
    Item,
    ItemStore,
    Weed,
)

MAX_TRIES = 64
MAX_SEED = 2_147_483_647
MAX_POINTS = 1000
MAX_SUPERS = 8
ITEM_ODDS = 4  # one farmer in this many has a power-up
JITTER = 3  # how far land is centred from the spawn


@rule
def redraw(garden: Garden, config: Config, seat: int, generator: Generator) -> None:
    """Draw everything that a farmer cannot see; visible facts stay."""
    me = garden.farmers[seat]
    redraw_chance(garden, config, me, generator)
    for other in range(config.seats):
        if other != seat:  # it remembers its land
            redraw_land(garden, config, me, other, generator)
    for other in range(config.seats):
        if other != seat:
            redraw_farmer(garden, config, me, other, generator)
    redraw_store(garden, config, me, garden.power_ups, POWER_UP, config.PowerUpsMaxAmount, generator)
    redraw_store(garden, config, me, garden.supers, SUPER_POWER_UP, MAX_SUPERS, generator)
    for slot in range(garden.weed_places):
        if garden.weeds[slot].size > 0:
            redraw_weed(garden, config, me, garden.weeds[slot], generator)


@rule
def is_hidden(config: Config, me: Farmer, cell: int) -> bool:
    """Whether a cell is outside a farmer's window."""
    return is_far(config, me, cell % config.Cols, cell // config.Cols)


@rule
def is_far(config: Config, me: Farmer, x: int, y: int) -> bool:
    """Whether a position is outside a farmer's window."""
    far = config.PlayerWindowSize // 2
    return abs(x - me.x) > far or abs(y - me.y) > far


@rule
def is_in_sight(garden: Garden, config: Config, seat: int, other: int) -> bool:
    """Whether a farmer sees another."""
    return not is_far(config, garden.farmers[seat], garden.farmers[other].x, garden.farmers[other].y)


@rule
def free_cell(garden: Garden, config: Config, me: Farmer, generator: Generator) -> int:
    """A random hidden cell without trail, item and weed; NOWHERE if none is found."""
    for _ in range(MAX_TRIES):
        cell = rand_below(generator, config.Rows * config.Cols)
        if is_hidden(config, me, cell) and is_free(garden, cell):
            return cell
    return NOWHERE


@rule
def redraw_chance(garden: Garden, config: Config, me: Farmer, generator: Generator) -> None:
    """Draw future random numbers and countdowns, and the time left of the farmer's power-ups."""
    garden.arrivals = generator
    seed_chance(garden.chance, rand_below(generator, MAX_SEED))
    draw_weed_countdown(garden, config)
    draw_power_up_countdown(garden, config)
    garden.next_weed = 1 + rand_below(generator, max(1, garden.next_weed))
    garden.next_power_up = 1 + rand_below(generator, max(1, garden.next_power_up))
    me.tie += rand_below(generator, MAX_POINTS)
    if me.power_up != Item.NONE:
        me.power_left = 1 + rand_below(generator, config.LifespanImmunity)
    if me.super_power_up == Item.SUPER_FERTILIZER:
        me.super_left = 1 + rand_below(generator, config.LifespanFertilizer)


# Land: everybody keeps as many cells, since percentages are public


@rule
def redraw_land(garden: Garden, config: Config, me: Farmer, seat: int, generator: Generator) -> None:
    """Regrow the hidden land of a farmer around its spawn: on neutral ground, then on others' land."""
    left = lose_hidden_land(garden, config, me, seat)
    x = config.spawn_x[seat] + rand_below(generator, 2 * JITTER + 1) - JITTER
    y = config.spawn_y[seat] + rand_below(generator, 2 * JITTER + 1) - JITTER
    for shared in range(2):
        for far in range(config.Rows + config.Cols):
            if left > 0:
                left -= gain_ring(garden, config, me, seat, x, y, far, left, shared > 0)


@rule
def lose_hidden_land(garden: Garden, config: Config, me: Farmer, seat: int) -> int:
    """Remove a farmer's hidden land; the number of cells."""
    farmer = garden.farmers[seat]
    left = farmer.left
    right = farmer.right
    top = farmer.top
    bottom = farmer.bottom
    lost = 0
    confine(config, farmer, seat)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            cell = y * config.Cols + x
            if owns(garden, seat, cell):
                if is_hidden(config, me, cell):
                    lose(garden, seat, cell)
                    lost += 1
                else:
                    extend_box(farmer, x, x, y, y)
    return lost


@rule
def gain_ring(
    garden: Garden, config: Config, me: Farmer, seat: int, x: int, y: int, far: int, most: int, shared: bool
) -> int:
    """Add hidden cells at a distance from (x, y) to a farmer's land, up to a number; the number added."""
    gained = 0
    for dy in range(-far, far + 1):
        step = 1 if abs(dy) == far else 2 * far
        for dx in range(-far, far + 1, step):
            cell = (y + dy) * config.Cols + x + dx
            if gained == most or not is_on_map(config, x + dx, y + dy) or not is_hidden(config, me, cell):
                continue
            if garden.land[cell] == 0 or (shared and not owns(garden, seat, cell)):
                gain(garden, seat, cell)
                extend_box(garden.farmers[seat], x + dx, x + dx, y + dy, y + dy)
                gained += 1
    return gained


# Farmers


@rule
def redraw_farmer(garden: Garden, config: Config, me: Farmer, seat: int, generator: Generator) -> None:
    """Draw another farmer's power-ups and commands; its position too, if it and its trail are wholly hidden."""
    farmer = garden.farmers[seat]
    redraw_power_ups(config, farmer, generator)
    farmer.tie += rand_below(generator, MAX_POINTS)
    forget_commands(garden, farmer)
    target = hidden_cell_of(garden, config, me, seat, generator)
    if target != NOWHERE and is_wholly_hidden(garden, config, me, seat):
        clear_trail(garden, config, seat)
        put_on_cell(config, farmer, target)
    farmer.direction = rand_below(generator, Direction.RIGHT + 1)
    farmer.last = farmer.direction


@rule
def redraw_power_ups(config: Config, farmer: Farmer, generator: Generator) -> None:
    """Draw which power-ups another farmer has, and for how long."""
    farmer.power_up = Item.NONE
    farmer.power_left = 0
    clear_super_power_up(farmer)
    if rand_below(generator, ITEM_ODDS) == 0:
        farmer.power_up = 1 + rand_below(generator, Item.FREEZE)
        farmer.power_left = 1 + rand_below(generator, config.LifespanImmunity)
    if rand_below(generator, ITEM_ODDS) == 0:
        farmer.super_power_up = Item.TRAIL_PROTECTION
        farmer.super_left = UNLIMITED
    elif rand_below(generator, ITEM_ODDS) == 0:
        farmer.super_power_up = Item.SUPER_FERTILIZER
        farmer.super_left = 1 + rand_below(generator, config.LifespanFertilizer)


@rule
def hidden_cell_of(garden: Garden, config: Config, me: Farmer, seat: int, generator: Generator) -> int:
    """A random hidden free cell, on the farmer's land if one is found there."""
    farmer = garden.farmers[seat]
    for _ in range(MAX_TRIES):
        x = farmer.left + rand_below(generator, farmer.right - farmer.left + 1)
        y = farmer.top + rand_below(generator, farmer.bottom - farmer.top + 1)
        cell = y * config.Cols + x
        if owns(garden, seat, cell) and is_hidden(config, me, cell) and is_free(garden, cell):
            return cell
    return free_cell(garden, config, me, generator)


@rule
def is_wholly_hidden(garden: Garden, config: Config, me: Farmer, seat: int) -> bool:
    """Whether a farmer and all of its trail are outside the window."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    for i in range(farmer.trail):
        if i > 0:
            cell = next_trail_cell(garden, config, seat, cell)
        if not is_hidden(config, me, cell):
            return False
    return is_hidden(config, me, farmer.y * config.Cols + farmer.x)


# Items


@rule
def redraw_store(
    garden: Garden, config: Config, me: Farmer, store: ItemStore, bit: int, most: int, generator: Generator
) -> None:
    """Draw the number, cells and kinds of hidden items; visible ones keep their order."""
    keep_visible(garden, config, me, store, bit)
    first = Item.IMMUNITY if bit == POWER_UP else Item.TRAIL_PROTECTION
    kinds = 3 if bit == POWER_UP else 2
    for _ in range(rand_below(generator, max(0, most - store.count) + 1)):
        cell = free_cell(garden, config, me, generator)
        if cell != NOWHERE:
            garden.marks[cell] |= bit
            insert(store, rand_below(generator, store.count + 1), cell * 8 + first + rand_below(generator, kinds))


@rule
def keep_visible(garden: Garden, config: Config, me: Farmer, store: ItemStore, bit: int) -> None:
    """Remove hidden items and close the gaps."""
    count = 0
    for slot in range(store.places):
        entry = store.entries[slot]
        store.entries[slot] = 0
        if entry >= 0 and is_hidden(config, me, entry // 8):
            garden.marks[entry // 8] &= ~bit
        elif entry >= 0:
            store.entries[count] = entry
            count += 1
    store.count = count
    store.places = count
    store.vacant = NOWHERE


@rule
def insert(store: ItemStore, slot: int, entry: int) -> None:
    """Insert an item before the one in a slot."""
    for i in range(store.count, slot, -1):
        store.entries[i] = store.entries[i - 1]
    store.entries[slot] = entry
    store.count += 1
    store.places += 1


# Weeds


@rule
def redraw_weed(garden: Garden, config: Config, me: Farmer, weed: Weed, generator: Generator) -> None:
    """Draw the item under a weed and its growth times; its cells too, if wholly hidden."""
    weed.hides = Item.TRAIL_PROTECTION + rand_below(generator, 2)
    weed.countdown = 1 + rand_below(generator, config.WeedGrowthRate)
    visible = 0
    for i in range(weed.size):
        visible += 0 if is_hidden(config, me, weed.cells[i]) else 1
    if visible == 0:
        transplant(garden, config, me, weed, generator)
    shuffle(garden, weed.cells, weed.size)
    weed.core = weed.cells[rand_below(generator, weed.size)]


@rule
def transplant(garden: Garden, config: Config, me: Farmer, weed: Weed, generator: Generator) -> None:
    """Move a weed elsewhere, perhaps as its mirror image, if there is room for it."""
    mark_weed(garden, weed, 0)
    for _ in range(MAX_TRIES):
        target = rand_below(generator, config.Rows * config.Cols)
        sign = 1 - 2 * rand_below(generator, 2)
        if has_room(garden, config, me, weed, target, sign):
            first = weed.cells[0]
            for i in range(weed.size):
                weed.cells[i] = moved_weed_cell(config, weed.cells[i], first, target, sign)
            break
    mark_weed(garden, weed, WEED)


@rule
def mark_weed(garden: Garden, weed: Weed, mark: int) -> None:
    """Remove a weed from the map, or put it there."""
    for i in range(weed.size):
        garden.marks[weed.cells[i]] = (garden.marks[weed.cells[i]] & ~WEED) | mark


@rule
def has_room(garden: Garden, config: Config, me: Farmer, weed: Weed, target: int, sign: int) -> bool:
    """Whether all cells of a weed would be hidden and free, and off spawn cells and the outermost ring."""
    for i in range(weed.size):
        cell = moved_weed_cell(config, weed.cells[i], weed.cells[0], target, sign)
        if cell == NOWHERE or not is_hidden(config, me, cell) or not is_free(garden, cell):
            return False
        if not is_deserted(garden, config, cell % config.Cols, cell // config.Cols):
            return False
    return True


@rule
def moved_weed_cell(config: Config, cell: int, first: int, target: int, sign: int) -> int:
    """The cell after a weed's first cell moves to the target; NOWHERE if that is not inside the map."""
    x = target % config.Cols + sign * (cell % config.Cols - first % config.Cols)
    y = target // config.Cols + cell // config.Cols - first // config.Cols
    if 0 < x < config.Cols - 1 and 0 < y < config.Rows - 1:
        return y * config.Cols + x
    return NOWHERE
