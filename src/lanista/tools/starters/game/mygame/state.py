"""The board and everything on it: numbers, enumerations and records."""

from enum import IntEnum
from typing import Annotated

from lanista.engine import Generator, Log, Records, i4, record

WIDTH, HEIGHT = 11, 9
MAX_SEATS = 4
STARTS = ((0, 0), (WIDTH - 1, HEIGHT - 1), (WIDTH - 1, 0), (0, HEIGHT - 1))  # by seat
STEP_X, STEP_Y = (0, 0, 1, 0, -1), (0, -1, 0, 1, 0)  # by way


class Way(IntEnum):
    """Where a runner goes; these words are the moves."""

    STAY = 0
    UP = 1
    RIGHT = 2
    DOWN = 3
    LEFT = 4


@record
class Runner:
    """The unit of a seat."""

    x: i4
    y: i4
    gems: i4


@record
class Board:
    """Everything that changes during a match."""

    generator: Generator
    turn: i4
    gem_x: i4
    gem_y: i4
    runners: Annotated[Records[Runner], MAX_SEATS]


@record
class Config:
    """Everything that never changes during a match: the number of seats, and the settings by their names."""

    seats: i4
    max_turns: i4
    goal: i4


@record
class Work:
    """Scratch space of one turn; the log takes the notes."""

    log: Log
