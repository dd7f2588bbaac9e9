"""The events of a tick, each for the farmers who may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lanista.game import CAPTURE, DEATH, GAIN, Event, Played
from lanista.games.sproutopia import views
from lanista.games.sproutopia.changes import Items, changed_cells, changed_items
from lanista.games.sproutopia.notes import (
    Cause,
    Closed,
    Held,
    Moved,
    PickedUp,
    Scored,
    Struck,
    about,
    fate_of,
    strike_on,
)
from lanista.games.sproutopia.rules import is_frozen
from lanista.games.sproutopia.state import Direction, Farmer, Fate, Item
from lanista.games.sproutopia.views import ITEM_NAMES, Moment
from lanista.text import listed, seat_letter

LARGE_CAPTURE = 4  # percent of the garden
WHOLE = 100


def events(after: Moment, played: Played) -> list[Event]:
    """What each farmer did, for itself alone; what appeared, for those who see it; and who leads."""
    before, notes = played.before, played.notes
    deeds = [_farmer(before, after, seat, notes) for seat in range(after.seats)]
    _, appeared = changed_items(before, after, views.window(after))
    return [*deeds, *_appeared(before, after, appeared), *_leads(before, after)]


def _farmer(before: Moment, after: Moment, seat: int, notes: Sequence[Any]) -> Event:
    """One farmer's tick, for itself alone; being pruned happens where the farmer was."""
    kind = _kind(before, after, seat, notes)
    farmer = (before if kind == DEATH else after).record.farmers[seat]
    return Event(_deed(before, after, seat, notes), (seat,), kind, (farmer.x, farmer.y))


def _kind(before: Moment, after: Moment, seat: int, notes: Sequence[Any]) -> str:
    """Key events are being pruned by others or at the cost of land, much new land, and power-ups."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    strike = strike_on(notes, seat)
    if strike is not None and strike.fate == Fate.PRUNED:
        return DEATH if strike.by != seat or new.cells < old.cells else ""
    if fate_of(notes, seat) != Fate.NONE:
        return ""
    if (new.cells - old.cells) * WHOLE >= LARGE_CAPTURE * after.const.Rows * after.const.Cols:
        return CAPTURE
    return GAIN if about(notes, PickedUp, seat) else ""


def _deed(before: Moment, after: Moment, seat: int, notes: Sequence[Any]) -> str:
    """One farmer's tick: "B went up and cut the trail of C: cells 40 to 95 (55 of C)"."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    did = [_went(after, seat, notes), *_strikes(seat, notes)]
    if fate_of(notes, seat) == Fate.NONE:
        did += [*_closed(old, seat, notes), *_power_ups(old, new, about(notes, PickedUp, seat))]
    numbers = ", ".join(_changed_numbers(before, after, seat))
    return f"{seat_letter(seat)} {listed(did)}" + (f": {numbers}" if numbers else "")


def _went(after: Moment, seat: int, notes: Sequence[Any]) -> str:
    """How a farmer moved, or why it did not; a Freeze that begins holds it from now on."""
    new, strike = after.record.farmers[seat], strike_on(notes, seat)
    if strike is not None:
        back = f"was interrupted and put back to {new.x}, {new.y}"
        return back if strike.fate == Fate.INTERRUPTED else _pruned(strike)
    if fate_of(notes, seat) != Fate.NONE:
        return f"ran into its own trail, and Trail Protection put it back to {new.x}, {new.y}"
    if any(moved.was != moved.now for moved in about(notes, Moved, seat)):
        return f"went {Direction(new.direction).name.lower()}"
    was_frozen = any(held.item == Item.FREEZE for held in about(notes, Held, seat))
    return "is held by a Freeze" if was_frozen or is_frozen(after.record, after.const, seat) else "stood still"


RAN_INTO = {Cause.COLLISION: "another farmer", Cause.WEED: "a weed", Cause.TRAIL: "its own trail"}
STRUCK = {Cause.COLLISION: "ran into", Cause.TRAIL: "cut the trail of", Cause.ENCIRCLED: "encircled"}


def _pruned(strike: Struck) -> str:
    """Why a farmer was pruned, if it did that to itself; what others did is in their events."""
    return f"ran into {RAN_INTO[Cause(strike.cause)]} and was pruned" if strike.by == strike.seat else "was pruned"


def _strikes(seat: int, notes: Sequence[Any]) -> list[str]:
    """The strikes of a farmer on others; the last one on each counts."""
    strikes = {noted.seat: noted for noted in notes if isinstance(noted, Struck) and noted.by == seat}
    return [_struck(strike) for other, strike in sorted(strikes.items()) if other != seat]


def _struck(strike: Struck) -> str:
    """What a farmer did to another."""
    spared = ", who is Unprunable" if strike.fate == Fate.INTERRUPTED else ""
    return f"{STRUCK[Cause(strike.cause)]} {seat_letter(strike.seat)}{spared}"


def _closed(old: Farmer, seat: int, notes: Sequence[Any]) -> Iterator[str]:
    """A claim that is worth points, or a trail that Super Fertilizer has turned into land."""
    has_points = any(scored.points > 0 for scored in about(notes, Scored, seat))
    if has_points or (old.trail > 0 and any(closed.cells > 0 for closed in about(notes, Closed, seat))):
        yield "closed its trail"


def _power_ups(old: Farmer, new: Farmer, picked: Sequence[PickedUp]) -> Iterator[str]:
    """What was picked up, and what ended."""
    lasting = {found.item: found.ticks for found in picked}
    for kind, kind_now in ((old.power_up, new.power_up), (old.super_power_up, new.super_power_up)):
        if kind_now in lasting:
            ticks = lasting[kind_now]
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
    old, new, mine = before.record.land, after.record.land, 1 << seat
    changed = [(old[cell], new[cell]) for cell in changed_cells(before, after, views.window(after))]
    lost = [was & ~now for was, now in changed if now & ~was & mine]
    for other in range(after.seats):
        if count := sum(owners >> other & 1 for owners in lost):
            yield f"{count} of {seat_letter(other)}'s"


def _appeared(before: Moment, after: Moment, appeared: Items) -> Iterator[Event]:
    """Items and weeds that were not there before, for those who see them; others get no event."""
    old, new = ({weed.core for weed in views.weeds_of(moment.record)} for moment in (before, after))
    items = [(cell, ITEM_NAMES[kind]) for cell, kind in appeared]
    for cell, name in sorted([*items, *((core, "a weed") for core in new - old)]):
        x, y = views.spot_of(after.const, cell)
        seats = tuple(seat for seat in range(after.seats) if views.is_in_window(after, seat, x, y))
        if seats:
            yield Event(f"{name} appeared at {x}, {y}", seats, at=(x, y))


def _leads(before: Moment, after: Moment) -> Iterator[Event]:
    """Everybody reads the leaderboard."""
    first = _first(after)
    if first is not None and first != _first(before):
        share = views.percentages(after)[first]
        yield Event(f"{seat_letter(first)} takes the lead with {share} % of the garden", kind=GAIN)


def _first(state: Moment) -> int | None:
    """Who alone has the highest percentage."""
    shares = views.percentages(state)
    return shares.index(max(shares)) if shares.count(max(shares)) == 1 else None
