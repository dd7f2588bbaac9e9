"""The events of a tick, each for the farmers who may know it."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.game import CAPTURE, DEATH, GAIN, Event, Played
from lanista.games.sproutopia import views
from lanista.games.sproutopia.rules import is_frozen, lifespan
from lanista.games.sproutopia.state import Config, Direction, Farmer, Fate
from lanista.games.sproutopia.turn_log import (
    Cause,
    Items,
    Strike,
    Strikes,
    changed_cells,
    changed_items,
    strikes_of,
)
from lanista.games.sproutopia.views import ITEM_NAMES, Moment
from lanista.text import listed, seat_letter

LARGE_CAPTURE = 4  # percent of the garden
WHOLE = 100


def events(after: Moment, played: Played) -> list[Event]:
    """What each farmer did, for itself alone; what appeared, for those who see it; and who leads."""
    before, strikes = played.before, strikes_of(after, played)
    picked, appeared = changed_items(before, after, views.window(after))
    deeds = [_farmer(before, after, seat, strikes, picked) for seat in range(after.seats)]
    return [*deeds, *_appeared(before, after, appeared), *_leads(before, after)]


def _farmer(before: Moment, after: Moment, seat: int, strikes: Strikes, picked: Items) -> Event:
    """One farmer's tick, for itself alone; being pruned happens where the farmer was."""
    kind = _kind(before, after, seat, strikes, picked)
    farmer = (before if kind == DEATH else after).record.farmers[seat]
    return Event(_deed(before, after, seat, strikes, picked), (seat,), kind, (farmer.x, farmer.y))


def _kind(before: Moment, after: Moment, seat: int, strikes: Strikes, picked: Items) -> str:
    """Key events are being pruned by others or at the cost of land, much new land, and power-ups."""
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    if strikes.fate(seat) != Fate.NONE:
        is_weighty = strikes.fate(seat) == Fate.PRUNED and (strikes.on[seat].by != seat or new.cells < old.cells)
        return DEATH if is_weighty else ""
    if (new.cells - old.cells) * WHOLE >= LARGE_CAPTURE * after.const.Rows * after.const.Cols:
        return CAPTURE
    here = new.y * after.const.Cols + new.x
    return GAIN if any(cell == here for cell, _ in picked) else ""


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
    return f"{seat_letter(seat)} {listed(did)}" + (f": {numbers}" if numbers else "")


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
    """Why a farmer was pruned, if it did that to itself; what others did is in their events."""
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
