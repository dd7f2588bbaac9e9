"""The notes of a turn; a tank is given as its index in `tanks`, and acts once in a turn."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Everything that can happen in a turn."""

    ACTED = 1
    TURNED = 2
    STUCK = 3
    BLOCKED = 4
    MOVED = 5
    HURT = 6
    VOID = 7
    LOST = 8
    EXPLODED = 9
    HIT = 10
    SCORED = 11


class Acted(NamedTuple):
    """It is a tank's turn; the effects of its order are noted next, those of its shell after all orders."""

    tank: int
    action: int
    health: int  # 0: it died earlier in this turn (D19)


class Turned(NamedTuple):
    """A tank rotates."""

    tank: int
    orientation: int  # now


class Stuck(NamedTuple):
    """A tank that is stuck in a swamp cannot move (D18)."""

    tank: int


class Blocked(NamedTuple):
    """A tank runs into another one, into a forest or against the edge of the map."""

    tank: int
    x: int
    y: int
    other: int  # the tank or wreck on this cell, or -1
    health: int  # of the other one, before


class Moved(NamedTuple):
    """A tank enters a cell."""

    tank: int
    x: int
    y: int
    mobile: int  # 0: it is stuck in a swamp from now on


class Hurt(NamedTuple):
    """A tank loses health by its own move or that of another one."""

    tank: int
    was: int
    now: int
    by: int
    in_lake: int  # 0: in a collision


class Void(NamedTuple):
    """A positional shot has no effect (D12, D13)."""

    tank: int


class Lost(NamedTuple):
    """A shell flies off the map (D14)."""

    tank: int  # that fired it
    x: int
    y: int
    tick: int


class Exploded(NamedTuple):
    """A shell explodes; its hits are noted next."""

    tank: int  # that fired it
    x: int
    y: int
    tick: int


class Hit(NamedTuple):
    """A tank loses health by a shell."""

    tank: int
    was: int
    now: int
    by: int
    tick: int
    is_direct: int
    points: int  # that it is worth


class Scored(NamedTuple):
    """A tank receives the points of its explosion."""

    tank: int
    points: int
    score: int  # now


NOTES = {
    Kind.ACTED: Acted,
    Kind.TURNED: Turned,
    Kind.STUCK: Stuck,
    Kind.BLOCKED: Blocked,
    Kind.MOVED: Moved,
    Kind.HURT: Hurt,
    Kind.VOID: Void,
    Kind.LOST: Lost,
    Kind.EXPLODED: Exploded,
    Kind.HIT: Hit,
    Kind.SCORED: Scored,
}


class NoteFields(IntEnum):
    """The indices of a note's numbers, for rules."""

    KIND = 0
    TANK = 1
    ACTION, HEALTH = 2, 3  # of Acted
    ORIENTATION = 2  # of Turned
    X, Y = 2, 3  # of Blocked, Moved, Lost and Exploded
    OTHER, OTHERS_HEALTH = 4, 5  # of Blocked
    MOBILE = 4  # of Moved
    TICK_OF_END = 4  # of Lost and Exploded
    WAS, NOW, BY = 2, 3, 4  # of Hurt and Hit
    IN_LAKE = 5  # of Hurt
    TICK, IS_DIRECT, POINTS = 5, 6, 7  # of Hit
