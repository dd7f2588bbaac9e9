"""Changes of the map in a tick, for everybody or where one farmer sees them: a difference of two states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from lanista.games.sproutopia import views
from lanista.games.sproutopia.state import MAX_SEATS, TRAILS, WEED, Garden
from lanista.games.sproutopia.views import LETTERS, NEUTRAL_LETTER, Moment

Window = tuple[range, range]  # columns and rows
Cells = dict[int, list[int]]  # by farmer
Items = list[tuple[int, int]]  # cells and types


class Changes(NamedTuple):
    """What is different on the cells that an audience sees before and after a tick; cells in ascending order."""

    gained: Cells  # land by the farmer who got it
    lost: Cells  # land by the farmer who lost it to nobody
    picked: Items  # items that are gone
    appeared: Items
    grown: list[int]  # cells of weeds
    cleared: list[int]


def changes(before: Moment, after: Moment, seat: int | None = None) -> Changes:
    """What changed where everybody, or one farmer, sees it; a farmer's trails hide the land below (8.5)."""
    window = _common(views.window(before, seat), views.window(after, seat))
    cells = list(changed_cells(before, after, window))
    marks, marks_now = before.record.marks, after.record.marks
    weeds = [cell for cell in cells if (marks[cell] ^ marks_now[cell]) & WEED]
    return Changes(
        *_changed_hands(before, after, cells, seat),
        *changed_items(before, after, window),
        [cell for cell in weeds if marks_now[cell] & WEED],
        [cell for cell in weeds if marks[cell] & WEED],
    )


def _common(one: Window, other: Window) -> Window:
    columns, rows = (range(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(one, other, strict=True))
    return columns, rows


def changed_cells(before: Moment, after: Moment, window: Window) -> Iterator[int]:
    """The cells of a window whose land or marks differ, in ascending order; most rows are the same."""
    (columns, rows), cols = window, after.const.Cols
    old, new, old_marks, new_marks = before.record.land, after.record.land, before.record.marks, after.record.marks
    land, land_now, marks, marks_now = (
        bytes(old),
        bytes(new),
        bytes(old_marks),
        bytes(new_marks),
    )  # quick to compare
    for y in rows:
        first, last = y * cols + columns.start, y * cols + columns.stop
        is_same = marks[2 * first : 2 * last] == marks_now[2 * first : 2 * last]
        if not is_same or land[first:last] != land_now[first:last]:
            for cell in range(first, last):
                if old[cell] != new[cell] or old_marks[cell] != new_marks[cell]:
                    yield cell


def _changed_hands(before: Moment, after: Moment, cells: list[int], seat: int | None) -> tuple[Cells, Cells]:
    """The cells that were gained, and those that were lost to nobody, by farmer."""
    gained, lost = defaultdict(list), defaultdict(list)
    for cell in cells:
        sign, sign_now = _sign(before.record, cell, seat), _sign(after.record, cell, seat)
        if sign_now in LETTERS and sign != sign_now:
            gained[LETTERS.index(sign_now)].append(cell)
        elif sign_now == NEUTRAL_LETTER and sign in LETTERS:
            lost[LETTERS.index(sign)].append(cell)
    return dict(sorted(gained.items())), dict(sorted(lost.items()))


def _sign(garden: Garden, cell: int, seat: int | None) -> str:
    """The letter of a cell's owner; to a farmer, small ones are trails."""
    trails = 0 if seat is None else garden.marks[cell] & TRAILS
    return views.SIGNS[garden.land[cell] | trails << MAX_SEATS]


def changed_items(before: Moment, after: Moment, window: Window) -> tuple[Items, Items]:
    """The items in a window that are gone, and those that are new."""
    old, new = (_entries(state) for state in (before, after))
    if old == new:
        return [], []
    items, items_now = (set(_items(state, window)) for state in (before, after))
    return sorted(items - items_now), sorted(items_now - items)


def _entries(state: Moment) -> tuple[bytes, bytes]:
    """Both stores in a form that is quick to compare."""
    return bytes(state.record.power_ups.entries), bytes(state.record.supers.entries)


def _items(state: Moment, window: Window) -> Iterator[tuple[int, int]]:
    columns, rows = window
    for store in (state.record.power_ups, state.record.supers):
        for cell, kind in views.items_in(store):
            x, y = views.spot_of(state.const, cell)
            if x in columns and y in rows:
                yield cell, kind
