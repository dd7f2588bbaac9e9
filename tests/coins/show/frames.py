"""Frames: positions, and the coins and purses that an audience may know."""

from __future__ import annotations

from typing import Annotated, Any

from lanista.engine import Ints, State, i1, i4, record, rule
from tests.coins.state import LENGTH, MAX_SEATS, SIGHT, Config, Line, Work

UNSEEN = -1


def scene(state: State[Line, Config]) -> dict[str, Any]:
    """The constants of a match."""
    return {"width": LENGTH, "height": 1}


@record
class Frame:
    """A moment; UNSEEN stands for what an audience may not know."""

    n_places: i4
    places: Annotated[Ints, i4, MAX_SEATS]
    n_purses: i4
    purses: Annotated[Ints, i4, MAX_SEATS]
    coins: Annotated[Ints, i1, LENGTH]


@rule
def frame(before: Line, line: Line, config: Config, work: Work, seat: int, frame: Frame) -> None:
    """A runner sees three cells to either side, everybody's cell, and its own purse."""
    frame.n_places = config.seats
    frame.n_purses = config.seats
    for runner in range(config.seats):
        frame.places[runner] = line.runners[runner].place
        frame.purses[runner] = line.runners[runner].purse if seat in (-1, runner) else UNSEEN
    for place in range(LENGTH):
        is_seen = seat < 0 or abs(place - line.runners[max(seat, 0)].place) <= SIGHT
        frame.coins[place] = line.coins[place] if is_seen else UNSEEN
