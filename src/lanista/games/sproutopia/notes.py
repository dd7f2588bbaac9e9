"""The notes of a tick, and how it ended for each farmer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from lanista.games.sproutopia.state import Fate


class Kind(IntEnum):
    """Everything that can happen in a tick."""

    MOVED = 1
    HELD = 2
    STRUCK = 3
    PROTECTED = 4
    PUT = 5
    CLOSED = 6
    SCORED = 7
    LAND = 8
    PICKED_UP = 9
    ENDED = 10
    APPEARED = 11
    SPROUTED = 12
    GREW = 13
    CLEARED = 14


class Cause(IntEnum):
    """How a farmer came to be struck."""

    COLLISION = 1  # 5.6
    WEED = 2  # 5.7
    TRAIL = 3  # 5.8, its own or another's
    ENCIRCLED = 4  # 6.6


class Why(IntEnum):
    """How land changes hands."""

    PAINTED = 1  # 5.9
    CLAIMED = 2  # 6.4, 6.6
    PRUNED = 3  # 6.8
    RESPAWNED = 4  # step 3 of the tick


class Moved(NamedTuple):
    """A farmer moves, or idles on its cell; a strike may still put it elsewhere."""

    seat: int
    was: int  # its cell
    now: int
    trail: int  # cells in its trail now


class Held(NamedTuple):
    """Another's Freeze or Immunity keeps a farmer from moving."""

    seat: int
    item: int


class Struck(NamedTuple):
    """A farmer is pruned or interrupted, by the action of a farmer: another one or itself; its trail is gone."""

    by: int
    seat: int
    fate: int
    cause: int


class Protected(NamedTuple):
    """Trail Protection saves a farmer from its own trail, which is gone."""

    seat: int


class Put(NamedTuple):
    """A farmer is put on a cell: back to where its trail began, or to its spawn."""

    seat: int
    cell: int


class Closed(NamedTuple):
    """A farmer's trail becomes land, with what it encloses."""

    seat: int
    cells: int  # added


class Scored(NamedTuple):
    """A claim is worth tie-breaking points."""

    seat: int
    points: int  # in hundredths


class Land(NamedTuple):
    """The cells that everybody has after a farmer's deed; the respawn of a farmer counts as its own."""

    by: int
    why: int
    a: int
    b: int
    c: int
    d: int


class PickedUp(NamedTuple):
    """A farmer picks up an item."""

    seat: int
    item: int
    cell: int
    ticks: int  # that it lasts


class Ended(NamedTuple):
    """A farmer's power-up or super power-up ends."""

    seat: int
    item: int


class Appeared(NamedTuple):
    """An item appears."""

    item: int
    cell: int


class Sprouted(NamedTuple):
    """A weed appears on its first cell."""

    core: int
    hides: int  # a super power-up


class Grew(NamedTuple):
    """A weed grows over a cell."""

    core: int
    cell: int


class Cleared(NamedTuple):
    """A weed disappears, because a farmer owns all of its cells."""

    seat: int
    core: int


NOTES = {
    Kind.MOVED: Moved,
    Kind.HELD: Held,
    Kind.STRUCK: Struck,
    Kind.PROTECTED: Protected,
    Kind.PUT: Put,
    Kind.CLOSED: Closed,
    Kind.SCORED: Scored,
    Kind.LAND: Land,
    Kind.PICKED_UP: PickedUp,
    Kind.ENDED: Ended,
    Kind.APPEARED: Appeared,
    Kind.SPROUTED: Sprouted,
    Kind.GREW: Grew,
    Kind.CLEARED: Cleared,
}


def about(notes: Sequence[Any], kind: type[Any], seat: int) -> list[Any]:
    """The notes of a kind that are about a farmer."""
    return [noted for noted in notes if isinstance(noted, kind) and noted.seat == seat]


def strike_on(notes: Sequence[Any], seat: int) -> Struck | None:
    """The last strike on a farmer, which counts: nobody is struck after being pruned."""
    strikes = about(notes, Struck, seat)
    return strikes[-1] if strikes else None


def fate_of(notes: Sequence[Any], seat: int) -> Fate:
    """Whether a farmer was pruned, put back or neither."""
    strike = strike_on(notes, seat)
    if strike is not None:
        return Fate(strike.fate)
    return Fate.INTERRUPTED if about(notes, Protected, seat) else Fate.NONE
