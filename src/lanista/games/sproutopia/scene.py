"""The garden for the browser: land and trails, farmers and what grows, and a tick in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lanista.game import Event, Played
from lanista.games.sproutopia import views
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.play import Play
from lanista.games.sproutopia.rules import keep_on_map, lifespan
from lanista.games.sproutopia.state import (
    DX,
    DY,
    LOWEST,
    TRAILS,
    WAY_SHIFT,
    WEED,
    Config,
    Direction,
    Farmer,
    Garden,
    Item,
)
from lanista.games.sproutopia.views import Moment
from lanista.text import seat_letter

NEUTRAL = "."
LETTERS = "ABCD"
WAYS = "UDLR"
PIECE = 16  # of a trail: steps in one text, so that a longer trail changes only its last piece

# What a cell is by its land, and by land and trails together as a farmer is told: trails in small letters
LANDS = bytes(ord(LETTERS[LOWEST[bits & 15]] if bits & 15 else NEUTRAL) for bits in range(256))
SIGNS = "".join(
    LETTERS[LOWEST[both >> 4]].lower() if both >> 4 else LETTERS[LOWEST[both]] if both else NEUTRAL
    for both in range(256)
)

MAX_LANDS = 16  # sets of owners of a cell
ITEM_NAMES = {item: item.name.replace("_", " ").title() for item in Item}


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
    """The whole garden, or the window of one farmer with what it is told: nobody else's direction and power-ups.

    `land` is the part of the map that begins at `at`, one text per row. In a farmer's window small letters are
    trails, whose order and ground nobody is told.
    """
    return _whole(state) if seat is None else _window(state, seat)


def _whole(state: Moment) -> dict[str, Any]:
    garden, cols, seats = state.record, state.const.Cols, range(state.seats)
    lands = bytes(garden.land).translate(LANDS).decode()
    return {
        "tick": garden.tick,
        "at": [0, 0],
        "land": [lands[start : start + cols] for start in range(0, state.const.Rows * cols, cols)],
        "trails": [_trail(garden, cols, seat) for seat in seats],
        "farmers": [_farmer(farmer) for farmer in garden.farmers[: state.seats]],
        "percent": _percentages(state),
        "cells": [garden.farmers[seat].cells for seat in seats],
        "items": [
            [cell % cols, cell // cols, kind]
            for store in (garden.power_ups, garden.supers)
            for cell, kind in views.items_in(store)
        ],
        "weeds": [
            [weed.hides, *sorted(weed.cells[i] for i in range(weed.size))] for weed in views.weeds_of(garden)
        ],
    }


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
    """What a farmer is told (8.5), and no more."""
    garden, config = state.record, state.const
    cols, own, far = config.Cols, garden.farmers[seat], views.radius(config)
    left, right = max(0, own.x - far), min(cols, own.x + far + 1)
    top, bottom = max(0, own.y - far), min(config.Rows, own.y + far + 1)
    rows = [range(y * cols + left, y * cols + right) for y in range(top, bottom)]
    marks, land = garden.marks, garden.land
    overgrown = [cell for row in rows for cell in row if marks[cell] & WEED]
    return {
        "tick": garden.tick,
        "at": [left, top],
        "land": ["".join([SIGNS[land[cell] | (marks[cell] & TRAILS) << 4] for cell in row]) for row in rows],
        "trails": [],
        "farmers": _farmers_told(state, seat),
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
            sign = SIGNS[garden.land[cell] | (garden.marks[cell] & TRAILS) << 4].upper()
            who = LETTERS.find(sign)
            if 0 <= who < state.seats and told[who] is None:
                told[who] = [farmer.x, farmer.y]
            else:
                told.append([farmer.x, farmer.y])
    return told


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
    """What each farmer did, for itself alone; what appeared, for those who see the place; and who leads."""
    struck = _struck(before, after, moves)
    told = [Event(_deed(before, after, seat, struck), (seat,)) for seat in range(after.seats)]
    return [*told, *_appeared(before, after), *_leads(before, after)]


class _Struck:
    """Who was pruned or interrupted in a tick, and by whose action."""

    def __init__(self, play: Play | None) -> None:
        steps = play.steps() if play else []
        self.order = [step["bot"] for step in steps]
        self.issued = {step["bot"]: step.get("issued", Direction.IDLE) for step in steps}
        self.pruned = {seat: step["bot"] for step in steps for seat in step["pruned"]}
        self.interrupted = {(step["bot"], seat) for step in steps for seat in step["interrupted"]}

    def by(self, seat: int) -> list[int]:
        """The others that a farmer struck."""
        both = self.interrupted | {(by, other) for other, by in self.pruned.items()}
        return sorted(other for by, other in both if by == seat != other)

    def has_interrupted(self, seat: int) -> bool:
        """Whether a farmer was put back by somebody."""
        return any(other == seat for _, other in self.interrupted)


def _struck(before: Moment, after: Moment, moves: Sequence[Move]) -> _Struck:
    """A state does not remember it: if commands were forgotten (3.7), the tick is played once more."""
    if not any(_is_reset(before, farmer) for farmer in after.record.farmers[: after.seats]):
        return _Struck(None)
    again = before.clone()
    play = Play(again)
    play.tick(again, moves)
    return _Struck(play)


def _is_reset(before: Moment, farmer: Farmer) -> bool:
    return farmer.last == Direction.IDLE and farmer.stamp >= before.record.clock


def _deed(before: Moment, after: Moment, seat: int, struck: _Struck) -> str:
    """One farmer's tick: "B went up and cut the trail of C: cells 40 to 95 (55 of C)"."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    did = [_went(before, after, seat, struck)]
    did += [_struck_down(before, after, seat, other, struck) for other in struck.by(seat)]
    if not _is_reset(before, new):
        did += [*_closed(old, new), *_power_ups(before.const, old, new)]
    changes = ", ".join(_changes(before, after, seat))
    return f"{seat_letter(seat)} {_listed(did)}" + (f": {changes}" if changes else "")


def _went(before: Moment, after: Moment, seat: int, struck: _Struck) -> str:
    """How a farmer moved, or why it did not."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    if seat in struck.pruned:
        return _pruned(before, seat, struck)
    if struck.has_interrupted(seat):
        return f"was interrupted and put back to {new.x}, {new.y}"
    if _is_reset(before, new):
        return f"ran into its own trail, and Trail Protection put it back to {new.x}, {new.y}"
    if (old.x, old.y) != (new.x, new.y):
        return f"went {Direction(new.direction).name.lower()}"
    frozen = any(_freezes(before, after, other) for other in range(after.seats) if other != seat)
    return "is held by a Freeze" if frozen else "stood still"


def _freezes(before: Moment, after: Moment, seat: int) -> bool:
    return Item.FREEZE in (before.record.farmers[seat].power_up, after.record.farmers[seat].power_up)


def _pruned(before: Moment, seat: int, struck: _Struck) -> str:
    """Why a farmer was pruned, if it was its own doing; others tell what they did to it themselves."""
    if struck.pruned[seat] != seat:
        return "was pruned"
    farmer = before.record.farmers[seat]
    way = keep_on_map(before.const, farmer, struck.issued[seat])
    cell = (farmer.y + DY[way]) * before.const.Cols + farmer.x + DX[way]
    if before.record.marks[cell] & WEED:
        return "ran into a weed and was pruned"
    if before.record.marks[cell] >> seat & 1:
        return "ran into its own trail and was pruned"
    return "ran into another farmer and was pruned"


def _struck_down(before: Moment, after: Moment, seat: int, other: int, struck: _Struck) -> str:
    """What a farmer did to another."""
    new, victim = after.record.farmers[seat], before.record.farmers[other]
    cell = new.y * after.const.Cols + new.x
    first = struck.order.index(seat) < struck.order.index(other)
    if (victim.x, victim.y) == (new.x, new.y) and first:
        verb = "ran into"
    elif before.record.marks[cell] >> other & 1:
        verb = "cut the trail of"
    else:
        verb = "encircled" if new.trail == 0 and before.record.farmers[seat].trail > 0 else "ran into"
    spared = ", who is Unprunable" if (seat, other) in struck.interrupted else ""
    return f"{verb} {seat_letter(other)}{spared}"


def _closed(old: Farmer, new: Farmer) -> Iterator[str]:
    if new.tie > old.tie or (old.trail > 0 and new.trail == 0 and new.cells > old.cells):
        yield "closed its trail"


def _power_ups(config: Config, old: Farmer, new: Farmer) -> Iterator[str]:
    """What was picked up, and what ended."""
    pairs = (
        (old.power_up, old.power_left, new.power_up, new.power_left),
        (old.super_power_up, old.super_left, new.super_power_up, new.super_left),
    )
    for kind, left, kind_now, left_now in pairs:
        if kind_now and (kind_now != kind or left_now > left):
            ticks = lifespan(config, kind_now)
            yield f"picked up {ITEM_NAMES[Item(kind_now)]}" + (f" for {ticks} ticks" if ticks > 0 else "")
        elif kind and not kind_now:
            yield f"has {ITEM_NAMES[Item(kind)]} no more"


def _changes(before: Moment, after: Moment, seat: int) -> Iterator[str]:
    """The numbers that changed."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    if old.cells != new.cells:
        taken = ", ".join(_taken(before, after, seat)) if new.cells > old.cells else ""
        yield f"cells {old.cells} to {new.cells}" + (f" ({taken})" if taken else "")
    if new.trail > 0 and new.trail != old.trail:
        yield f"trail {new.trail}"


def _taken(before: Moment, after: Moment, seat: int) -> Iterator[str]:
    """From whom the cells came that a farmer gained."""
    lost = [0] * MAX_LANDS
    for was, now in zip(before.record.land, after.record.land, strict=True):
        if was != now and now >> seat & 1 and not was >> seat & 1:
            lost[was & ~now] += 1
    for other in range(after.seats):
        count = sum(lost[bits] for bits in range(MAX_LANDS) if bits >> other & 1)
        if count:
            yield f"{count} of {seat_letter(other)}'s"


def _appeared(before: Moment, after: Moment) -> Iterator[Event]:
    """Items and weeds that were not there before, for those who see where; unseen ones are told to nobody."""
    cols = after.const.Cols
    old, new = (set(_things(moment.record)) for moment in (before, after))
    for cell, name in sorted(new - old):
        x, y = cell % cols, cell // cols
        seats = tuple(seat for seat in range(after.seats) if views.is_in_window(after, seat, x, y))
        if seats:
            yield Event(f"{name} appeared at {x}, {y}", seats)


def _things(garden: Garden) -> Iterator[tuple[int, str]]:
    for store in (garden.power_ups, garden.supers):
        for cell, kind in views.items_in(store):
            yield cell, ITEM_NAMES[Item(kind)]
    for weed in views.weeds_of(garden):
        yield weed.core, "a weed"


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
