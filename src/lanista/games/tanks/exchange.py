"""Who plays which tank, and the players in each other's tanks."""

from __future__ import annotations

import numpy as np

from lanista.engine import State, over
from lanista.games.tanks.state import Arena, Config


def exchange_seats(state: State[Arena, Config]) -> State[Arena, Config] | None:
    """The players change tanks: only ids, which are drawn, decide the processing order (D4)."""
    other = state.clone()
    own_constant(other)
    for seat in range(state.seats):
        give_tank(other.const, state.seats - 1 - seat, state.const.tank_of[seat])
    return other


def own_constant(state: State[Arena, Config]) -> None:
    """Give a state a constant record that it shares with no other."""
    state.fixed = state.fixed.copy()
    state.const = over(state.rules.const, state.fixed.view(np.uint8))


def give_tank(config: Config, seat: int, i: int) -> None:
    """A seat plays a tank."""
    config.tank_of[seat], config.seat_of[i] = i, seat
