"""Positions and what came of them, in the words of the specification's scenarios (section 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lanista.engine import Records, State, over, zeros
from lanista.engine.batch import step_native
from lanista.game import put_moves
from lanista.games.overdrive import OVERDRIVE, traces, views
from lanista.games.overdrive.state import OWNER_SHIFT, SEATS, SURFACE_BITS, TRUCK, Car, Config, Order, Race, Work

PARKED = {"pos": [4, 900], "speed": 0}
BEFORE = {"pos", "speed", "damage", "score", "boost", "items"}

Position = State[Race, Config]


def position(
    p1: Mapping[str, Any],
    p2: Mapping[str, Any] = PARKED,
    *,
    objects: Sequence[Sequence[int]] = (),
    trucks: Sequence[Sequence[int]] = (),
    round: int = 0,
    ruleset: str = "standard",
    changes: Mapping[str, int] | None = None,
) -> Position:
    """A race on an empty track but for objects [lane, block, code, (owner)] and trucks [lane, block, owner]."""
    state = OVERDRIVE.blank(OVERDRIVE.configure(ruleset, changes))
    state.record.round = round
    for car, values in zip(state.record.cars, (p1, p2), strict=True):
        set_car(car, values)
    for lane, block, code, *owner in objects:
        state.record.track[lane - 1, block - 1] = code | (owner[0] if owner else 0) << OWNER_SHIFT
    for lane, block, owner_of_truck in trucks:
        place_truck(state, lane, block, owner_of_truck)
    return state


def set_car(car: Car, values: Mapping[str, Any]) -> None:
    """Give a car the values of a scenario; what is missing is 0, or nothing."""
    assert set(values) <= BEFORE
    car.lane, car.block = values["pos"]
    car.speed, car.damage, car.score = values["speed"], values.get("damage", 0), values.get("score", 0)
    car.boost_counter = values.get("boost", 0)
    car.boosting = int(car.boost_counter > 0)
    views.set_items(car, values.get("items", []))


def place_truck(state: Position, lane: int, block: int, owner: int) -> None:
    """Let a truck stand; owner 1 or 2 is a player, 0 nobody."""
    state.record.track[lane - 1, block - 1] |= TRUCK
    state.record.n_trucks += 1
    if owner:
        car = state.record.cars[owner - 1]
        car.truck_lane, car.truck_block = lane, block
        car.tweet_lane, car.tweet_block = lane, block


def play(state: Position, *commands: str) -> None:
    """One round, interpreted; the compiled rules must give the same bytes, and nothing impossible come about."""
    moves = [traces.read_move(OVERDRIVE, state, seat, text) for seat, text in enumerate(commands)]
    twin = state.clone()
    OVERDRIVE.step(state, moves)
    records = zeros(Order, SEATS)
    size = Order.dtype.itemsize  # type: ignore[attr-defined]
    put_moves(Records(over(Order, records.view(np.uint8), size * seat) for seat in range(SEATS)), moves)
    step_native(twin, records, zeros(Work))
    assert twin.bytes() == state.bytes(), "interpreted and compiled rules differ"
    assert list(OVERDRIVE.broken_invariants(state)) == []


def car_of(state: Position, seat: int) -> dict[str, Any]:
    """A car in the words of a scenario, every value named."""
    car = state.record.cars[seat]
    assert bool(car.boosting) == (car.boost_counter > 0)
    return {
        "pos": [car.lane, car.block],
        "speed": car.speed,
        "damage": car.damage,
        "score": car.score,
        "boost": car.boost_counter,
        "items": views.items_of(car),
        "states": views.states_of(car),
    }


def summary(state: Position) -> dict[str, Any]:
    """Everything that a scenario says of a round."""
    return {
        "p1": car_of(state, 0),
        "p2": car_of(state, 1),
        "trucks": traces.trucks_of(state),
        "winner": state.record.winner + 1,
    }


def surfaces(state: Position) -> Any:
    """The surface codes of the track."""
    return state.data["track"][0] & SURFACE_BITS


def assert_holds(expected: Mapping[str, Any], state: Position) -> None:
    """Every value that is given must be so; cars may be given in part."""
    got = summary(state)
    for name, value in expected.items():
        part = {key: got[name][key] for key in value} if isinstance(value, dict) else got[name]
        assert part == value, name
