"""Claims: what a completed trail encloses, and what follows from it (section 6).

A claim looks at the piece of land where the trail starts and at the box around that piece and the trail, never at
the rest of the map.
"""

from __future__ import annotations

from lanista.engine import note, rule
from lanista.games.sproutopia.items import clear_weeds
from lanista.games.sproutopia.land import (
    clear_trail,
    extend_box,
    gain,
    is_home,
    is_on_map,
    lose,
    next_trail_cell,
    note_land,
    owns,
    steal,
)
from lanista.games.sproutopia.notes import Cause, Kind, Why
from lanista.games.sproutopia.pruning import is_unprunable, strike
from lanista.games.sproutopia.state import DX, DY, NOWHERE, Config, Fate, Garden, Ground, Work


@rule
def finish_trail(garden: Garden, config: Config, work: Work, seat: int, last: int, complete: bool) -> None:
    """Turn a trail into land: a claim if it is complete (6.6), otherwise by Super Fertilizer (6.7)."""
    same_piece = mark_base(garden, config, work, seat, last)
    add_ground(garden, config, work, seat, same_piece)
    clear_trail(garden, config, seat)
    note(work.log, Kind.CLOSED, seat, work.added)
    if complete:
        steal(garden, config, seat)
        note_land(garden, work, seat, Why.CLAIMED)
        encircle(garden, config, work, seat, same_piece)
        clear_weeds(garden, config, work, seat)
        add_points(garden, config, work, seat)
    if complete or not config.d8_paint_is_shared:
        steal(garden, config, seat)
    note_land(garden, work, seat, Why.CLAIMED)
    close_box(config, work)


# Pieces, pockets and the box around them (6.1 to 6.3)


@rule
def mark_base(garden: Garden, config: Config, work: Work, seat: int, last: int) -> bool:
    """Mark the base and its pockets; whether the trail returns to the piece where it started."""
    open_box(config, work)
    first = garden.farmers[seat].start
    same_piece = mark_common_piece(garden, config, work, seat, first, last)
    fills = same_piece or mark_both_pieces(garden, config, work, seat, first, last)
    mark_trail(garden, config, work, seat)
    if fills:
        fill_pockets(config, work)
    return same_piece


@rule
def mark_common_piece(garden: Garden, config: Config, work: Work, seat: int, first: int, last: int) -> bool:
    """Mark the piece that both ends of a trail belong to; whether there is one."""
    for i in range(corners(config)):
        piece = own_cell_at(garden, config, seat, first, i)
        if piece == NOWHERE:
            continue
        mark_piece(garden, config, work, seat, piece)
        for j in range(corners(config)):
            end = own_cell_at(garden, config, seat, last, j)
            if end != NOWHERE and work.ground[end] == Ground.BASE:
                return True
        close_box(config, work)
        open_box(config, work)
    return False


@rule
def mark_both_pieces(garden: Garden, config: Config, work: Work, seat: int, first: int, last: int) -> bool:
    """Mark the pieces at both ends of a bridge that fills pockets (6.5); whether it does."""
    first_piece = piece_at(garden, config, seat, first)
    last_piece = piece_at(garden, config, seat, last)
    if config.d19_bridges_fill == 0 and min(first_piece, last_piece) != NOWHERE:
        return False
    if first_piece != NOWHERE:
        mark_piece(garden, config, work, seat, first_piece)
    if last_piece != NOWHERE:
        mark_piece(garden, config, work, seat, last_piece)
    return True


@rule
def corners(config: Config) -> int:
    """How many cells decide which piece an end belongs to: in the engine four, around a corner (D16)."""
    return 4 if config.d16_pieces_by_corner else 1


@rule
def own_cell_at(garden: Garden, config: Config, seat: int, cell: int, corner: int) -> int:
    """The cell itself (0), the one to the left (1), above (2) or above left (3), if the farmer owns it."""
    left = corner % 2
    above = corner // 2
    near = cell - left - above * config.Cols
    is_near = cell % config.Cols >= left and cell // config.Cols >= above
    return near if is_near and owns(garden, seat, near) else NOWHERE


@rule
def piece_at(garden: Garden, config: Config, seat: int, cell: int) -> int:
    """A cell of the piece that the end of a trail belongs to."""
    for i in range(corners(config)):
        near = own_cell_at(garden, config, seat, cell, i)
        if near != NOWHERE:
            return near
    return NOWHERE


@rule
def open_box(config: Config, work: Work) -> None:
    """Start with an empty box."""
    work.left = config.Cols
    work.right = -1
    work.top = config.Rows
    work.bottom = -1


@rule
def stretch_box(config: Config, work: Work, x: int, y: int) -> None:
    """Extend the box to a cell."""
    work.left = min(work.left, x)
    work.right = max(work.right, x)
    work.top = min(work.top, y)
    work.bottom = max(work.bottom, y)


@rule
def mark_piece(garden: Garden, config: Config, work: Work, seat: int, cell: int) -> None:
    """Mark all cells of a piece as base."""
    work.ground[cell] = Ground.BASE
    work.waiting[0] = cell
    count = 1
    while count > 0:
        count -= 1
        x = work.waiting[count] % config.Cols
        y = work.waiting[count] // config.Cols
        stretch_box(config, work, x, y)
        for way in range(1, 5):
            if is_on_map(config, x + DX[way], y + DY[way]):
                near = (y + DY[way]) * config.Cols + x + DX[way]
                if work.ground[near] == Ground.UNKNOWN and owns(garden, seat, near):
                    work.ground[near] = Ground.BASE
                    work.waiting[count] = near
                    count += 1


@rule
def mark_trail(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """Mark all cells of the trail as base."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    for i in range(farmer.trail):
        if i > 0:
            cell = next_trail_cell(garden, config, seat, cell)
        work.ground[cell] = Ground.BASE
        stretch_box(config, work, cell % config.Cols, cell // config.Cols)


@rule
def fill_pockets(config: Config, work: Work) -> None:
    """Mark as pockets the cells that cannot be reached from outside the box without crossing the base."""
    count = 0
    for y in range(work.top, work.bottom + 1):
        step = 1 if y == work.top or y == work.bottom else max(1, work.right - work.left)  # noqa: PLR1714
        for x in range(work.left, work.right + 1, step):
            count = flood(config, work, x, y, count)
    while count > 0:
        count -= 1
        x = work.waiting[count] % config.Cols
        y = work.waiting[count] // config.Cols
        for way in range(1, 5):
            near_x = x + DX[way]
            near_y = y + DY[way]
            if work.left <= near_x <= work.right and work.top <= near_y <= work.bottom:
                count = flood(config, work, near_x, near_y, count)
    for y in range(work.top, work.bottom + 1):
        for cell in range(y * config.Cols + work.left, y * config.Cols + work.right + 1):
            if work.ground[cell] == Ground.UNKNOWN:
                work.ground[cell] = Ground.POCKET


@rule
def flood(config: Config, work: Work, x: int, y: int, count: int) -> int:
    """Mark an unknown cell as outside and push it on the stack; the new size of the stack."""
    cell = y * config.Cols + x
    if work.ground[cell] == Ground.UNKNOWN:
        work.ground[cell] = Ground.OUTSIDE
        work.waiting[count] = cell
        count += 1
    return count


@rule
def close_box(config: Config, work: Work) -> None:
    """Clear the marks of all cells in the box."""
    for y in range(work.top, work.bottom + 1):
        for cell in range(y * config.Cols + work.left, y * config.Cols + work.right + 1):
            work.ground[cell] = Ground.UNKNOWN


# What is added (6.4, 6.5)


@rule
def add_ground(garden: Garden, config: Config, work: Work, seat: int, same_piece: bool) -> None:
    """Base and pockets become land; the enclosed set is the pockets, or everything that a bridge adds."""
    work.added = 0
    work.enclosed = 0
    for y in range(work.top, work.bottom + 1):
        for x in range(work.left, work.right + 1):
            cell = y * config.Cols + x
            ground = work.ground[cell]
            if ground == Ground.POCKET and same_piece:
                work.enclosed += 1
            if ground != Ground.BASE and ground != Ground.POCKET:  # noqa: PLR1714
                continue
            if not owns(garden, seat, cell) and not (same_piece and is_spared(garden, config, work, seat, x, y)):
                gain(garden, seat, cell)
                work.added += 1
                if not same_piece:
                    work.ground[cell] = Ground.BRIDGED
                    work.enclosed += 1
    extend_box(garden.farmers[seat], work.left, work.right, work.top, work.bottom)
    if same_piece and config.d18_homes_are_never_taken:
        leave_homes(garden, config, seat)


@rule
def is_spared(garden: Garden, config: Config, work: Work, seat: int, x: int, y: int) -> bool:
    """Whether a cell is in the home of an encircled farmer, which a claim does not take (D18)."""
    if config.d18_homes_are_never_taken:
        return False
    for other in range(config.seats):
        if is_home(config, other, x, y) and is_encircled(garden, config, work, seat, other, True):
            return True
    return False


@rule
def leave_homes(garden: Garden, config: Config, seat: int) -> None:
    """In the engine an ordinary claim gives up every cell of other farmers' homes (D18)."""
    for other in range(config.seats):
        if other != seat:
            leave_home(garden, config, seat, other)


@rule
def leave_home(garden: Garden, config: Config, seat: int, other: int) -> None:
    """A farmer gives up its cells in another's home."""
    for y in range(max(config.spawn_y[other] - 1, 0), min(config.spawn_y[other] + 2, config.Rows)):
        for x in range(max(config.spawn_x[other] - 1, 0), min(config.spawn_x[other] + 2, config.Cols)):
            if owns(garden, seat, y * config.Cols + x):
                lose(garden, seat, y * config.Cols + x)


@rule
def stands_on(garden: Garden, config: Config, work: Work, seat: int, ground: int) -> bool:
    """Whether a farmer stands on a kind of ground."""
    farmer = garden.farmers[seat]
    return work.ground[farmer.y * config.Cols + farmer.x] == ground


# What follows (6.6, 4.3)


@rule
def encircle(garden: Garden, config: Config, work: Work, seat: int, same_piece: bool) -> None:
    """Farmers on the enclosed set are pruned, Unprunable ones interrupted (D5)."""
    for other in range(config.seats):
        if is_encircled(garden, config, work, seat, other, same_piece):
            spared = is_unprunable(garden, other) and config.d5_unprunable_can_be_encircled == 0
            strike(garden, config, work, other, seat, spared, Cause.ENCIRCLED)


@rule
def is_encircled(garden: Garden, config: Config, work: Work, seat: int, other: int, same_piece: bool) -> bool:
    """Whether another farmer, not yet pruned in this tick, stands on the enclosed set."""
    if other == seat or work.fate[other] == Fate.PRUNED:
        return False
    return stands_on(garden, config, work, other, Ground.POCKET if same_piece else Ground.BRIDGED)


@rule
def add_points(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """Add (T/10)^2 points for T gained cells; the engine counts the enclosed set and truncates (D10)."""
    points = work.added * work.added
    if config.d10_points_for_the_enclosed:
        points = work.enclosed * work.enclosed // 100 * 100
    garden.farmers[seat].tie += points
    note(work.log, Kind.SCORED, seat, points)
