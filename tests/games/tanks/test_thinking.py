"""The searcher in Tanks: values, moves worth a try, and plans as marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from lanista.engine import over
from lanista.game import Played
from lanista.game.move_records import take_move
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import Move
from lanista.games.tanks.search.thinking import TUNING, marks
from lanista.games.tanks.state import Action, Direction, Order
from lanista.tools.conformance.play import RandomPlay
from tests.games.thoughts import expect_same, interpreted

from .positions import E, Position, position, tank


def moments(seats: int, turns: int) -> Iterator[Position]:
    """The states of a match of random moves."""
    state, play = TANKS.start(TANKS.configure(), 4, seats, "yard"), RandomPlay(TANKS, 4)
    while not state.record.over and state.record.turn < turns:
        yield state
        TANKS.step(state, play.moves(state))


@pytest.mark.compiles
@pytest.mark.parametrize("seats", [2, 12])
def test_compiled_rules_think_the_same(seats: int) -> None:
    expect_same(moments(seats, 30), seats=seats, width=TUNING.width)


def value(state: Position, number: int = 1) -> int:
    """The value of a position to the player of a tank."""
    return interpreted(state, state.const.seat_of[number - 1], TUNING.width).value


def test_what_one_duellist_hopes_for_the_other_fears() -> None:
    for state in moments(2, 40):
        assert abs(value(state, 1) + value(state, 2)) <= 1
        assert -1000 < value(state, 1) < 1000


# What is better for tank 1: about, the healths in the worse position and in the better one
BETTER: list[tuple[str, Mapping[int, int], Mapping[int, int]]] = [
    ("its health", {1: 25}, {1: 100}),
    ("an enemy's damage", {}, {2: 25}),
    ("the damage of two", {2: 25}, {2: 25, 3: 25}),
]


@pytest.mark.parametrize(("about", "worse", "better"), BETTER, ids=[row[0] for row in BETTER])
def test_what_is_better(about: str, worse: Mapping[int, int], better: Mapping[int, int]) -> None:
    rows = "1....2....3"
    assert value(position(rows, health=worse)) < value(position(rows, health=better))


def test_points_are_worth_more_than_health() -> None:
    state = position("1....2....3", health={1: 25})
    tank(state, 1).score = 7
    assert value(state) > value(position("1....2....3"))


def proposed(state: Position) -> list[str]:
    """The moves of tank 1 that are worth a try, as text."""
    found = interpreted(state, state.const.seat_of[0], TUNING.width).moves
    size = Order.dtype.itemsize  # type: ignore[attr-defined]
    parts = (found[i : i + size] for i in range(0, len(found), size))
    return [TANKS.write(take_move(Move, over(Order, bytearray(part)))) for part in parts]


def test_shots_come_first_where_an_enemy_is_and_where_it_may_go() -> None:
    moves = proposed(position("1....2....", facing={2: E}))
    assert moves[0] == "FIRE POSITIONAL 5 0"
    assert {"FIRE POSITIONAL 4 0", "FIRE POSITIONAL 6 0", "FIRE CARDINAL EAST"} <= set(moves)


def test_the_last_shot_may_be_repeated() -> None:
    state = position("1" + "." * 19 + "2")
    me = tank(state, 1)
    me.action, me.target_x = Action.FIRE_POSITIONAL, 3
    assert proposed(state)[0] == "FIRE POSITIONAL 3 0"


def test_all_scans_are_proposed_and_only_drives_onto_fields() -> None:
    moves = proposed(position(".L.", "D1L", "...", "..2"))
    assert sum(move.startswith("SCAN") for move in moves) == 9
    assert "MOVE FORWARD" not in moves
    assert "MOVE BACKWARDS" in moves


def test_a_stuck_tank_does_not_drive() -> None:
    moves = proposed(position("1....2", "......", stuck=[1]))
    assert not any(move.startswith(("MOVE", "ROTATE")) for move in moves)


def test_proposals_fit_into_their_rows() -> None:
    state = position("1.3.5.7", "2.4.6.8")
    for width in range(1, TUNING.width + 1):
        found = interpreted(state, state.const.seat_of[0], width).moves
        assert len(found) <= width * Order.dtype.itemsize  # type: ignore[attr-defined]


# A move of tank 1, which stands on (2, 1) and faces East, and what is shown
MARKS = [
    (Move(Action.MOVE, Direction.FORWARD), [{"x": 2, "y": 1, "to": [3, 1]}]),
    (Move(Action.MOVE, Direction.BACKWARDS), [{"x": 2, "y": 1, "to": [1, 1]}]),
    (Move(Action.SCAN_OMNI), [{"x": 2, "y": 1, "text": "1 SCAN_OMNI"}]),
    (
        Move(Action.FIRE_POSITIONAL, x=6, y=1),
        [{"x": 2, "y": 1, "to": [6, 1]}, {"x": 2, "y": 1, "text": "1 FIRE_POSITIONAL"}],
    ),
    (
        Move(Action.FIRE_CARDINAL, int(E)),
        [{"x": 2, "y": 1, "to": [7, 1]}, {"x": 2, "y": 1, "text": "1 FIRE_CARDINAL"}],
    ),
    (Move(Action.IDLE), []),
]


@pytest.mark.parametrize(("move", "shown"), MARKS, ids=[TANKS.write(row[0]) for row in MARKS])
def test_plans_are_shown(move: Move, shown: list[dict[str, object]]) -> None:
    state = position("........", "..1...2.", facing={1: E})
    seat = state.const.seat_of[0]
    moves = [TANKS.missing] * state.seats
    moves[seat] = move
    assert marks([Played(state, moves)], seat) == shown
