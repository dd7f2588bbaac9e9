"""Moves that are one word of an enumeration: a game that has only such moves gets all of this by default."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from lanista.engine.random import Generator, rand_below
from lanista.engine.record import i4, record
from lanista.engine.rule import rule


@record
class Choice:
    """The record of a move that is one word; a game's `Move` then has the one field `action`."""

    action: i4


@record
class NoWork:
    """For rules that need no scratch space."""

    unused: i4


ACTIONS = 1  # bound to the number of words of a game


@rule
def decode(state: Any, config: Any, seat: int, action: int, move: Choice) -> None:
    """A flat action is the number of its word."""
    move.action = action


@rule
def legal(state: Any, config: Any, seat: int, action: int) -> bool:
    """Every word can be played at any time."""
    return True


@rule
def random_move(state: Any, config: Any, seat: int, generator: Generator, move: Any) -> None:
    """Each legal flat action is equally likely; one must always be legal."""
    action = rand_below(generator, ACTIONS)
    while not legal(state, config, seat, action):
        action = rand_below(generator, ACTIONS)
    decode(state, config, seat, action, move)


def bound(function: Any, **names: Any) -> Any:
    """A rule of this module in which some names mean those of a game."""
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    copy.__module__, copy.__qualname__, copy.__annotations__ = (
        __name__,
        function.__qualname__,
        function.__annotations__,
    )
    return rule(copy)
