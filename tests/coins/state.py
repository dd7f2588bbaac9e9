"""The line and what is on it."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from lanista.engine import Generator, Ints, Log, Records, i1, i4, record

LENGTH = 24
MAX_SEATS = 3
STARTS = (4, 12, 20)
SIGHT = 3


class Way(IntEnum):
    """Where a runner goes."""

    STAY = 0
    LEFT = 1
    RIGHT = 2


@record
class Runner:
    """One runner; its cell counts from 0."""

    place: i4
    purse: i4


@record
class Line:
    """Everything that changes during a match."""

    generator: Generator
    turn: i4
    filler: i4
    runners: Annotated[Records[Runner], MAX_SEATS]
    coins: Annotated[Ints, i1, LENGTH]


@record
class Config:
    """The constants of a match."""

    seats: i4
    max_turns: i4


@record
class Step:
    """A move."""

    way: i4


@record
class Work:
    """Where everybody is about to go, and what happens."""

    target: Annotated[Ints, i4, MAX_SEATS]
    log: Log
