"""The notes of a round: orders, shots and their hits, and all changes of energy and score."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Everything that can happen in a round."""

    REFUSED = 1
    BEGAN = 2
    TOOK_DOWN = 3
    RAISED_CURTAIN = 4
    FINISHED = 5
    GOT_CURTAIN = 6
    LOST_CURTAIN = 7
    FIRED = 8
    HIT = 9
    STRUCK = 10
    LANDED = 11
    DESTROYED = 12
    ENERGY = 13
    SCORED = 14


class Refused(NamedTuple):
    """An order is refused; the cell is in the player's view, and may be on no board."""

    seat: int
    refusal: int
    type: int
    x: int
    y: int


class Began(NamedTuple):
    """A player begins a building."""

    seat: int
    cell: int
    building: int
    health: int


class TookDown(NamedTuple):
    """A player takes down one of their buildings."""

    seat: int
    cell: int
    building: int


class RaisedCurtain(NamedTuple):
    """A player raises the iron curtain."""

    seat: int


class Finished(NamedTuple):
    """A building is finished."""

    seat: int
    cell: int
    building: int


class GotCurtain(NamedTuple):
    """An iron curtain becomes available to a player who has none."""

    seat: int


class LostCurtain(NamedTuple):
    """A player's iron curtain comes down."""

    seat: int


class Fired(NamedTuple):
    """A turret fires a missile."""

    seat: int
    cell: int


class Hit(NamedTuple):
    """A player's shot meets something, and may take health; the note of the shot follows."""

    seat: int
    met: int  # a cell, ENEMY_BASE or CURTAIN
    building: int
    was: int
    now: int  # D7: a building without health may still stop a missile


class Struck(NamedTuple):
    """A tesla tower has shot; in vain if it has no hits."""

    seat: int
    cell: int


class Landed(NamedTuple):
    """A missile has ended with its hit: the cell where the round began for it, and the cells flown since."""

    seat: int
    cell: int
    flown: int


class Destroyed(NamedTuple):
    """A building without health is removed."""

    cell: int
    building: int


class Energy(NamedTuple):
    """A player's energy changes: income and refunds are positive, prices negative."""

    seat: int
    energy: int


class Scored(NamedTuple):
    """A player scores."""

    seat: int
    points: int


NOTES = {
    Kind.REFUSED: Refused,
    Kind.BEGAN: Began,
    Kind.TOOK_DOWN: TookDown,
    Kind.RAISED_CURTAIN: RaisedCurtain,
    Kind.FINISHED: Finished,
    Kind.GOT_CURTAIN: GotCurtain,
    Kind.LOST_CURTAIN: LostCurtain,
    Kind.FIRED: Fired,
    Kind.HIT: Hit,
    Kind.STRUCK: Struck,
    Kind.LANDED: Landed,
    Kind.DESTROYED: Destroyed,
    Kind.ENERGY: Energy,
    Kind.SCORED: Scored,
}

# Where rules find the numbers of a note: of most kinds, of REFUSED, of HIT and of LANDED
KIND, SEAT, CELL, BUILDING = range(4)
REFUSAL, TYPE, X, Y = range(2, 6)
MET, _, WAS, NOW = range(2, 6)
FLOWN = 3
