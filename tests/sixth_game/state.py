"""The line and what is on it."""

from enum import IntEnum
from typing import Annotated

from lanista.engine import Generator, Ints, i4, record

LENGTH = 15
STEP = (0, -1, 1)  # by way


class Way(IntEnum):
    """Where a walker goes."""

    STAY = 0
    LEFT = 1
    RIGHT = 2


@record
class Line:
    """Everything that changes during a match."""

    generator: Generator
    turn: i4
    fruit: i4
    cells: Annotated[Ints, i4, 2]
    points: Annotated[Ints, i4, 2]
