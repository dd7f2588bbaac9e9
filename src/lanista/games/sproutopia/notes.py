"""The notes of a tick, and its outcome for each farmer."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from lanista.engine import Log, is_noted, note_number, rule
from lanista.games.sproutopia.state import NOWHERE, Fate


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
    """The cause of a strike."""

    COLLISION = 1  # 5.6
    WEED = 2  # 5.7
    TRAIL = 3  # 5.8, its own or another's
    ENCIRCLED = 4  # 6.6


class Why(IntEnum):
    """The reason for a change of land."""

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
    """The cells of all farmers after a farmer's action; a respawn counts as the farmer's own action."""

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


# Reading them in rules


@rule
def strike_on(log: Log, seat: int) -> int:
    """Where the last strike on a farmer is noted, or NOWHERE; it counts: nobody is struck after being pruned."""
    found = NOWHERE
    for i in range(log.count):
        if note_number(log, i, 0) == Kind.STRUCK and note_number(log, i, 2) == seat:
            found = i
    return found


@rule
def find_note(log: Log, kind: int, seat: int) -> int:
    """Where a note of a kind that begins with a farmer stands last, or NOWHERE."""
    found = NOWHERE
    for i in range(log.count):
        if is_noted(log, i, kind, seat):
            found = i
    return found


@rule
def fate_of(log: Log, seat: int) -> int:
    """Whether a farmer was pruned, put back or neither."""
    strike = strike_on(log, seat)
    if strike != NOWHERE:
        return note_number(log, strike, 3)
    return Fate.INTERRUPTED if find_note(log, Kind.PROTECTED, seat) != NOWHERE else Fate.NONE
