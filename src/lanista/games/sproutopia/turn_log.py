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

import numpy as np
import numpy.typing as npt

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
    land, land_now = (_part(state, "land", window) for state in (before, after))
    marks, marks_now = (_part(state, "marks", window) for state in (before, after))
    weeds = (marks ^ marks_now) & WEED
    if seat is not None:
        land, land_now = land | (marks & TRAILS) << MAX_SEATS, land_now | (marks_now & TRAILS) << MAX_SEATS
    return Changes(
        *_changed_hands(after, window, land, land_now),
        *changed_items(before, after, window),
        grown=_cells(after, window, weeds & marks_now),
        cleared=_cells(after, window, weeds & marks),
    )


def _common(one: Window, other: Window) -> Window:
    columns, rows = (range(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(one, other, strict=True))
    return columns, rows


def _part(state: Moment, name: str, window: Window) -> npt.NDArray[Any]:
    """The numbers of the cells in a window, by row and column."""
    cols, rows = state.const.Cols, state.const.Rows
    cells: npt.NDArray[Any] = state.data[name][0, : rows * cols].reshape(rows, cols)
    return cells[window[1].start : window[1].stop, window[0].start : window[0].stop]


def _cells(state: Moment, window: Window, which: npt.NDArray[Any]) -> list[int]:
    """The cells of a window at which something is true."""
    if not which.any():
        return []
    rows, columns = np.nonzero(which)
    cells: list[int] = ((rows + window[1].start) * state.const.Cols + columns + window[0].start).tolist()
    return cells


def _changed_hands(
    state: Moment, window: Window, old: npt.NDArray[Any], new: npt.NDArray[Any]
) -> tuple[Cells, Cells]:
    """The cells that were gained, and those that were lost to nobody, by farmer."""
    which = old != new
    if not which.any():
        return {}, {}
    gained, lost = defaultdict(list), defaultdict(list)
    for cell, was, now in zip(_cells(state, window, which), old[which], new[which], strict=True):
        sign, sign_now = views.SIGNS[was], views.SIGNS[now]
        if sign_now in LETTERS and sign != sign_now:
            gained[LETTERS.index(sign_now)].append(cell)
        elif sign_now == NEUTRAL_LETTER and sign in LETTERS:
            lost[LETTERS.index(sign)].append(cell)
    return dict(sorted(gained.items())), dict(sorted(lost.items()))


def changed_items(before: Moment, after: Moment, window: Window) -> tuple[Items, Items]:
    """The items in a window that are gone, and those that are new."""
    old, new = (_entries(state) for state in (before, after))
    if old == new:
        return [], []
    items, items_now = (set(_items(state, window)) for state in (before, after))
    return sorted(items - items_now), sorted(items_now - items)


def _entries(state: Moment) -> tuple[bytes, bytes]:
    """Both stores in a form that is quick to compare."""
    return state.data["power_ups"]["entries"].tobytes(), state.data["supers"]["entries"].tobytes()


def _items(state: Moment, window: Window) -> Iterator[tuple[int, int]]:
    columns, rows = window
    for store in (state.record.power_ups, state.record.supers):
        for cell, kind in views.items_in(store):
            x, y = views.spot_of(state.const, cell)
            if x in columns and y in rows:
                yield cell, kind
