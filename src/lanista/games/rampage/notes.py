"""The notes of a turn: actions, their effects, and every change of HP, points and items."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Everything that can happen in a turn."""

    USED = 1
    SHOT = 2
    BLOCKED = 3
    MOVED = 4
    PICKED_UP = 5
    STRUCK = 6
    REFLECTED = 7
    BLOW = 8
    BULLET_ENDED = 9
    SCORED = 10


class End(IntEnum):
    """The end of a bullet, as frames name it."""

    NOTHING = 0
    HEAD_ON = 1  # a robot that stepped against it (D14)
    WALL = 2
    HULL = 3  # of a robot or a turret


class Pay(IntEnum):
    """A reason for points."""

    HIT = 1
    REFLECTION = 2
    TURRET = 3
    ITEM = 4
    TRAVEL = 5
    END = 6  # of the match


class Used(NamedTuple):
    """A robot uses up an item."""

    seat: int
    kind: int  # of item


class Shot(NamedTuple):
    """A robot shoots: the bullet on its square, before it advances."""

    seat: int
    bullet: int


class Blocked(NamedTuple):
    """A robot does not move: an obstacle is on its target square, or the other robot wants it too."""

    seat: int
    target: int


class Moved(NamedTuple):
    """A robot stands on another square, after a step or a teleport."""

    seat: int
    was: int
    now: int


class PickedUp(NamedTuple):
    """A robot collects an item."""

    seat: int
    item: int  # its number on the map
    kind: int


class Struck(NamedTuple):
    """A bullet or beam reaches a live turret, which is disabled by it."""

    turret: int
    by: int  # as in hits


class Reflected(NamedTuple):
    """A robot's shield sends a beam back: whose it was, and its way from where it came. It disables a turret."""

    by: int  # as in hits
    seat: int
    direction: int
    away: int


class Blow(NamedTuple):
    """A hit as the list of hits names it, and a robot's HP; also one that `classic` does not list (D15)."""

    seat: int
    kind: int
    by: int
    was: int
    now: int


class BulletEnded(NamedTuple):
    """A bullet is gone: its index in the list of bullets at that time, its kind, and its obstacle."""

    place: int
    bullet: int
    end: int


class Scored(NamedTuple):
    """A player gains points, or loses them again (D16)."""

    seat: int
    points: int
    why: int  # one of Pay


NOTES = {
    Kind.USED: Used,
    Kind.SHOT: Shot,
    Kind.BLOCKED: Blocked,
    Kind.MOVED: Moved,
    Kind.PICKED_UP: PickedUp,
    Kind.STRUCK: Struck,
    Kind.REFLECTED: Reflected,
    Kind.BLOW: Blow,
    Kind.BULLET_ENDED: BulletEnded,
    Kind.SCORED: Scored,
}
