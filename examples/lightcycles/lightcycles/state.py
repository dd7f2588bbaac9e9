"""The arena, the riders and their trails."""

from enum import IntEnum
from typing import Annotated

from lanista.engine import Capacity, Generator, Grid, Ints, Log, Records, i1, i4, record

WIDTH, HEIGHT = 24, 16
MAX_SEATS = 4
CELLS = Capacity("cells", WIDTH * HEIGHT)
FREE = 0  # a cell of `trails`; otherwise it holds the rider's seat and 1
STEP_X, STEP_Y = (0, 1, 0, -1), (-1, 0, 1, 0)  # by heading: up, right, down, left
SIDES = 4


class Turn(IntEnum):
    """How a rider steers; these words are the moves."""

    AHEAD = 0
    RIGHT = 1
    LEFT = 2


@record
class Rider:
    """A rider; `crashed` is the turn in which it crashed, or 0."""

    x: i4
    y: i4
    heading: i4
    crashed: i4


@record
class Arena:
    """Everything that changes during a match."""

    generator: Generator
    turn: i4
    riders: Annotated[Records[Rider], MAX_SEATS]
    trails: Annotated[Grid, i1, HEIGHT, WIDTH]


@record
class Config:
    """The number of seats, and the settings."""

    seats: i4
    max_turns: i4


@record
class Work:
    """Scratch space: the notes of a turn, and for bots the cells that they have reached."""

    log: Log
    seen: Annotated[Ints, i1, CELLS]
    queue: Annotated[Ints, i4, CELLS]
