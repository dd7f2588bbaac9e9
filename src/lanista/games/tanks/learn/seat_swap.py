"""Assigning tanks to seats, and swapping them."""

from __future__ import annotations

import numpy as np

from lanista.engine import State, over
from lanista.games.tanks.state import Arena, Config


def swap_seats(state: State[Arena, Config]) -> State[Arena, Config] | None:
    """The state with the seats in reverse order; ids, not seats, decide the processing order (D4)."""
    other = state.clone()
    unshare_constant(other)
    for seat in range(state.seats):
        give_tank(other.const, state.seats - 1 - seat, state.const.tank_of[seat])
    return other


def unshare_constant(state: State[Arena, Config]) -> None:
    """Give a state its own copy of the constant record."""
    state.fixed = state.fixed.copy()
    state.const = over(state.rules.const, state.fixed.view(np.uint8))


def give_tank(config: Config, seat: int, i: int) -> None:
    """Assign a tank to a seat."""
    config.tank_of[seat], config.seat_of[i] = i, seat
