"""Positions and results in the form of the specification's scenarios (section 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from lanista.engine import Records, State, over, zeros
from lanista.engine.playouts import step_native
from lanista.game import Played, put_moves
from lanista.games.overdrive import views
from lanista.games.overdrive.contest import recordings, scenarios
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import SEATS, SURFACE_BITS, Config, Order, Race, Surface, Work
from tests.games.overdrive.accounts import expect_an_account

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
    """A race on a track with only these objects [lane, block, code, (owner)] and trucks [lane, block, owner]."""
    state = OVERDRIVE.blank(OVERDRIVE.configure(ruleset, changes))
    assert {*p1, *p2} <= BEFORE
    given = {"p1": p1, "p2": p2, "objects": objects, "trucks": trucks, "round": round}
    scenarios.set_up(state, msgspec.convert({"id": "", "rule": "", "turns": [], **given}, scenarios.Scenario))
    return state


def busy() -> Position:
    """Cars near each other among one of everything, after a few rounds."""
    state = position(
        {"pos": [2, 40], "speed": 6, "damage": 2, "score": 17, "boost": 3, "items": ["OIL", "EMP", "OIL"]},
        {"pos": [3, 46], "speed": 8, "damage": 4, "score": 99, "items": ["BOOST"]},
        objects=[[1, 35 + surface, surface] for surface in Surface],
        trucks=[[4, 60, 2], [4, 34, 0]],
        round=11,
    )
    views.set_states(state.record.cars[0], ["NOTHING", "HIT_MUD"])
    views.set_states(state.record.cars[1], ["ACCELERATING", "HIT_OIL"])
    return state


def played(state: Position, *commands: str) -> Played:
    """Play a round; what was before it, and the moves."""
    moves = [recordings.read_move(OVERDRIVE, state, seat, text) for seat, text in enumerate(commands)]
    last = Played(state.clone(), moves)
    OVERDRIVE.step(state, moves)
    return last


def play(state: Position, *commands: str) -> None:
    """Play one round interpreted; compiled rules give the same bytes, invariants hold, notes account for it."""
    twin = state.clone()
    last = played(state, *commands)
    records = zeros(Order, SEATS)
    size = Order.dtype.itemsize  # type: ignore[attr-defined]
    put_moves(Records(over(Order, records.view(np.uint8), size * seat) for seat in range(SEATS)), last.moves)
    step_native(twin, records, zeros(Work))
    assert twin.bytes() == state.bytes(), "interpreted and compiled rules differ"
    assert list(OVERDRIVE.broken_invariants(state)) == []
    expect_an_account(last, state)


def car_of(state: Position, seat: int) -> dict[str, Any]:
    """A car in the form of a scenario, with every value."""
    car = state.record.cars[seat]
    assert car.boosting == (car.boost_counter > 0)
    return scenarios.car_of(car)


def summary(state: Position) -> dict[str, Any]:
    """Everything that a scenario describes of a state."""
    return {**scenarios.summary(state), "p1": car_of(state, 0), "p2": car_of(state, 1)}


def surfaces(state: Position) -> Any:
    """The surface codes of the track."""
    return state.data["track"][0] & SURFACE_BITS


def assert_holds(expected: Mapping[str, Any], state: Position) -> None:
    """Assert all given values; cars may be given in part."""
    got = summary(state)
    for name, value in expected.items():
        part = {key: got[name][key] for key in value} if isinstance(value, dict) else got[name]
        assert part == value, name
