"""The searcher in Overdrive: values, commands worth a try, and plans as marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from lanista.game import Played
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.search.thinking import TUNING, marks
from lanista.games.overdrive.state import Command, Surface
from lanista.tools.conformance.play import RandomPlay
from tests.games.overdrive.positions import Position, play, position
from tests.games.policies import chosen
from tests.games.thoughts import expect_same, interpreted, worth
from tests.rows import every_row

CAR = {"pos": [2, 700], "speed": 8}
RIVAL = {"pos": [3, 690], "speed": 8}
WALL = [[2, 703, Surface.WALL]]
TURNS = {"TURN_LEFT", "TURN_RIGHT"}


def moments(ruleset: str, turns: int) -> Iterator[Position]:
    """The states of a match of random commands."""
    state, commands = OVERDRIVE.start(OVERDRIVE.configure(ruleset), 4), RandomPlay(OVERDRIVE, 4)
    while state.record.round < turns:
        yield state
        OVERDRIVE.step(state, commands.moves(state))


@pytest.mark.parametrize("ruleset", OVERDRIVE.rulesets)
def test_compiled_rules_think_the_same(ruleset: str) -> None:
    expect_same(moments(ruleset, 40), seats=2, width=TUNING.width)


def test_what_one_seat_hopes_for_the_other_fears() -> None:
    for state in moments("standard", 60):
        mine, other = (worth(state, seat) for seat in (0, 1))
        assert mine == -other
        assert -1000 <= mine <= 1000


# What is better for player 1: about, the worse position and the better one
BETTER: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("each block", {"p1": {**CAR, "pos": [2, 700]}}, {"p1": {**CAR, "pos": [2, 701]}}),
    ("speed", {"p1": {**CAR, "speed": 3}}, {"p1": {**CAR, "speed": 6}}),
    ("repairs", {"p1": {**CAR, "damage": 2}}, {"p1": {**CAR, "damage": 1}}),
    ("a running boost", {"p1": {**CAR, "speed": 15}}, {"p1": {**CAR, "speed": 15, "boost": 3}}),
    ("a boost to come", {}, {"p1": {**CAR, "items": ["BOOST"]}}),
    ("an EMP", {}, {"p1": {**CAR, "items": ["EMP"]}}),
    ("a second EMP", {"p1": {**CAR, "items": ["EMP"]}}, {"p1": {**CAR, "items": ["EMP", "EMP"]}}),
    ("damage of the opponent", {}, {"p2": {**RIVAL, "damage": 1}}),
]


@every_row(("about", "worse", "better"), BETTER, ids=[row[0] for row in BETTER])
def test_a_value_grows_with(about: str, worse: dict[str, Any], better: dict[str, Any]) -> None:
    states = [position(**{"p1": CAR, "p2": RIVAL, **cars}) for cars in (worse, better)]
    values = [worth(state, 0) for state in states]
    assert values[0] < values[1]


def test_the_same_lead_is_worth_more_near_the_finish() -> None:
    values = []
    for block in (1100, 1250, 1400):
        state = position({"pos": [2, block + 20], "speed": 8}, {"pos": [3, block], "speed": 8})
        values.append(worth(state, 0))
    assert values == sorted(set(values))


def worth_of_an_emp(mine: int, theirs: int) -> int:
    """How much an EMP adds to the value for player 1."""
    with_it, without = (
        worth(position({"pos": [2, mine], "speed": 8, "items": items}, {"pos": [3, theirs], "speed": 8}), 0)
        for items in (["EMP"], [])
    )
    return with_it - without


def test_an_emp_is_worth_more_to_the_car_behind_near_the_finish() -> None:
    far, near, ahead = (worth_of_an_emp(*blocks) for blocks in ((700, 710), (1430, 1440), (1440, 1430)))
    assert near > 1.5 * far
    assert near > 2 * ahead > 0
    assert 150 < near < 350  # deep searches find 290 to 360


def proposed(state: Position) -> set[str]:
    """The command of the policy and those that are worth a try besides it, as words."""
    records = np.frombuffer(interpreted(state, 0, TUNING.width).moves, state.rules.move.dtype)
    words = [
        chosen(OVERDRIVE, state, policy=TUNING.policy).split()[0],
        *(Command(record["command"]).name for record in records),
    ]
    others = [word for word in words if word != "USE_TWEET"]
    assert len(set(others)) == len(others), "none is tried twice"
    return set(words)


# About, player 1, the rest of the position, commands that are tried and such that are not
TRIED: list[tuple[str, dict[str, Any], dict[str, Any], set[str], set[str]]] = [
    ("turns on the track", CAR, {}, TURNS, {"FIX"}),
    ("no turn off the track", {**CAR, "pos": [1, 700]}, {}, {"TURN_RIGHT"}, {"TURN_LEFT"}),
    ("repairs", {**CAR, "damage": 1}, {}, {"FIX"}, set()),
    ("an EMP that hits", {**CAR, "items": ["EMP"]}, {"p2": {**RIVAL, "pos": [3, 710]}}, {"USE_EMP"}, set()),
    ("no EMP at a car behind", {**CAR, "items": ["EMP"]}, {}, set(), {"USE_EMP"}),
    ("no jump over a free lane", {**CAR, "items": ["LIZARD"]}, {}, set(), {"USE_LIZARD"}),
    (
        "a jump over a wall",
        {**CAR, "items": ["LIZARD"]},
        {"objects": WALL},
        {"USE_LIZARD", "TURN_LEFT", "TURN_RIGHT"},
        set(),
    ),
    ("no boost of a damaged car", {**CAR, "damage": 2, "items": ["BOOST"]}, {}, set(), {"USE_BOOST"}),
]


@every_row(("about", "car", "rest", "tried", "left_out"), TRIED, ids=[row[0] for row in TRIED])
def test_commands_are_tried(
    about: str, car: dict[str, Any], rest: dict[str, Any], tried: set[str], left_out: set[str]
) -> None:
    found = proposed(position(car, **{"p2": RIVAL, **rest}))
    assert tried <= found
    assert not left_out & found


def test_trucks_stand_just_ahead_of_the_opponents_next_block() -> None:
    state = position({**CAR, "items": ["TWEET"]}, {"pos": [1, 690], "speed": 9})
    records = np.frombuffer(interpreted(state, 0, TUNING.width).moves, state.rules.move.dtype)
    trucks = {(int(r["lane"]), int(r["block"])) for r in records if r["command"] == Command.USE_TWEET}
    assert trucks == {(1, 700), (2, 700)}


def test_marks_show_the_way_and_what_is_used() -> None:
    state = position({**CAR, "items": ["TWEET", "OIL"]}, RIVAL)
    line = []
    for move in (Move(Command.USE_OIL), Move(Command.TURN_LEFT), Move(Command.USE_TWEET, 3, 720)):
        line.append(Played(state.clone(), [move, Move(Command.NOTHING)]))
        play(state, OVERDRIVE.write(move), "NOTHING")
    assert marks(line, 0) == [
        {"x": 700, "y": 2, "to": [708, 2]},
        {"x": 708, "y": 2, "to": [715, 1]},
        {"x": 700, "y": 2, "text": "1 oil"},
        {"x": 720, "y": 3, "text": "3 truck"},
    ]
