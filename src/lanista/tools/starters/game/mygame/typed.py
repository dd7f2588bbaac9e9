"""The types of a player's view and move."""

from typing import Annotated, Literal, TypedDict

Move = Annotated[Literal["STAY", "UP", "RIGHT", "DOWN", "LEFT"], "where to go; the first row is at the top"]


class Cell(TypedDict):
    """A cell of the board."""

    x: Annotated[int, "the column, from 0"]
    y: Annotated[int, "the row, from 0"]


class Runner(Cell):
    """A runner."""

    gems: Annotated[int, "what it has taken"]


class View(TypedDict):
    """Everything that a player sees."""

    turn: Annotated[int, "from 1"]
    seat: Annotated[int, "yours, from 0"]
    runners: Annotated[list[Runner], "by seat"]
    gem: Cell
