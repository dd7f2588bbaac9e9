"""Swapped seats."""

from __future__ import annotations

from lanista.engine import State
from tests.coins.state import Config, Line


def swap_seats(state: State[Line, Config]) -> State[Line, Config]:
    """The runners change seats."""
    other, seats = state.clone(), state.seats
    other.data["runners"][0][:seats] = state.data["runners"][0][:seats][::-1]
    return other
