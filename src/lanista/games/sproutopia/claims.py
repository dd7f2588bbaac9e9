"""Claiming: what a trail encloses when it comes home, and what follows (section 6).

A claim looks at the piece of land from which the trail set out and at the box around it and the trail, never at the
rest of the map.
"""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.sproutopia.items import clear_weeds
from lanista.games.sproutopia.land import (
    clear_trail,
    gain,
    is_home,
    lose,
    next_of_trail,
    owns,
    settle,
)
from lanista.games.sproutopia.pruning import interrupt, is_unprunable, prune
from lanista.games.sproutopia.state import NOWHERE, Config, Fate, Garden, Ground, Work


@rule
def finish_trail(garden: Garden, config: Config, work: Work, seat: int, last: int, complete: bool) -> None:
    """The trail that ends on `last` becomes land: as a claim, or by Super Fertilizer before it is complete (6.7)."""
    first_piece = piece_at(garden, config, seat, garden.farmers[seat].start)
    last_piece = piece_at(garden, config, seat, last)
    open_box(config, work)
    if first_piece != NOWHERE:
        mark_piece(garden, config, work, seat, first_piece)
    same = first_piece != NOWHERE and last_piece != NOWHERE and work.ground[last_piece] == Ground.BASE
    both = first_piece != NOWHERE and last_piece != NOWHERE and not same
    fills = not both or config.d19_bridges_fill > 0
    if fills and last_piece != NOWHERE and not same:
        mark_piece(garden, config, work, seat, last_piece)
    mark_trail(garden, config, work, seat)
    if fills:
        fill_pockets(config, work)
    add_ground(garden, config, work, seat, same)
    clear_trail(garden, config, seat)
    if complete:
        encircle(garden, config, work, seat, same)
        clear_weeds(garden, config, seat)
        settle(garden, config, seat)
        add_points(garden, config, work, seat)
    elif not config.d8_paint_is_shared:
        settle(garden, config, seat)
    close_box(config, work)


# Pieces, pockets and the box around them (6.1 to 6.3)


@rule
def piece_at(garden: Garden, config: Config, seat: int, cell: int) -> int:
    """A cell of the piece that a trail's end belongs to; the engine looks at the cell's top left corner (D16)."""
    if owns(garden, seat, cell):
        return cell
    if config.d16_pieces_by_corner:
        if cell % config.Cols > 0 and owns(garden, seat, cell - 1):
            return cell - 1
        if cell >= config.Cols and owns(garden, seat, cell - config.Cols):
            return cell - config.Cols
        if cell % config.Cols > 0 and cell >= config.Cols and owns(garden, seat, cell - config.Cols - 1):
            return cell - config.Cols - 1
    return NOWHERE


@rule
def open_box(config: Config, work: Work) -> None:
    """A box without a cell."""
    work.left = config.Cols
    work.right = -1
    work.top = config.Rows
    work.bottom = -1


@rule
def add_to_base(config: Config, work: Work, cell: int) -> None:
    """A cell is base, and the box reaches it."""
    work.ground[cell] = Ground.BASE
    x = cell % config.Cols
    y = cell // config.Cols
    work.left = min(work.left, x)
    work.right = max(work.right, x)
    work.top = min(work.top, y)
    work.bottom = max(work.bottom, y)


@rule
def mark_piece(garden: Garden, config: Config, work: Work, seat: int, cell: int) -> None:
    """All cells of a piece are base."""
    add_to_base(config, work, cell)
    work.waiting[0] = cell
    count = 1
    while count > 0:
        count -= 1
        cell = work.waiting[count]
        x = cell % config.Cols
        if x > 0:
            count = spread_piece(garden, config, work, seat, cell - 1, count)
        if x < config.Cols - 1:
            count = spread_piece(garden, config, work, seat, cell + 1, count)
        if cell >= config.Cols:
            count = spread_piece(garden, config, work, seat, cell - config.Cols, count)
        if cell < config.Cols * (config.Rows - 1):
            count = spread_piece(garden, config, work, seat, cell + config.Cols, count)


@rule
def spread_piece(garden: Garden, config: Config, work: Work, seat: int, cell: int, count: int) -> int:
    """A neighbour is of the same piece if it is the farmer's land."""
    if owns(garden, seat, cell) and work.ground[cell] == Ground.UNKNOWN:
        add_to_base(config, work, cell)
        work.waiting[count] = cell
        count += 1
    return count


@rule
def mark_trail(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """All cells of the trail are base."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    add_to_base(config, work, cell)
    for _ in range(1, farmer.trail):
        cell = next_of_trail(garden, config, seat, cell)
        add_to_base(config, work, cell)


@rule
def fill_pockets(config: Config, work: Work) -> None:
    """What cannot be reached from outside the box is a pocket."""
    count = 0
    for x in range(work.left, work.right + 1):
        count = spread_outside(config, work, x, work.top, count)
        count = spread_outside(config, work, x, work.bottom, count)
    for y in range(work.top, work.bottom + 1):
        count = spread_outside(config, work, work.left, y, count)
        count = spread_outside(config, work, work.right, y, count)
    while count > 0:
        count -= 1
        x = work.waiting[count] % config.Cols
        y = work.waiting[count] // config.Cols
        if x > work.left:
            count = spread_outside(config, work, x - 1, y, count)
        if x < work.right:
            count = spread_outside(config, work, x + 1, y, count)
        if y > work.top:
            count = spread_outside(config, work, x, y - 1, count)
        if y < work.bottom:
            count = spread_outside(config, work, x, y + 1, count)
    for y in range(work.top, work.bottom + 1):
        for cell in range(y * config.Cols + work.left, y * config.Cols + work.right + 1):
            if work.ground[cell] == Ground.UNKNOWN:
                work.ground[cell] = Ground.POCKET


@rule
def spread_outside(config: Config, work: Work, x: int, y: int, count: int) -> int:
    """Outside is what is not base; a corner opens nothing."""
    cell = y * config.Cols + x
    if work.ground[cell] == Ground.UNKNOWN:
        work.ground[cell] = Ground.OUTSIDE
        work.waiting[count] = cell
        count += 1
    return count


@rule
def close_box(config: Config, work: Work) -> None:
    """Forget what the cells of the box were."""
    for y in range(work.top, work.bottom + 1):
        for cell in range(y * config.Cols + work.left, y * config.Cols + work.right + 1):
            work.ground[cell] = Ground.UNKNOWN


# What is added (6.4, 6.5)


@rule
def add_ground(garden: Garden, config: Config, work: Work, seat: int, same: bool) -> None:
    """Base and pockets become land; the enclosed set is the pockets, of a bridge everything that it adds."""
    work.added = 0
    work.enclosed = 0
    for y in range(work.top, work.bottom + 1):
        for x in range(work.left, work.right + 1):
            cell = y * config.Cols + x
            ground = work.ground[cell]
            if ground == Ground.POCKET and same:
                work.enclosed += 1
            if ground != Ground.BASE and ground != Ground.POCKET:  # noqa: PLR1714
                continue
            if not owns(garden, seat, cell) and not (same and is_spared(garden, config, work, seat, x, y)):
                gain(garden, config, seat, x, y)
                work.added += 1
                if not same:
                    work.ground[cell] = Ground.BRIDGED
                    work.enclosed += 1
    if same and config.d18_homes_are_never_taken:
        leave_homes(garden, config, seat)


@rule
def is_spared(garden: Garden, config: Config, work: Work, seat: int, x: int, y: int) -> bool:
    """The homes of encircled farmers stay whose they were (D18)."""
    if config.d18_homes_are_never_taken:
        return False
    for other in range(config.seats):
        if other != seat and is_home(config, other, x, y):
            if work.fate[other] != Fate.PRUNED and stands_on(garden, config, work, other, Ground.POCKET):
                return True
    return False


@rule
def leave_homes(garden: Garden, config: Config, seat: int) -> None:
    """The engine takes no other farmer's home by an ordinary claim, and gives up what it had of it (D18)."""
    for other in range(config.seats):
        if other != seat:
            for y in range(max(config.spawn_y[other] - 1, 0), min(config.spawn_y[other] + 2, config.Rows)):
                for x in range(max(config.spawn_x[other] - 1, 0), min(config.spawn_x[other] + 2, config.Cols)):
                    if owns(garden, seat, y * config.Cols + x):
                        lose(garden, seat, y * config.Cols + x)


@rule
def stands_on(garden: Garden, config: Config, work: Work, seat: int, ground: int) -> bool:
    """Whether a farmer stands on ground of a kind."""
    farmer = garden.farmers[seat]
    return work.ground[farmer.y * config.Cols + farmer.x] == ground


# What follows (6.6, 4.3)


@rule
def encircle(garden: Garden, config: Config, work: Work, seat: int, same: bool) -> None:
    """Farmers on the enclosed set are pruned; Unprunable ones lose the cells taken and are interrupted (D5)."""
    enclosed = Ground.POCKET if same else Ground.BRIDGED
    for other in range(config.seats):
        if other == seat or work.fate[other] == Fate.PRUNED:
            continue
        if stands_on(garden, config, work, other, enclosed):
            if is_unprunable(garden, other) and not config.d5_unprunable_can_be_encircled:
                settle(garden, config, seat)
                interrupt(garden, config, work, other)
            else:
                prune(garden, config, work, other, seat)


@rule
def add_points(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """(T/10)^2 for the cells gained; the engine counts the enclosed set and truncates (D10)."""
    if config.d10_points_for_the_enclosed:
        garden.farmers[seat].tie += work.enclosed * work.enclosed // 100 * 100
    else:
        garden.farmers[seat].tie += work.added * work.added
