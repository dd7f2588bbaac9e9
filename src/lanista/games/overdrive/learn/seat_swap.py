"""Seat swap: the same race with the players swapped."""

from __future__ import annotations

from lanista.engine import State
from lanista.games.overdrive import rules, views
from lanista.games.overdrive.state import OWNER_BITS, OWNER_SHIFT, Config, Race


def swap_seats(state: State[Race, Config]) -> State[Race, Config] | None:
    """The race with the players swapped, or None if the engine's slips favour one of them.

    Two rules depend on the seat: the position of HIT_EMP in a list of states (S6), so lists are sorted here,
    and the winner of a dead heat (S19), so the winner is recomputed.
    """
    const = state.const
    unfair_tweets = const.d4_refund_every_round or const.d5_wreck_is_remembered or const.d13_player_1_tweets_first
    if unfair_tweets or const.d6_player_2_goes_back:
        return None
    other = state.clone()
    other.data["cars"][0] = state.data["cars"][0][::-1]
    _exchange_oil(other)
    for car in other.record.cars:
        # FINISHED stays last, because `has_finished` looks there.
        views.set_states(car, sorted(views.states_of(car), key=lambda name: (name == "FINISHED", name)))
    if other.record.winner >= 0:
        other.record.winner = state.record.winner ^ _winner_flips(state.record)
    return other


def _winner_flips(race: Race) -> int:
    """1, or 0 in a dead heat, which player 1 wins in either car."""
    a, b = race.cars
    both = rules.has_finished(a) and rules.has_finished(b)
    return 0 if both and (a.speed, a.score) == (b.speed, b.score) else 1


def _exchange_oil(state: State[Race, Config]) -> None:
    """Swap the owners of spilled oil."""
    track = state.data["track"][0]
    for row, column in zip(*((track >> OWNER_SHIFT) & OWNER_BITS).nonzero(), strict=True):
        track[row, column] ^= OWNER_BITS << OWNER_SHIFT
