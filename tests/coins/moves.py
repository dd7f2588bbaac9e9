"""Moves: as words, as records, as flat numbers."""

from __future__ import annotations

from typing import NamedTuple

from lanista.engine import Generator, State, rand_below, rule
from lanista.game import InvalidMove
from tests.coins.state import LENGTH, Config, Line, Step, Way


class Move(NamedTuple):
    """Where a runner goes."""

    way: Way


MISSING = Move(Way.STAY)
ACTIONS = len(Way)


def parse(config: Config, text: str) -> Move:
    """The move of a word; raises InvalidMove with the reason."""
    if text not in Way.__members__:
        raise InvalidMove(f"expected one of {', '.join(Way.__members__)}, got {text!r}", MISSING)
    return Move(Way[text])


def refusal(state: State[Line, Config], seat: int, move: Move) -> str:
    """Why a way cannot be taken now."""
    return "" if leads_along_the_line(state.record, seat, move.way) else f"{move.way.name} leads off the line"


@rule
def leads_along_the_line(line: Line, seat: int, way: int) -> bool:
    """Whether a way does not lead off the line."""
    place = line.runners[seat].place
    if way == Way.LEFT:
        return place > 0
    return way != Way.RIGHT or place < LENGTH - 1


@rule
def decode(line: Line, config: Config, seat: int, action: int, move: Step) -> None:
    """A flat action is a way."""
    move.way = action


@rule
def legal(line: Line, config: Config, seat: int, action: int) -> bool:
    """A way is legal that does not lead off the line."""
    return leads_along_the_line(line, seat, action)


@rule
def random_move(line: Line, config: Config, seat: int, generator: Generator, move: Step) -> None:
    """Any legal way, all equally likely."""
    move.way = rand_below(generator, 3)
    while not leads_along_the_line(line, seat, move.way):
        move.way = rand_below(generator, 3)
