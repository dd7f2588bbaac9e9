"""Events that the rules note."""

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Everything that can happen in a turn."""

    CRASHED = 1


class Crashed(NamedTuple):
    """A rider hits a wall, a trail or another rider; the cell is its last one."""

    seat: int
    x: int
    y: int


NOTES = {Kind.CRASHED: Crashed}
