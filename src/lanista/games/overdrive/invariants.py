"""Invariants: faults of states that no sequence of moves can reach."""

from __future__ import annotations

from lanista.engine import State
from lanista.games.overdrive.state import (
    BOOST_SPEED,
    LANES,
    LENGTH,
    MAX_ROUNDS,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    Car,
    Config,
    Race,
    Surface,
)
from lanista.games.overdrive.views import HAPPENINGS


def broken_invariants(state: State[Race, Config]) -> list[str]:
    """Everything that is wrong with a state; nothing if moves can lead to it."""
    race = state.record
    faults = []
    for seat, car in enumerate(race.cars):
        faults += [f"player {seat + 1}: {fault}" for fault in _car_faults(car)]
    a, b = race.cars
    if (a.lane, a.block) == (b.lane, b.block):
        faults.append(f"both cars stand on lane {a.lane}, block {a.block}")
    track = state.data["track"][0]
    trucks = int((track >= TRUCK).sum())
    if trucks != race.n_trucks:
        faults.append(f"n_trucks is {race.n_trucks}, but {trucks} trucks stand on the track")
    if (track & SURFACE_BITS > Surface.EMP).any() or (track < 0).any():
        faults.append("a block carries an unknown surface")
    if not -1 <= race.winner < SEATS or state.const.seats != SEATS:
        faults.append(f"winner is {race.winner} of {state.const.seats} seats")
    if not 0 <= race.round <= state.const.max_rounds <= MAX_ROUNDS:
        faults.append(f"round is {race.round} of {state.const.max_rounds}, expected at most {MAX_ROUNDS}")
    return [*faults, *_request_faults(race)]


def _request_faults(race: Race) -> list[str]:
    """Between rounds no request is pending, or two are (D4)."""
    if race.n_requests not in (0, SEATS):
        return [f"n_requests is {race.n_requests}, expected 0 or {SEATS}"]
    return [
        f"request {i} is of seat {request.seat} for lane {request.lane}, block {request.block}"
        for i, request in enumerate(race.requests[: race.n_requests])
        if not (0 <= request.seat < SEATS and 1 <= request.lane <= LANES and 1 <= request.block <= LENGTH)
        or not (0 <= request.from_lane <= LANES and 0 <= request.from_block <= LENGTH)
    ]


def _car_faults(car: Car) -> list[str]:
    ranges = {"lane": LANES, "block": LENGTH, "speed": BOOST_SPEED, "damage": 5, "boost_counter": 5}
    ranges |= {"truck_lane": LANES, "truck_block": LENGTH, "tweet_lane": LANES, "tweet_block": LENGTH}
    faults = [
        f"{name} is {getattr(car, name)}, expected {low} to {high}"
        for name, high in ranges.items()
        for low in [1 if name in ("lane", "block") else 0]
        if not low <= getattr(car, name) <= high
    ]
    if not 1 <= car.n_states <= len(car.states):
        return [*faults, f"n_states is {car.n_states}, expected 1 to {len(car.states)}"]
    if not 0 <= car.n_items <= len(car.items):
        return [*faults, f"n_items is {car.n_items}, expected 0 to {len(car.items)}"]
    if any(not 0 <= car.states[i] < len(HAPPENINGS) for i in range(car.n_states)):
        faults.append("an unknown state is listed")
    held = [sum(car.items[i] == powerup for i in range(car.n_items)) for powerup in range(6)]
    if held[0] or held[1:] != [car.held[powerup] for powerup in range(1, 6)]:
        faults.append("the counts of power-ups do not agree with the list")
    if bool(car.boosting) != (car.boost_counter > 0):
        faults.append(f"boosting is {car.boosting} with counter {car.boost_counter}")
    return faults
