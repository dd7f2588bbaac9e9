"""The notes of a round: every change of a car, and of oil and trucks on the track.

A car's actions and what hit it are also in its list of states.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Everything that can happen in a round."""

    REFUSED = 1
    SPEED = 2
    HURT = 3
    REPAIRED = 4
    SCORED = 5
    BOOST = 6
    PICKED_UP = 7
    USED = 8
    SPILLED = 9
    FIRED_EMP = 10
    PUT_BACK = 11
    MOVED = 12
    REFUNDED = 13
    PLACED_TRUCK = 14
    REMOVED_TRUCK = 15
    FINISHED = 16


class Cause(IntEnum):
    """Why a speed, a damage or a score changes."""

    INVALID = 1
    ACCELERATED = 2
    BRAKED = 3
    BOOST = 4
    BOOST_OVER = 5
    DAMAGE = 6  # the speed limit of a damaged car
    MUD = 7
    OIL = 8
    WALL = 9
    TRUCK = 10
    EMP = 11
    USED = 12
    PICKED_UP = 13
    REFUND = 14


class Refused(NamedTuple):
    """A command is invalid."""

    seat: int
    command: int
    in_row: int  # invalid commands one after another


class Speed(NamedTuple):
    """A car drives faster or slower."""

    seat: int
    was: int
    now: int
    cause: int


class Hurt(NamedTuple):
    """A car is damaged, unless it is a wreck already."""

    seat: int
    was: int
    now: int
    cause: int


class Repaired(NamedTuple):
    """A car is repaired."""

    seat: int
    was: int
    now: int


class Scored(NamedTuple):
    """A player wins points, or loses them."""

    seat: int
    points: int
    cause: int


class Boost(NamedTuple):
    """A boost begins, runs or ends: its rounds left."""

    seat: int
    was: int
    now: int


class PickedUp(NamedTuple):
    """A car collects a power-up."""

    seat: int
    powerup: int
    items: int  # that the car holds now


class Used(NamedTuple):
    """A car uses a power-up."""

    seat: int
    powerup: int
    items: int


class Spilled(NamedTuple):
    """Oil replaces the surface of a block."""

    seat: int
    lane: int
    block: int


class FiredEmp(NamedTuple):
    """An EMP hits in these lanes, ahead of this block."""

    seat: int
    block: int
    first: int
    last: int


class PutBack(NamedTuple):
    """A collision keeps a car from its target."""

    seat: int
    lane: int
    block: int


class Moved(NamedTuple):
    """A car drives on."""

    seat: int
    from_lane: int
    from_block: int
    lane: int
    block: int


class Refunded(NamedTuple):
    """A player's tweet for this block is refunded."""

    seat: int
    lane: int
    block: int
    items: int


class PlacedTruck(NamedTuple):
    """A player's truck stands on a block."""

    seat: int
    lane: int
    block: int


class RemovedTruck(NamedTuple):
    """A truck was hit or is needed elsewhere."""

    lane: int
    block: int


class Finished(NamedTuple):
    """A car crosses the finish line, or leads at the round limit."""

    seat: int
    block: int


NOTES = {
    Kind.REFUSED: Refused,
    Kind.SPEED: Speed,
    Kind.HURT: Hurt,
    Kind.REPAIRED: Repaired,
    Kind.SCORED: Scored,
    Kind.BOOST: Boost,
    Kind.PICKED_UP: PickedUp,
    Kind.USED: Used,
    Kind.SPILLED: Spilled,
    Kind.FIRED_EMP: FiredEmp,
    Kind.PUT_BACK: PutBack,
    Kind.MOVED: Moved,
    Kind.REFUNDED: Refunded,
    Kind.PLACED_TRUCK: PlacedTruck,
    Kind.REMOVED_TRUCK: RemovedTruck,
    Kind.FINISHED: Finished,
}
