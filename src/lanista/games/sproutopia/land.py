"""Land and trails: the owners of cells, and changes of ownership (2.4 to 2.6, 6.8)."""

from __future__ import annotations

from lanista.engine import note, rule
from lanista.games.sproutopia.notes import Kind
from lanista.games.sproutopia.state import (
    DX,
    DY,
    LOWEST,
    NOBODY,
    TRAILS,
    WAY_SHIFT,
    WEED,
    Config,
    Farmer,
    Garden,
    Work,
)


@rule
def owner(garden: Garden, cell: int) -> int:
    """The owner of a cell; where lands overlap, the lowest seat (2.5)."""
    return LOWEST[garden.land[cell]]


@rule
def owns(garden: Garden, seat: int, cell: int) -> bool:
    """Whether a cell is a farmer's land, even if others own it too (2.5)."""
    return garden.land[cell] >> seat & 1 == 1


@rule
def is_home(config: Config, seat: int, x: int, y: int) -> bool:
    """Whether a cell is in the 3 x 3 block around a farmer's spawn (2.3)."""
    return abs(x - config.spawn_x[seat]) <= 1 and abs(y - config.spawn_y[seat]) <= 1


@rule
def is_on_map(config: Config, x: int, y: int) -> bool:
    """Whether a position is on the map."""
    return 0 <= x < config.Cols and 0 <= y < config.Rows


@rule
def gain(garden: Garden, seat: int, cell: int) -> None:
    """Add a cell to a farmer's land without taking it from others; the caller extends the farmer's box."""
    before = garden.land[cell]
    if before >> seat & 1 == 0:
        garden.land[cell] = before | 1 << seat
        garden.overlaps += 1 if before > 0 else 0
        garden.farmers[seat].cells += 1


@rule
def lose(garden: Garden, seat: int, cell: int) -> None:
    """Remove a cell from the land of a farmer who owns it."""
    left = garden.land[cell] & ~(1 << seat)
    garden.land[cell] = left
    garden.overlaps -= 1 if left > 0 else 0
    garden.farmers[seat].cells -= 1


@rule
def extend_box(farmer: Farmer, left: int, right: int, top: int, bottom: int) -> None:
    """Extend the box around a farmer's land, which saves scanning the whole map."""
    farmer.left = min(farmer.left, left)
    farmer.right = max(farmer.right, right)
    farmer.top = min(farmer.top, top)
    farmer.bottom = max(farmer.bottom, bottom)


@rule
def take_from_others(garden: Garden, config: Config, seat: int, cell: int) -> None:
    """Every farmer but one loses a cell."""
    if garden.land[cell] & ~(1 << seat):
        for other in range(config.seats):
            if other != seat and owns(garden, other, cell):
                lose(garden, other, cell)


@rule
def steal(garden: Garden, config: Config, seat: int) -> None:
    """Every other farmer loses the cells that are now this farmer's land (6.6)."""
    if garden.overlaps == 0:
        return
    farmer = garden.farmers[seat]
    for y in range(farmer.top, farmer.bottom + 1):
        for cell in range(y * config.Cols + farmer.left, y * config.Cols + farmer.right + 1):
            if owns(garden, seat, cell):
                take_from_others(garden, config, seat, cell)


@rule
def surrender_land(garden: Garden, config: Config, seat: int, heir: int) -> None:
    """A farmer loses all its land: its home becomes neutral, the rest goes to the heir, if any (5.7, 6.8)."""
    farmer = garden.farmers[seat]
    for y in range(farmer.top, farmer.bottom + 1):
        for x in range(farmer.left, farmer.right + 1):
            cell = y * config.Cols + x
            if owns(garden, seat, cell):
                lose(garden, seat, cell)
                if heir != NOBODY and not is_home(config, seat, x, y):
                    gain(garden, heir, cell)
    if heir != NOBODY:
        extend_box(garden.farmers[heir], farmer.left, farmer.right, farmer.top, farmer.bottom)
    confine(config, farmer, seat)


@rule
def confine(config: Config, farmer: Farmer, seat: int) -> None:
    """Reset the box around a farmer's land to its home."""
    farmer.left = max(config.spawn_x[seat] - 1, 0)
    farmer.right = min(config.spawn_x[seat] + 1, config.Cols - 1)
    farmer.top = max(config.spawn_y[seat] - 1, 0)
    farmer.bottom = min(config.spawn_y[seat] + 1, config.Rows - 1)


@rule
def give_home(garden: Garden, config: Config, seat: int) -> None:
    """Give a farmer its home; other owners lose those cells (in the engine they keep them, D9)."""
    farmer = garden.farmers[seat]
    confine(config, farmer, seat)
    for y in range(farmer.top, farmer.bottom + 1):
        for x in range(farmer.left, farmer.right + 1):
            gain(garden, seat, y * config.Cols + x)
            if not config.d9_home_is_shared:
                take_from_others(garden, config, seat, y * config.Cols + x)


@rule
def note_land(garden: Garden, work: Work, by: int, why: int) -> None:
    """Note the number of cells of each farmer."""
    farmers = garden.farmers
    note(work.log, Kind.LAND, by, why, farmers[0].cells, farmers[1].cells, farmers[2].cells, farmers[3].cells)


# Trails


@rule
def has_trail_on(garden: Garden, seat: int, cell: int) -> bool:
    """Whether a farmer's trail lies on a cell."""
    return garden.marks[cell] >> seat & 1 == 1


@rule
def begin_trail(garden: Garden, seat: int, cell: int) -> None:
    """Start a trail with one cell."""
    farmer = garden.farmers[seat]
    farmer.start = cell
    farmer.trail = 1
    garden.marks[cell] |= 1 << seat


@rule
def extend_trail(garden: Garden, seat: int, cell: int, new: int, way: int) -> None:
    """Extend a trail from its last cell to the next, unless the trail already covers that one."""
    if not has_trail_on(garden, seat, new):
        garden.marks[cell] |= way - 1 << WAY_SHIFT + 2 * seat
        garden.marks[new] |= 1 << seat
        garden.farmers[seat].trail += 1


@rule
def next_trail_cell(garden: Garden, config: Config, seat: int, cell: int) -> int:
    """The next cell of a trail."""
    way = 1 + (garden.marks[cell] >> WAY_SHIFT + 2 * seat & 3)
    return cell + DY[way] * config.Cols + DX[way]


@rule
def clear_trail(garden: Garden, config: Config, seat: int) -> None:
    """Remove a farmer's trail."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    gone = ~(1 << seat | 3 << WAY_SHIFT + 2 * seat)
    for left in range(farmer.trail, 0, -1):
        after = next_trail_cell(garden, config, seat, cell) if left > 1 else cell
        garden.marks[cell] &= gone
        cell = after
    farmer.trail = 0
    farmer.start = 0


@rule
def is_free(garden: Garden, cell: int) -> bool:
    """Whether a cell has no trail, item or weed."""
    return garden.marks[cell] == 0


@rule
def is_overgrown(garden: Garden, cell: int) -> bool:
    """Whether a weed covers a cell."""
    return garden.marks[cell] & WEED > 0


@rule
def trail_owner(garden: Garden, cell: int) -> int:
    """The lowest seat whose trail lies on a cell, or NOBODY."""
    return LOWEST[garden.marks[cell] & TRAILS]
