"""The policy `greedy`: what it plays in a few positions, and that it beats random moves."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.state import Direction
from tests.games.policies import chosen, reward_against_random
from tests.games.sproutopia.positions import Position, position

SEEDS = range(20)
UP, DOWN, LEFT, RIGHT = list(Direction)[1:]
OUT: dict[str, Any] = {"at": [5, 2], "dir": RIGHT, "trail": [[2, 2], [3, 2], [4, 2], [5, 2]]}
ALL_A = ("AAAAAAAAAAAAAA.",) * 9


def choices(state: Position) -> set[str]:
    """What A plays with different random numbers."""
    return {chosen(SPROUTOPIA, state, seed=seed) for seed in SEEDS}


# What is special about the position, the rows of the map, the position, and what A may play
POSITIONS: list[tuple[str, tuple[str, ...], dict[str, Any], set[str]]] = [
    ("at home, it goes to where there is land to gain", (), {}, {"DOWN", "RIGHT"}),
    ("outside it completes a loop, or widens it", (), {"a": OUT}, {"DOWN", "RIGHT"}),
    ("it goes home when another is near", (), {"a": OUT, "b": {"at": [8, 3]}}, {"UP"}),
    (
        "it stays at home when another is near",
        (),
        {"a": {"at": [2, 2], "dir": RIGHT}, "b": {"at": [3, 3]}},
        {"UP"},
    ),
    (
        "it avoids weeds",
        (),
        {"a": OUT, "weeds": [{"cells": [[5, 3], [4, 3], [3, 3], [6, 3], [6, 2]], "super": 5}]},
        {"UP"},
    ),
    (
        "it cuts the trail of another",
        (),
        {"b": {"at": [0, 7], "trail": [*([x, 6] for x in range(6, -1, -1)), [0, 7]]}},
        {"DOWN"},
    ),
    ("it looks for items", (), {"a": {"at": [2, 1]}, "items": [[2, 4, 1]]}, {"DOWN"}),
    (
        "inside its land it goes to the border",
        (*ALL_A[:8], "AAAAAAAA......."),
        {"a": {"at": [4, 4]}},
        {"RIGHT", "DOWN"},
    ),
    ("inside its land it goes straight on", ALL_A, {"a": {"at": [4, 4], "dir": UP}}, {"UP"}),
    ("at the border it turns", ALL_A, {"a": {"at": [4, 0], "dir": UP}}, {"LEFT", "RIGHT"}),
    (
        "out of sight of its land it goes to its spawn",
        ("." * 20,) * 9,
        {"a": {"at": [15, 1], "dir": RIGHT, "spawn": [1, 4]}, "b": {"at": [7, 7]}},
        {"DOWN"},
    ),
]


@pytest.mark.parametrize(("about", "rows", "given", "moves"), POSITIONS, ids=[row[0] for row in POSITIONS])
def test_it_plays(about: str, rows: tuple[str, ...], given: dict[str, Any], moves: set[str]) -> None:
    assert choices(position(*rows, **given)) == moves


def test_it_sends_nothing_into_a_full_queue() -> None:
    state = position(changes={"e4_queue_is_limited": 1, "PlayerQueueSize": 1})
    state.record.farmers[0].queued = 1
    assert choices(state) == {"IDLE"}


def test_it_plays_without_seeing_anything() -> None:
    assert choices(position(changes={"PlayerWindowSize": 0})) == {"IDLE"}


@pytest.mark.parametrize("ruleset", SPROUTOPIA.rulesets)
def test_it_beats_random_moves(ruleset: str) -> None:
    """In the first quarter of a match."""
    rewards = [reward_against_random(SPROUTOPIA, ruleset, seed, MaxTicks=250) for seed in range(2)]
    assert rewards == [1000] * 2
