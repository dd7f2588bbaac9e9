"""The garden for the browser: land and trails, farmers and what grows, and what happened in a tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Any

from lanista.game import Played
from lanista.games.sproutopia import views
from lanista.games.sproutopia.changes import changes
from lanista.games.sproutopia.events import events
from lanista.games.sproutopia.notes import fate_of
from lanista.games.sproutopia.rules import is_frozen, lifespan
from lanista.games.sproutopia.state import MAX_SEATS, TRAILS, WAY_SHIFT, WEED, Config, Farmer, Fate, Garden, Item
from lanista.games.sproutopia.views import LETTERS, SIGNS, Moment

__all__ = ["events", "frame", "numbers", "scene"]

WAYS = "UDLR"
PIECE = 16  # of a trail: steps in one text, so that a longer trail changes only its last piece


def scene(state: Moment) -> dict[str, Any]:
    """The size of the garden, the homes, and how long things last."""
    config = state.const
    return {
        "cols": config.Cols,
        "rows": config.Rows,
        "ticks": config.MaxTicks,
        "sight": views.radius(config),
        "homes": [[config.spawn_x[seat], config.spawn_y[seat]] for seat in range(state.seats)],
        "items": list(views.ITEM_NAMES),
        "lifespans": [max(0, lifespan(config, item)) if item else 0 for item in Item],
    }


# Frames


def frame(state: Moment, seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """The whole garden, or what one farmer receives: its window, nobody else's direction and power-ups.

    `land` is the part of the map that begins at `at`, one text per row. In a farmer's window small letters are
    trails, whose order and ground are unknown to the farmer. `happened` is what changed in the tick that led here.
    """
    shown = _whole(state) if seat is None else _window(state, seat)
    shown["happened"] = {} if played is None else _happened(played, state, seat, shown["farmers"])
    return shown


def _whole(state: Moment) -> dict[str, Any]:
    garden, config, seats = state.record, state.const, range(state.seats)
    return {
        "tick": garden.tick,
        "at": [0, 0],
        "land": views.land_rows(state),
        "trails": [_trail(garden, config.Cols, seat) for seat in seats],
        "farmers": [_farmer(farmer) for farmer in garden.farmers[: state.seats]],
        "held": [seat for seat in seats if is_frozen(garden, config, seat)],
        "percent": views.percentages(state),
        "cells": [garden.farmers[seat].cells for seat in seats],
        "items": [
            _item(config, cell, kind)
            for store in (garden.power_ups, garden.supers)
            for cell, kind in views.items_in(store)
        ],
        "weeds": [
            [weed.hides, *sorted(weed.cells[i] for i in range(weed.size))] for weed in views.weeds_of(garden)
        ],
    }


def _item(config: Config, cell: int, kind: int) -> list[int]:
    return [*views.spot_of(config, cell), kind]


def _farmer(farmer: Farmer) -> list[int]:
    return [
        farmer.x,
        farmer.y,
        farmer.direction,
        farmer.power_up,
        farmer.power_left,
        farmer.super_power_up,
        farmer.super_left,
    ]


def _trail(garden: Garden, cols: int, seat: int) -> list[int | str]:
    """Where a trail begins and the ways that it takes, in pieces."""
    farmer, marks, shift = garden.farmers[seat], garden.marks, WAY_SHIFT + 2 * seat
    if farmer.trail == 0:
        return []
    cell, steps, ways = farmer.start, (-cols, cols, -1, 1), ""
    for _ in range(farmer.trail - 1):
        way = marks[cell] >> shift & 3
        ways += WAYS[way]
        cell += steps[way]
    pieces = [ways[i : i + PIECE] for i in range(0, len(ways), PIECE)]
    return [farmer.start % cols, farmer.start // cols, *pieces]


def _window(state: Moment, seat: int) -> dict[str, Any]:
    """What a farmer receives (8.5), and no more; with a Freeze it knows that it holds the others."""
    garden, config, own = state.record, state.const, state.record.farmers[seat]
    columns, rows = views.window(state, seat)
    cells = [range(y * config.Cols + columns.start, y * config.Cols + columns.stop) for y in rows]
    marks, land = garden.marks, garden.land
    overgrown = [cell for row in cells for cell in row if marks[cell] & WEED]
    others = [other for other in range(state.seats) if other != seat] if own.power_up == Item.FREEZE else []
    return {
        "tick": garden.tick,
        "at": [columns.start, rows.start],
        "land": [
            "".join([SIGNS[land[cell] | (marks[cell] & TRAILS) << MAX_SEATS] for cell in row]) for row in cells
        ],
        "trails": [],
        "farmers": _visible_farmers(state, seat),
        "held": [other for other in others if is_frozen(garden, config, other)],
        "percent": views.percentages(state),
        "items": [list(item) for item in views.items_seen(state, seat)],
        "weeds": [[Item.NONE, *overgrown]] if overgrown else [],
    }


def _visible_farmers(state: Moment, seat: int) -> list[list[int] | None]:
    """The farmer itself, and whoever else is in its window; only the cell it stands on says who that is."""
    garden, cols = state.record, state.const.Cols
    own = garden.farmers[seat]
    visible: list[list[int] | None] = [None] * state.seats
    visible[seat] = [own.x, own.y, own.direction, own.power_up, 0, own.super_power_up, 0]
    for other, farmer in enumerate(garden.farmers[: state.seats]):
        if other != seat and views.is_in_window(state, seat, farmer.x, farmer.y):
            cell = farmer.y * cols + farmer.x
            sign = SIGNS[garden.land[cell] | (garden.marks[cell] & TRAILS) << MAX_SEATS].upper()
            who = LETTERS.find(sign)
            if 0 <= who < state.seats and visible[who] is None:
                visible[who] = [farmer.x, farmer.y]
            else:
                visible.append([farmer.x, farmer.y])
    return visible


# What happened


def _happened(
    played: Played, state: Moment, seat: int | None, farmers: Sequence[Sequence[int] | None]
) -> dict[str, Any]:
    """The tick that led to a frame; members that say nothing are left out."""
    config, changed = state.const, changes(played.before, state, seat)
    if seat is None:
        fates = [fate_of(played.notes, other) for other in range(state.seats)]
    else:
        fates = [*_visible_fates(_visible_farmers(played.before, seat), farmers)]
        fates[seat] = fate_of(played.notes, seat)
    happened = {
        "fates": fates if any(fates) else [],
        "gained": [[other, *_runs(cells)] for other, cells in changed.gained.items()],
        "lost": [[other, *_runs(cells)] for other, cells in changed.lost.items()],
        "picked": [_item(config, cell, kind) for cell, kind in changed.picked],
        "appeared": [_item(config, cell, kind) for cell, kind in changed.appeared],
        "grown": changed.grown,
        "cleared": changed.cleared,
    }
    return {name: value for name, value in happened.items() if value}


def _visible_fates(old: Sequence[Sequence[int] | None], new: Sequence[Sequence[int] | None]) -> Iterator[Fate]:
    """Whoever is seen twice, and more than a step apart, was put there, for unknown reasons."""
    for was, now in zip_longest(old, new):
        is_put = was and now and abs(was[0] - now[0]) + abs(was[1] - now[1]) > 1
        yield Fate.INTERRUPTED if is_put else Fate.NONE


def _runs(cells: Sequence[int]) -> list[int]:
    """Ascending cells as the first cell and the length of each run, in turn."""
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(cells), 1) if b != a + 1), len(cells)]
    return [number for first, after in pairwise(starts) for number in (cells[first], after - first)]


# Curves


def numbers(state: Moment) -> dict[str, list[int]]:
    """The curves."""
    farmers = state.record.farmers[: state.seats]
    return {
        "cells": [farmer.cells for farmer in farmers],
        "trail": [farmer.trail for farmer in farmers],
        "tie-breaking points": [farmer.tie // 100 for farmer in farmers],
        "ticks left of power-ups": [farmer.power_left + max(0, farmer.super_left) for farmer in farmers],
    }
