"""Events that the rules note while they play a turn."""

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Everything that can happen in a turn."""

    TOOK = 1


class Took(NamedTuple):
    """A runner takes the gem."""

    seat: int
    x: int
    y: int
    gems: int  # now


NOTES = {Kind.TOOK: Took}
