"""The notes of the rules."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Everything that can happen in a turn."""

    BLOCKED = 1
    TOOK = 2


class Blocked(NamedTuple):
    """A runner stays where it is, because another one aims at the same cell."""

    seat: int
    target: int


class Took(NamedTuple):
    """A runner takes a coin."""

    seat: int
    place: int
    purse: int  # now


NOTES = {Kind.BLOCKED: Blocked, Kind.TOOK: Took}
