"""The policy `greedy`: what it plays on a few boards, and that it beats random moves."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.games.rampage.game import RAMPAGE
from tests.games.policies import chosen, reward_against_random
from tests.games.rampage.positions import position

UP, RIGHT = {"dir": "UP"}, {"dir": "RIGHT"}

# What is special about the board, its rows, the robot A, and its move
BOARDS: list[tuple[str, tuple[str, ...], dict[str, Any], str]] = [
    ("the opponent ahead", ("#######", "#A..B.#", "#######"), RIGHT, "SHOOT"),
    ("the opponent beside", ("#######", "#A..B.#", "#######"), UP, "FACE_RIGHT"),
    ("a laser and the opponent in reach", ("#######", "#A..B.#", "#######"), {**UP, "laser": 1}, "LASER"),
    ("a turret ahead", ("#########", "#A....T.#", "#.####..#", "########B"), RIGHT, "SHOOT"),
    ("a disabled turret ahead", ("#########", "#A....t.#", "#S####..#", "########B"), RIGHT, "FACE_DOWN"),
    (
        "a laser and a turret in reach",
        ("########", "#A...T.#", "#.####.#", "#######B"),
        {**UP, "laser": 1},
        "LASER",
    ),
    ("an item ahead", ("########", "#A..S..#", "########", "#B######"), RIGHT, "FORWARD"),
    (
        "an item around the corner",
        ("########", "#A######", "#..S...#", "########", "#B######"),
        RIGHT,
        "FACE_DOWN",
    ),
    ("two items", ("########", "#S######", "#A....L#", "########", "#B######"), RIGHT, "FACE_UP"),
    ("a bullet from behind", ("########", "#>A....#", "#.####.#", "#B######"), RIGHT, "FORWARD"),
    ("a bullet towards the item", ("########", "#A.<S..#", "########", "#B######"), RIGHT, "NONE"),
    (
        "a bullet that comes closer",
        ("########", "#A<S...#", "########", "#B######"),
        {**RIGHT, "shield": 1},
        "SHIELD",
    ),
]


@pytest.mark.parametrize(("about", "rows", "robot", "word"), BOARDS, ids=[row[0] for row in BOARDS])
def test_greedy_plays(about: str, rows: tuple[str, ...], robot: dict[str, Any], word: str) -> None:
    assert chosen(RAMPAGE, position(*rows, a=robot)) == word


# Under fire from behind by a bullet: what the robot has, what is ahead, and its move
ESCAPES: list[tuple[str, str, dict[str, Any], str]] = [
    ("a free square aside", ".", {"dir": "UP", "shield": 1}, "FORWARD"),
    ("a wall aside, a shield", "#", {"dir": "UP", "shield": 1, "teleport": 1}, "SHIELD"),
    ("a wall aside, a teleport", "#", {"dir": "UP", "teleport": 1}, "TELEPORT_0"),
]


@pytest.mark.parametrize(("about", "aside", "robot", "word"), ESCAPES, ids=[row[0] for row in ESCAPES])
def test_greedy_leaves_the_fire(about: str, aside: str, robot: dict[str, Any], word: str) -> None:
    rows = ("#########", f"##{aside}######", "#>A....##", "#######0#", "#B#######")
    assert chosen(RAMPAGE, position(*rows, a=robot)) == word


def test_greedy_turns_to_either_side_for_items_as_near() -> None:
    state = position("###S###", "###.###", "###A###", "###.###", "###S###", "B######", a={"dir": "LEFT"})
    assert {chosen(RAMPAGE, state, seed=seed) for seed in range(20)} == {"FACE_UP", "FACE_DOWN"}


@pytest.mark.parametrize(("phase", "word"), [(0, "NONE"), (1, "FORWARD"), (3, "FORWARD")])
def test_greedy_waits_until_a_turret_pauses(phase: int, word: str) -> None:
    state = position("########", "#A.S...#", "##T#####", "########", "#B######", a=RIGHT, times=(1, 3))
    state.record.turrets[0].phase = phase
    assert chosen(RAMPAGE, state) == word


@pytest.mark.parametrize("ruleset", RAMPAGE.rulesets)
def test_greedy_beats_random_moves(ruleset: str) -> None:
    assert [reward_against_random(RAMPAGE, ruleset, seed) for seed in range(10)] == [1000] * 10
