"""What happened in a tick: what changed between two states, and who struck whom.

A state does not remember strikes: where commands were forgotten (3.7) the tick is played again, and the rules are
watched. Everything else is a difference of the states. Pictures and words are made from this; neither repeats a
rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from lanista.game import Played
from lanista.games.sproutopia import views
from lanista.games.sproutopia.land import is_overgrown
from lanista.games.sproutopia.state import MAX_SEATS, TRAILS, WEED, Config, Direction, Farmer, Fate, Garden, Work
from lanista.games.sproutopia.views import LETTERS, NEUTRAL_LETTER, Moment

Rule = Callable[..., Any]
Window = tuple[range, range]  # columns and rows
Cells = dict[int, list[int]]  # by farmer
Items = list[tuple[int, int]]  # cells and types


# Strikes


class Cause(Enum):
    """How a farmer came to be struck."""

    COLLISION = "collision"  # 5.6
    WEED = "weed"  # 5.7
    TRAIL = "trail"  # 5.8, its own or another's
    ENCIRCLED = "encircled"  # 6.6


class Strike(NamedTuple):
    """A farmer is pruned or interrupted, by the action of a farmer: another one or itself."""

    by: int
    seat: int
    fate: Fate
    cause: Cause


class Strikes:
    """Who was struck in a tick, and whom Trail Protection put back."""

    def __init__(self, played: Played | None = None) -> None:
        self.on: dict[int, Strike] = {}  # by farmer; being pruned counts more than being interrupted
        self.by: dict[int, dict[int, Strike]] = {}  # what farmers did to others
        self.protected: set[int] = set()
        self._cause = Cause.COLLISION
        if played is not None:
            played.watch(
                {
                    "loses_collision": self._collision,
                    "hits_weed_or_trail": self._end,
                    "encircle": self._encircle,
                    "strike": self._strike,
                    "go_back": self._go_back,
                }
            )

    def fate(self, seat: int) -> Fate:
        """Whether a farmer was pruned, put back or neither."""
        if seat in self.on:
            return self.on[seat].fate
        return Fate.INTERRUPTED if seat in self.protected else Fate.NONE

    def _collision(self, rule: Rule, *records: Any) -> Any:
        self._cause = Cause.COLLISION
        return rule(*records)

    def _end(self, rule: Rule, garden: Garden, config: Config, work: Work, seat: int, new: int) -> Any:
        self._cause = Cause.WEED if is_overgrown(garden, new) else Cause.TRAIL
        return rule(garden, config, work, seat, new)

    def _encircle(self, rule: Rule, *records: Any) -> Any:
        self._cause = Cause.ENCIRCLED
        return rule(*records)

    def _strike(self, rule: Rule, garden: Garden, config: Config, work: Work, seat: int, *how: Any) -> Any:
        rule(garden, config, work, seat, *how)
        strike = Strike(work.actor, seat, Fate(work.fate[seat]), self._cause)
        if strike.fate >= self.fate(seat):
            self.on[seat] = strike
        if strike.by != seat:
            self.by.setdefault(strike.by, {})[seat] = strike

    def _go_back(self, rule: Rule, garden: Garden, config: Config, seat: int) -> Any:
        self.protected.add(seat)
        return rule(garden, config, seat)


def strikes_of(after: Moment, played: Played) -> Strikes:
    """Who was struck in a tick, by whom and how."""
    if not any(has_forgotten(played.before, farmer) for farmer in after.record.farmers[: after.seats]):
        return Strikes()
    return played.cached(Strikes)


def has_forgotten(before: Moment, farmer: Farmer) -> bool:
    """Whether a farmer's commands may have been forgotten in a tick: all of 3.7 come with a new time stamp."""
    return farmer.last == Direction.IDLE and farmer.stamp >= before.record.clock


# Differences


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
