"""The searcher in Rampage: values, moves worth a try, and plans as marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from lanista.game import Played
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from lanista.games.rampage.search.thinking import TUNING, marks
from lanista.games.rampage.state import Word
from lanista.tools.conformance.play import RandomPlay
from tests.games.rampage.positions import Position, position
from tests.games.thoughts import expect_same, interpreted, worth

RIGHT = {"dir": "RIGHT"}


def moments(ruleset: str, turns: int) -> Iterator[Position]:
    """The states of a match of random moves."""
    state, play = RAMPAGE.start(RAMPAGE.configure(ruleset), 4, map="duel"), RandomPlay(RAMPAGE, 4)
    while not state.record.over and state.record.turn < turns:
        yield state
        RAMPAGE.step(state, play.moves(state))


@pytest.mark.parametrize("ruleset", RAMPAGE.rulesets)
def test_compiled_rules_think_the_same(ruleset: str) -> None:
    expect_same(moments(ruleset, 40), seats=2, width=TUNING.width)


@pytest.mark.parametrize("ruleset", RAMPAGE.rulesets)
def test_what_one_seat_hopes_for_the_other_fears(ruleset: str) -> None:
    for state in moments(ruleset, 60):
        mine, other = worth(state, 0), worth(state, 1)
        assert mine == -other
        assert -1000 < mine < 1000


# What is better for robot A: about, the worse position and the better one
EMPTY = (".....", ".A...", ".....", "...B.", ".....")
BETTER: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("points", {"a": {"score": 200}}, {"a": {"score": 220}}),
    ("HP", {"b": {"hp": 2}}, {"b": {"hp": 1}}),
    ("a laser", {}, {"a": {"laser": 1}}),
    ("a shield of the opponent", {"b": {"shield": 1}}, {}),
    ("a lead that little time is left to lose", {"a": {"score": 500}}, {"a": {"score": 500}, "turn": 40}),
]


@pytest.mark.parametrize(("about", "worse", "better"), BETTER, ids=[row[0] for row in BETTER])
def test_a_value_grows_with(about: str, worse: dict[str, Any], better: dict[str, Any]) -> None:
    assert worth(position(*EMPTY, **worse), 0) < worth(position(*EMPTY, **better), 0)


@pytest.mark.parametrize("about", [{"hp": 1}, {"hp": 1, "laser": 0, "shield": 0}])
def test_at_the_turn_limit_only_points_count(about: dict[str, Any]) -> None:
    """Neither HP nor items turn a deficit of a point into a lead."""
    a, b = {"score": 500, "hp": 3, "laser": 1, "shield": 2}, {"score": 520, **about}
    values = [worth(position(*EMPTY, a=a, b=b, turn=turn), 0) for turn in (0, 30, 49)]
    assert values[0] > 300 > 0 > values[2]
    assert values == sorted(values, reverse=True)


def test_a_value_grows_with_each_step_to_an_item() -> None:
    found = []
    for row in ("A....S......", ".A...S......", "..A..S......"):
        found.append(worth(position(row, *["............"] * 3, "...........B", *["............"] * 4), 0))
    assert found == sorted(set(found))


def test_a_value_goes_by_paths() -> None:
    """Both robots are two squares from the item, but a wall is between A and it."""
    rows = ("############", "#.A#S.B....#", "#..........#", "############")
    assert worth(position(*rows), 0) < 0


def test_a_turret_belongs_to_whoever_is_nearer_to_a_line_of_fire() -> None:
    rows = ("##############", "#A.......#####", "#.......T#...#", "########.##.B#", "##############")
    assert worth(position(*rows), 0) > 0


def proposed(state: Position, seat: int = 0) -> list[str]:
    """The moves worth a try, as words."""
    records = np.frombuffer(interpreted(state, seat, TUNING.width).moves, state.rules.move.dtype)
    return [Word(record["word"]).name for record in records]


def test_no_move_is_tried_twice() -> None:
    for state in moments("standard", 30):
        words = proposed(state)
        assert len(set(words)) == len(words)


def test_moves_that_can_do_nothing_are_left_out() -> None:
    state = position("#######", "#A#..B#", "#.....#", "#######", a={**RIGHT, "laser": 1, "shield": 1})
    assert set(proposed(state)) == {"FACE_DOWN", "NONE", "SHIELD", "LASER"}, "walls around, and no teleport"


def test_far_from_the_opponent_only_turrets_are_shot_at() -> None:
    row = "#" + "." * 22 + "#"
    rows = ["#" * 24, "#A....T" + "." * 16 + "#", *[row] * 6, "#" + "." * 11 + "B" + "." * 10 + "#", *[row] * 6]
    assert "SHOOT" in proposed(position(*rows, a=RIGHT))
    assert "SHOOT" not in proposed(position(*rows, a={"dir": "DOWN"}))


def test_pads_are_tried_with_a_teleport() -> None:
    state = position("A..0..", "......", "..1...", "......", "....B.", a={**RIGHT, "teleport": 1})
    assert {"TELEPORT_0", "TELEPORT_1", "FORWARD", "SHOOT"} <= set(proposed(state))
    assert "TELEPORT_2" not in proposed(state)


def test_a_plan_is_shown_as_steps_and_words() -> None:
    state = position(".....", ".A...", ".....", "...B.", ".....", a=RIGHT)
    line = [Played(state, [Move(word), Move(Word.NONE)]) for word in (Word.FORWARD, Word.SHOOT, Word.FACE_UP)]
    assert marks(line, 0) == [
        {"x": 1, "y": 1, "to": [2, 1]},
        {"x": 1, "y": 1, "to": [2, 1]},
        {"x": 1, "y": 1, "text": "2 SHOOT"},
        {"x": 1, "y": 1, "text": "3 FACE_UP"},
    ]
    assert marks(line, 1) == []
