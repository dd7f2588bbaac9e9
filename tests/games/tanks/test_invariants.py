"""Impossible states are detected, and refused when a state is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lanista.core.errors import InputError
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.state import Action, Arena, Config
from tests.games.tanks.positions import Position, position, tank
from tests.rows import every_row

ROWS = ("1.D.", ".LS.", "..b3")


def arena(state: Position) -> Arena:
    return state.record


def config(state: Position) -> Config:
    return state.const


def first(state: Position) -> Any:
    return tank(state, 1)


def wreck(state: Position) -> Any:
    return tank(state, 2)


def put(owner: Callable[[Position], Any], **values: int) -> Callable[[Position], None]:
    """Write values into fields."""

    def change(state: Position) -> None:
        for name, value in values.items():
            setattr(owner(state), name, value)

    return change


def put_in(owner: Callable[[Position], Any], name: str, index: int, value: int) -> Callable[[Position], None]:
    """Write a value into an array."""
    return lambda state: getattr(owner(state), name).__setitem__(index, value)


BROKEN: list[tuple[str, Callable[[Position], None], str]] = [
    ("a turn past the end", put(arena, turn=25), "turn is 25, expected 0 to 24"),
    ("an end too early", put(arena, over=1), "over is 1 in turn 0"),
    ("no end", put(first, health=0), "over is 0 in turn 0"),
    ("more tanks than seats", put(arena, n_tanks=4), "n_tanks is 4, expected 0 to 3"),
    ("more than full health", put(first, health=101), "tank 1: health is 101, expected 0 to 100"),
    ("debts", put(first, score=-1), "tank 1: score is -1"),
    ("a ninth direction", put(first, orientation=8), "tank 1: orientation is 8"),
    ("half mobile", put(first, mobile=2), "tank 1: mobile is 2"),
    ("an unknown action", put(first, action=7), "tank 1: there is no action 7 with parameter 0"),
    ("a third rotation", put(first, action=Action.ROTATE, way=2), "there is no action 2 with parameter 2"),
    (
        "a shot that turns",
        put(first, action=Action.FIRE_POSITIONAL, way=1),
        "there is no action 6 with parameter 1",
    ),
    ("a target of nobody", put(first, target_x=4), "a target without a positional shot"),
    ("off the map", put(first, x=4), "(4, 0) is off the map"),
    ("two in one cell", put(first, x=3, y=2), "tank 3: (3, 2) holds another tank too"),
    ("in a forest", put(first, x=2), "tank 1: it stands in a forest"),
    ("alive in a lake", put(first, x=1, y=1), "tank 1: it stands in a lake with health 100"),
    ("mobile in a swamp", put(first, x=2, y=1), "tank 1: it is mobile in a swamp"),
    ("stuck in a field", put(first, mobile=0), "tank 1: it is stuck outside a swamp"),
    ("written into a filler", put(config, filler=1), "filler is 1, expected 0"),
    ("taking part off the map", put(arena, n_tanks=2), "tank 3: it takes no part, but is on the map"),
    ("a tank of two seats", put_in(config, "tank_of", 0, 1), "the seats do not have one tank each"),
    ("a seat of two tanks", put_in(config, "seat_of", 0, 1), "tank 1 belongs to seat 0"),
    ("a tank of no seat", put_in(config, "seat_of", 9, 1), "there is a tank 10 in a match of 3 seats"),
    ("a lonely match", put(config, seats=1), "seats is 1, expected 2 to 40"),
    ("a wide map", put(config, width=129), "width is 129, expected 1 to 128"),
    ("an endless match", put(config, max_turns=0), "max_turns is 0, expected 1"),
    ("a wide scan", put(config, scanning_distance=17), "scanning_distance is 17, expected 3 to 15"),
    ("an even scan", put(config, scanning_distance=14), "scanning_distance is 14, expected an odd number"),
    ("healing", put(config, direct_damage=-1), "direct_damage is -1, expected 0"),
    ("an unknown terrain", put_in(config, "terrain", 3, 5), "a cell of the terrain is 5, expected 0 to 4"),
    ("terrain beyond the map", put_in(config, "terrain", 12, 1), "there is terrain beyond the 12 cells"),
]


@every_row(("change", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_an_impossible_state_is_detected(change: Callable[[Position], None], words: str) -> None:
    state = position(*ROWS)
    assert list(TANKS.broken_invariants(state)) == []
    change(state)
    assert words in "; ".join(TANKS.broken_invariants(state))
    with pytest.raises(InputError, match="this is no state of tanks"):
        TANKS.load(TANKS.dump(state))


def test_a_dead_tank_may_be_in_a_lake() -> None:
    state = position(*ROWS)
    put(wreck, x=1, y=1)(state)
    assert list(TANKS.broken_invariants(state)) == []
