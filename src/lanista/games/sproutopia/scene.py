"""The garden for the browser: land and trails, farmers and what grows, and a tick in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Any

import numpy as np

from lanista.game import Event, Played
from lanista.games.sproutopia import views
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.retelling import Cause, Items, Strike, Strikes, changed_items, changes, strikes_of
from lanista.games.sproutopia.rules import is_frozen, lifespan
from lanista.games.sproutopia.state import (
    MAX_SEATS,
    TRAILS,
    WAY_SHIFT,
    WEED,
    Config,
    Direction,
    Farmer,
    Fate,
    Garden,
    Item,
)
from lanista.games.sproutopia.views import ITEM_NAMES, LETTERS, SIGNS, Moment
from lanista.text import seat_letter

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
        "lifespans": [max(0, lifespan(config, item)) if item else 0 for item in Item],
    }


# Frames


def frame(state: Moment, seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """The whole garden, or what one farmer receives: its window, nobody else's direction and power-ups.

    `land` is the part of the map that begins at `at`, one text per row. In a farmer's window small letters are
    trails, whose order and ground nobody is told. `happened` is what changed in the tick that led here.
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
        "percent": _percentages(state),
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


def _percentages(state: Moment) -> list[int]:
    return [percentage(state.record, state.const, seat) for seat in range(state.seats)]


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
        "farmers": _farmers_told(state, seat),
        "held": [other for other in others if is_frozen(garden, config, other)],
        "percent": _percentages(state),
        "items": [list(item) for item in views.items_seen(state, seat)],
        "weeds": [[Item.NONE, *overgrown]] if overgrown else [],
    }


def _farmers_told(state: Moment, seat: int) -> list[list[int] | None]:
    """The farmer itself, and whoever else is in its window; who that is only the cell tells on which it stands."""
    garden, cols = state.record, state.const.Cols
    own = garden.farmers[seat]
    told: list[list[int] | None] = [None] * state.seats
    told[seat] = [own.x, own.y, own.direction, own.power_up, 0, own.super_power_up, 0]
    for other, farmer in enumerate(garden.farmers[: state.seats]):
        if other != seat and views.is_in_window(state, seat, farmer.x, farmer.y):
            cell = farmer.y * cols + farmer.x
            sign = SIGNS[garden.land[cell] | (garden.marks[cell] & TRAILS) << MAX_SEATS].upper()
            who = LETTERS.find(sign)
            if 0 <= who < state.seats and told[who] is None:
                told[who] = [farmer.x, farmer.y]
            else:
                told.append([farmer.x, farmer.y])
    return told


# What happened


def _happened(
    played: Played, state: Moment, seat: int | None, farmers: Sequence[Sequence[int] | None]
) -> dict[str, Any]:
    """The tick that led to a frame; members that say nothing are left out."""
    config, changed = state.const, changes(played.before, state, seat)
    strikes = strikes_of(played.before, state, played.moves)
    fates = [strikes.fate(other) for other in range(state.seats)]
    if seat is not None:
        fates = [*_fates_told(_farmers_told(played.before, seat), farmers)]
        fates[seat] = strikes.fate(seat)
    told = {
        "fates": fates if any(fates) else [],
        "gained": [[other, *_runs(cells)] for other, cells in changed.gained.items()],
        "lost": [[other, *_runs(cells)] for other, cells in changed.lost.items()],
        "picked": [_item(config, cell, kind) for cell, kind in changed.picked],
        "appeared": [_item(config, cell, kind) for cell, kind in changed.appeared],
        "grown": changed.grown,
        "cleared": changed.cleared,
    }
    return {name: value for name, value in told.items() if value}


def _fates_told(old: Sequence[Sequence[int] | None], new: Sequence[Sequence[int] | None]) -> Iterator[Fate]:
    """Whoever is seen twice, and further away than a step, was put there; why, nobody is told."""
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


# A tick in words


def events(before: Moment, after: Moment, moves: Sequence[Move]) -> list[Event]:
    """What each farmer did, for itself alone; what appeared, for those who see it; and who leads."""
    strikes = strikes_of(before, after, moves)
    picked, appeared = changed_items(before, after, views.window(after))
    deeds = [Event(_deed(before, after, seat, strikes, picked), (seat,)) for seat in range(after.seats)]
    return [*deeds, *_appeared(before, after, appeared), *_leads(before, after)]


def _deed(before: Moment, after: Moment, seat: int, strikes: Strikes, picked: Items) -> str:
    """One farmer's tick: "B went up and cut the trail of C: cells 40 to 95 (55 of C)"."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    did = [_went(before, after, seat, strikes)]
    did += [_struck(strike) for _, strike in sorted(strikes.by.get(seat, {}).items())]
    if strikes.fate(seat) == Fate.NONE:
        here = new.y * after.const.Cols + new.x
        kinds = {kind for cell, kind in picked if cell == here}
        did += [*_closed(old, new), *_power_ups(after.const, old, new, kinds)]
    numbers = ", ".join(_changed_numbers(before, after, seat))
    return f"{seat_letter(seat)} {_listed(did)}" + (f": {numbers}" if numbers else "")


def _went(before: Moment, after: Moment, seat: int, strikes: Strikes) -> str:
    """How a farmer moved, or why it did not."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    if strike := strikes.on.get(seat):
        back = f"was interrupted and put back to {new.x}, {new.y}"
        return back if strike.fate == Fate.INTERRUPTED else _pruned(strike)
    if seat in strikes.protected:
        return f"ran into its own trail, and Trail Protection put it back to {new.x}, {new.y}"
    if (old.x, old.y) != (new.x, new.y):
        return f"went {Direction(new.direction).name.lower()}"
    frozen = any(is_frozen(moment.record, moment.const, seat) for moment in (before, after))
    return "is held by a Freeze" if frozen else "stood still"


RAN_INTO = {Cause.COLLISION: "another farmer", Cause.WEED: "a weed", Cause.TRAIL: "its own trail"}
STRUCK = {Cause.COLLISION: "ran into", Cause.TRAIL: "cut the trail of", Cause.ENCIRCLED: "encircled"}


def _pruned(strike: Strike) -> str:
    """Why a farmer was pruned, if it was its own doing; others tell what they did to it themselves."""
    return f"ran into {RAN_INTO[strike.cause]} and was pruned" if strike.by == strike.seat else "was pruned"


def _struck(strike: Strike) -> str:
    """What a farmer did to another."""
    spared = ", who is Unprunable" if strike.fate == Fate.INTERRUPTED else ""
    return f"{STRUCK[strike.cause]} {seat_letter(strike.seat)}{spared}"


def _closed(old: Farmer, new: Farmer) -> Iterator[str]:
    if new.tie > old.tie or (old.trail > 0 and new.trail == 0 and new.cells > old.cells):
        yield "closed its trail"


def _power_ups(config: Config, old: Farmer, new: Farmer, picked: set[int]) -> Iterator[str]:
    """What was picked up, and what ended."""
    for kind, kind_now in ((old.power_up, new.power_up), (old.super_power_up, new.super_power_up)):
        if kind_now in picked:
            ticks = lifespan(config, kind_now)
            yield f"picked up {ITEM_NAMES[kind_now]}" + (f" for {ticks} ticks" if ticks > 0 else "")
        elif kind and not kind_now:
            yield f"has {ITEM_NAMES[kind]} no more"


def _changed_numbers(before: Moment, after: Moment, seat: int) -> Iterator[str]:
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    if old.cells != new.cells:
        taken = ", ".join(_taken(before, after, seat)) if new.cells > old.cells else ""
        yield f"cells {old.cells} to {new.cells}" + (f" ({taken})" if taken else "")
    if new.trail > 0 and new.trail != old.trail:
        yield f"trail {new.trail}"


def _taken(before: Moment, after: Moment, seat: int) -> Iterator[str]:
    """From whom the cells came that a farmer gained."""
    old, new = before.data["land"][0], after.data["land"][0]
    lost = (old & ~new)[(new & ~old) >> seat & 1 == 1]
    for other in range(after.seats):
        if count := np.count_nonzero(lost >> other & 1):
            yield f"{count} of {seat_letter(other)}'s"


def _appeared(before: Moment, after: Moment, appeared: Items) -> Iterator[Event]:
    """Items and weeds that were not there before, for those who see where; unseen ones are told to nobody."""
    old, new = ({weed.core for weed in views.weeds_of(moment.record)} for moment in (before, after))
    items = [(cell, ITEM_NAMES[kind]) for cell, kind in appeared]
    for cell, name in sorted([*items, *((core, "a weed") for core in new - old)]):
        x, y = views.spot_of(after.const, cell)
        seats = tuple(seat for seat in range(after.seats) if views.is_in_window(after, seat, x, y))
        if seats:
            yield Event(f"{name} appeared at {x}, {y}", seats)


def _leads(before: Moment, after: Moment) -> Iterator[Event]:
    """Everybody reads the leaderboard."""
    first = _first(after)
    if first is not None and first != _first(before):
        yield Event(f"{seat_letter(first)} takes the lead with {_percentages(after)[first]} % of the garden")


def _first(state: Moment) -> int | None:
    """Who alone has the highest percentage."""
    shares = _percentages(state)
    return shares.index(max(shares)) if shares.count(max(shares)) == 1 else None


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
