"""Land and trails: who owns a cell, and how both change hands (2.4 to 2.6, 6.8)."""

from __future__ import annotations

from lanista.engine import rule
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
)


@rule
def owner(garden: Garden, cell: int) -> int:
    """Whose land a cell is; where lands overlap, the lowest farmer's (2.5)."""
    return LOWEST[garden.land[cell]]


@rule
def owns(garden: Garden, seat: int, cell: int) -> bool:
    """Whether a cell is in a farmer's own set, whoever else has it too (2.5)."""
    return garden.land[cell] >> seat & 1 == 1


@rule
def is_home(config: Config, seat: int, x: int, y: int) -> bool:
    """Whether a cell is in the 3 x 3 block around a farmer's spawn (2.3)."""
    return abs(x - config.spawn_x[seat]) <= 1 and abs(y - config.spawn_y[seat]) <= 1


@rule
def is_on_map(config: Config, x: int, y: int) -> bool:
    """Whether there is such a cell."""
    return 0 <= x < config.Cols and 0 <= y < config.Rows


@rule
def gain(garden: Garden, seat: int, cell: int) -> None:
    """A farmer gets a cell; others who have it keep it. Its box must reach the cell, see `reach`."""
    before = garden.land[cell]
    if before >> seat & 1 == 0:
        garden.land[cell] = before | 1 << seat
        garden.overlaps += 1 if before > 0 else 0
        garden.farmers[seat].cells += 1


@rule
def lose(garden: Garden, seat: int, cell: int) -> None:
    """A farmer loses a cell that it has."""
    left = garden.land[cell] & ~(1 << seat)
    garden.land[cell] = left
    garden.overlaps -= 1 if left > 0 else 0
    garden.farmers[seat].cells -= 1


@rule
def reach(farmer: Farmer, left: int, right: int, top: int, bottom: int) -> None:
    """The box around a farmer's land grows, so that it can be gone through without looking at the whole map."""
    farmer.left = min(farmer.left, left)
    farmer.right = max(farmer.right, right)
    farmer.top = min(farmer.top, top)
    farmer.bottom = max(farmer.bottom, bottom)


@rule
def drop_others(garden: Garden, config: Config, seat: int, cell: int) -> None:
    """Everybody but one farmer loses a cell."""
    if garden.land[cell] & ~(1 << seat):
        for other in range(config.seats):
            if other != seat and owns(garden, other, cell):
                lose(garden, other, cell)


@rule
def settle(garden: Garden, config: Config, seat: int) -> None:
    """Stealing: every other farmer loses the cells that are now this farmer's land (6.6)."""
    if garden.overlaps == 0:
        return
    farmer = garden.farmers[seat]
    for y in range(farmer.top, farmer.bottom + 1):
        for cell in range(y * config.Cols + farmer.left, y * config.Cols + farmer.right + 1):
            if owns(garden, seat, cell):
                drop_others(garden, config, seat, cell)


@rule
def give_up(garden: Garden, config: Config, seat: int, heir: int) -> None:
    """A farmer loses all its land: its home becomes neutral, the rest goes to an heir, if any (5.7, 6.8)."""
    farmer = garden.farmers[seat]
    for y in range(farmer.top, farmer.bottom + 1):
        for x in range(farmer.left, farmer.right + 1):
            cell = y * config.Cols + x
            if owns(garden, seat, cell):
                lose(garden, seat, cell)
                if heir != NOBODY and not is_home(config, seat, x, y):
                    gain(garden, heir, cell)
    if heir != NOBODY:
        reach(garden.farmers[heir], farmer.left, farmer.right, farmer.top, farmer.bottom)
    confine(config, farmer, seat)


@rule
def confine(config: Config, farmer: Farmer, seat: int) -> None:
    """All of a farmer's land lies within its home."""
    farmer.left = max(config.spawn_x[seat] - 1, 0)
    farmer.right = min(config.spawn_x[seat] + 1, config.Cols - 1)
    farmer.top = max(config.spawn_y[seat] - 1, 0)
    farmer.bottom = min(config.spawn_y[seat] + 1, config.Rows - 1)


@rule
def get_home(garden: Garden, config: Config, seat: int) -> None:
    """A farmer is given its home; whoever holds cells of it loses them (official: keeps them, D9)."""
    farmer = garden.farmers[seat]
    confine(config, farmer, seat)
    for y in range(farmer.top, farmer.bottom + 1):
        for x in range(farmer.left, farmer.right + 1):
            gain(garden, seat, y * config.Cols + x)
            if not config.d9_home_is_shared:
                drop_others(garden, config, seat, y * config.Cols + x)


# Trails


@rule
def has_trail_on(garden: Garden, seat: int, cell: int) -> bool:
    """Whether a farmer's trail lies on a cell."""
    return garden.marks[cell] >> seat & 1 == 1


@rule
def begin_trail(garden: Garden, seat: int, cell: int) -> None:
    """A trail of one cell."""
    farmer = garden.farmers[seat]
    farmer.start = cell
    farmer.trail = 1
    garden.marks[cell] |= 1 << seat


@rule
def extend_trail(garden: Garden, seat: int, cell: int, new: int, way: int) -> None:
    """A trail goes on from its last cell to the next; a cell that it has already is not appended."""
    if not has_trail_on(garden, seat, new):
        garden.marks[cell] |= way - 1 << WAY_SHIFT + 2 * seat
        garden.marks[new] |= 1 << seat
        garden.farmers[seat].trail += 1


@rule
def next_of_trail(garden: Garden, config: Config, seat: int, cell: int) -> int:
    """The cell to which a trail goes on."""
    way = 1 + (garden.marks[cell] >> WAY_SHIFT + 2 * seat & 3)
    return cell + DY[way] * config.Cols + DX[way]


@rule
def clear_trail(garden: Garden, config: Config, seat: int) -> None:
    """A trail vanishes."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    gone = ~(1 << seat | 3 << WAY_SHIFT + 2 * seat)
    for left in range(farmer.trail, 0, -1):
        after = next_of_trail(garden, config, seat, cell) if left > 1 else cell
        garden.marks[cell] &= gone
        cell = after
    farmer.trail = 0
    farmer.start = 0


@rule
def is_free(garden: Garden, cell: int) -> bool:
    """Whether neither a trail nor an item nor a weed is on a cell."""
    return garden.marks[cell] == 0


@rule
def is_overgrown(garden: Garden, cell: int) -> bool:
    """Whether a weed covers a cell."""
    return garden.marks[cell] & WEED > 0


@rule
def first_trail(garden: Garden, cell: int) -> int:
    """The lowest farmer whose trail lies on a cell, or nobody."""
    return LOWEST[garden.marks[cell] & TRAILS]
