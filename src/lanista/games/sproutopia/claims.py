"""Claims: the cells that a completed trail encloses, and the effects (section 6).

A claim reads the farmer's land once, as runs of cells in each row; pieces and pockets are groups of runs.
"""

from __future__ import annotations

from lanista.engine import Ints, note, rule
from lanista.games.sproutopia.items import clear_weeds
from lanista.games.sproutopia.land import (
    clear_trail,
    extend_box,
    gain,
    is_home,
    lose,
    next_trail_cell,
    note_land,
    owns,
    steal,
)
from lanista.games.sproutopia.notes import Cause, Kind, Why
from lanista.games.sproutopia.pruning import is_unprunable, strike
from lanista.games.sproutopia.state import NOWHERE, Config, Farmer, Fate, Garden, Ground, Work


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
    clear_marks(config, work)


# Pieces (6.1, 6.2): cells of the land next to one another in a row are a run; runs that touch belong together


@rule
def mark_base(garden: Garden, config: Config, work: Work, seat: int, last: int) -> bool:
    """Mark the trail and the pockets of the base; whether the trail returns to the piece where it started."""
    farmer = garden.farmers[seat]
    find_runs(garden, config, work, seat)
    same_piece = find_common_piece(garden, config, work, seat, farmer.start, last)
    fills = same_piece or find_both_pieces(garden, config, work, seat, farmer.start, last)
    open_box(config, work)
    mark_trail(garden, config, work, seat)
    work.n_gaps = 0
    if fills:
        add_pieces(config, work, farmer)
        find_gaps(config, work, farmer)
        mark_pockets(work)
    return same_piece


@rule
def find_runs(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """List the runs of a farmer's land, row by row, and join those that touch."""
    farmer = garden.farmers[seat]
    count = 0
    above = 0
    for y in range(farmer.top, farmer.bottom + 1):
        row = count
        work.rows[y] = row
        inside = 0
        for cell in range(y * config.Cols + farmer.left, y * config.Cols + farmer.right + 1):
            mine = garden.land[cell] >> seat & 1
            if mine != inside:
                inside = mine
                if mine:
                    work.run_first[count] = cell
                else:
                    work.run_last[count] = cell - 1
                    count += 1
        if inside:
            work.run_last[count] = y * config.Cols + farmer.right
            count += 1
        join_rows(config, work.run_first, work.run_last, work.run_group, above, row, count)
        above = row
    work.rows[farmer.bottom + 1] = count


@rule
def join_rows(config: Config, first: Ints, last: Ints, group: Ints, above: int, row: int, end: int) -> None:
    """Join the runs of a row with those of the row above that they touch."""
    i = above
    for k in range(row, end):
        group[k] = k
        while i < row and last[i] + config.Cols < first[k]:
            i += 1
        while i < row and first[i] + config.Cols <= last[k]:
            join(group, i, k)
            if last[i] + config.Cols > last[k]:
                break  # it may touch the next one too
            i += 1


@rule
def join(group: Ints, i: int, k: int) -> None:
    """Put two runs into one group; its number is that of its first run."""
    a = group_of(group, i)
    b = group_of(group, k)
    group[max(a, b)] = min(a, b)


@rule
def group_of(group: Ints, k: int) -> int:
    """The number of a run's group."""
    while group[k] != k:
        group[k] = group[group[k]]
        k = group[k]
    return k


@rule
def piece_of(config: Config, work: Work, farmer: Farmer, cell: int) -> int:
    """The piece that a cell of the land belongs to."""
    y = cell // config.Cols
    for k in range(work.rows[y], work.rows[y + 1]):
        if work.run_first[k] <= cell <= work.run_last[k]:
            return group_of(work.run_group, k)
    return NOWHERE


@rule
def find_common_piece(garden: Garden, config: Config, work: Work, seat: int, first: int, last: int) -> bool:
    """Find the piece that both ends of a trail belong to; whether there is one."""
    farmer = garden.farmers[seat]
    for i in range(corners(config)):
        begin = owned_cell_near(garden, config, seat, first, i)
        if begin == NOWHERE:
            continue
        work.first_piece = piece_of(config, work, farmer, begin)
        work.last_piece = work.first_piece
        for j in range(corners(config)):
            end = owned_cell_near(garden, config, seat, last, j)
            if end != NOWHERE and piece_of(config, work, farmer, end) == work.first_piece:
                return True
    return False


@rule
def find_both_pieces(garden: Garden, config: Config, work: Work, seat: int, first: int, last: int) -> bool:
    """Find the pieces at both ends of a bridge that fills pockets (6.5); whether it does."""
    work.first_piece = piece_at(garden, config, work, seat, first)
    work.last_piece = piece_at(garden, config, work, seat, last)
    return config.d19_bridges_fill > 0 or min(work.first_piece, work.last_piece) == NOWHERE


@rule
def corners(config: Config) -> int:
    """The number of cells that decide which piece an end belongs to: in the engine four, around a corner (D16)."""
    return 4 if config.d16_pieces_by_corner else 1


@rule
def owned_cell_near(garden: Garden, config: Config, seat: int, cell: int, corner: int) -> int:
    """The cell itself (0), the one to the left (1), above (2) or above left (3), if the farmer owns it."""
    left = corner % 2
    above = corner // 2
    near = cell - left - above * config.Cols
    is_near = cell % config.Cols >= left and cell // config.Cols >= above
    return near if is_near and owns(garden, seat, near) else NOWHERE


@rule
def piece_at(garden: Garden, config: Config, work: Work, seat: int, cell: int) -> int:
    """The piece that the end of a trail belongs to, or NOWHERE."""
    for i in range(corners(config)):
        near = owned_cell_near(garden, config, seat, cell, i)
        if near != NOWHERE:
            return piece_of(config, work, garden.farmers[seat], near)
    return NOWHERE


# The box around the base, and its pockets (6.3)


@rule
def open_box(config: Config, work: Work) -> None:
    """Start with an empty box."""
    work.left = config.Cols
    work.right = -1
    work.top = config.Rows
    work.bottom = -1


@rule
def stretch_box(work: Work, left: int, right: int, y: int) -> None:
    """Extend the box to cells of a row."""
    work.left = min(work.left, left)
    work.right = max(work.right, right)
    work.top = min(work.top, y)
    work.bottom = max(work.bottom, y)


@rule
def mark_trail(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """Mark all cells of the trail as base."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    for i in range(farmer.trail):
        if i > 0:
            cell = next_trail_cell(garden, config, seat, cell)
        work.ground[cell] = Ground.BASE
        stretch_box(work, cell % config.Cols, cell % config.Cols, cell // config.Cols)
    work.trail_left = work.left
    work.trail_right = work.right
    work.trail_top = work.top
    work.trail_bottom = work.bottom


@rule
def is_base(work: Work, k: int) -> bool:
    """Whether a run belongs to one of the pieces at the ends of the trail."""
    piece = group_of(work.run_group, k)
    return piece == work.first_piece or piece == work.last_piece  # noqa: PLR1714


@rule
def add_pieces(config: Config, work: Work, farmer: Farmer) -> None:
    """Extend the box to the pieces at the ends of the trail."""
    for y in range(farmer.top, farmer.bottom + 1):
        for k in range(work.rows[y], work.rows[y + 1]):
            if is_base(work, k):
                stretch_box(work, work.run_first[k] - y * config.Cols, work.run_last[k] - y * config.Cols, y)


@rule
def find_gaps(config: Config, work: Work, farmer: Farmer) -> None:
    """List the runs between those of the base, and join those that touch; group 0 is open to the outside."""
    work.gap_group[0] = 0
    work.n_gaps = 1
    above = 1
    for y in range(work.top, work.bottom + 1):
        row = work.n_gaps
        cell = y * config.Cols + work.left
        if farmer.top <= y <= farmer.bottom:
            for k in range(work.rows[y], work.rows[y + 1]):
                if is_base(work, k):
                    add_gaps(work, y, cell, work.run_first[k] - 1)
                    cell = work.run_last[k] + 1
        add_gaps(work, y, cell, y * config.Cols + work.right)
        join_rows(config, work.gap_first, work.gap_last, work.gap_group, above, row, work.n_gaps)
        open_gaps(config, work, y, row)
        above = row


@rule
def add_gaps(work: Work, y: int, first: int, last: int) -> None:
    """Add the gaps among some cells of a row, which the trail may divide."""
    if work.trail_top <= y <= work.trail_bottom:
        for cell in range(first, last + 1):
            if work.ground[cell] == Ground.BASE:
                add_gap(work, first, cell - 1)
                first = cell + 1
    add_gap(work, first, last)


@rule
def add_gap(work: Work, first: int, last: int) -> None:
    """Add a gap, unless it is empty."""
    if first <= last:
        work.gap_first[work.n_gaps] = first
        work.gap_last[work.n_gaps] = last
        work.n_gaps += 1


@rule
def open_gaps(config: Config, work: Work, y: int, row: int) -> None:
    """Gaps at the edge of the box are open to the outside."""
    is_edge = y == work.top or y == work.bottom  # noqa: PLR1714
    for k in range(row, work.n_gaps):
        left = work.gap_first[k] - y * config.Cols
        right = work.gap_last[k] - y * config.Cols
        if is_edge or left == work.left or right == work.right:
            join(work.gap_group, 0, k)


@rule
def mark_pockets(work: Work) -> None:
    """Keep and mark the gaps that cannot be reached from outside the box without crossing the base."""
    count = 0
    for k in range(1, work.n_gaps):
        if group_of(work.gap_group, k) > 0:
            for cell in range(work.gap_first[k], work.gap_last[k] + 1):
                work.ground[cell] = Ground.POCKET
            work.gap_first[count] = work.gap_first[k]
            work.gap_last[count] = work.gap_last[k]
            count += 1
    work.n_gaps = count


@rule
def clear_marks(config: Config, work: Work) -> None:
    """Clear the marks of the trail and of the pockets."""
    for y in range(work.trail_top, work.trail_bottom + 1):
        for cell in range(y * config.Cols + work.trail_left, y * config.Cols + work.trail_right + 1):
            work.ground[cell] = Ground.UNKNOWN
    for k in range(work.n_gaps):
        for cell in range(work.gap_first[k], work.gap_last[k] + 1):
            work.ground[cell] = Ground.UNKNOWN


# What is added (6.4, 6.5)


@rule
def add_ground(garden: Garden, config: Config, work: Work, seat: int, same_piece: bool) -> None:
    """Trail and pockets become land; the enclosed set is the pockets, or everything that a bridge adds."""
    farmer = garden.farmers[seat]
    work.added = 0
    work.enclosed = 0
    cell = farmer.start
    for i in range(farmer.trail):
        if i > 0:
            cell = next_trail_cell(garden, config, seat, cell)
        add_cell(garden, config, work, seat, cell, same_piece)
    for k in range(work.n_gaps):
        for pocket in range(work.gap_first[k], work.gap_last[k] + 1):
            work.enclosed += 1 if same_piece else 0
            add_cell(garden, config, work, seat, pocket, same_piece)
    extend_box(farmer, work.left, work.right, work.top, work.bottom)
    if same_piece and config.d18_homes_are_never_taken:
        leave_homes(garden, config, seat)


@rule
def add_cell(garden: Garden, config: Config, work: Work, seat: int, cell: int, same_piece: bool) -> None:
    """A cell becomes land, unless it is spared."""
    if owns(garden, seat, cell):
        return
    if same_piece and is_spared(garden, config, work, seat, cell % config.Cols, cell // config.Cols):
        return
    gain(garden, seat, cell)
    work.added += 1
    if not same_piece:
        work.ground[cell] = Ground.BRIDGED
        work.enclosed += 1


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
