"""The bot `hunter`, which remembers nothing: its moves in a few positions."""

from __future__ import annotations

import pytest

from lanista.games.tanks.game import TANKS
from lanista.games.tanks.state import Action
from tests.games.policies import chosen
from tests.games.tanks.positions import E, Position, position, tank

SEEDS = range(20)


def scanned(state: Position) -> Position:
    """The position after an omni scan of tank 1."""
    tank(state, 1).action = Action.SCAN_OMNI
    return state


def hunted(state: Position) -> set[str]:
    """The moves of the hunter with different random numbers."""
    return {chosen(TANKS, state, state.const.seat_of[0], seed, "hunter") for seed in SEEDS}


# What is special about the position, its rows, and the move of tank 1 after an omni scan
SHOTS = [
    ("an enemy in range", ["1....2....."], "FIRE POSITIONAL 5 0"),
    ("an enemy behind a forest", ["1.DDD2....."], "FIRE POSITIONAL 5 0"),
    ("the nearest of two", ["2.....1..3."], "FIRE POSITIONAL 9 0"),
    ("an enemy beside it", [".....12...."], "FIRE POSITIONAL 7 0"),
    ("a wreck and an enemy", ["1..b..3...."], "FIRE POSITIONAL 6 0"),
]


@pytest.mark.parametrize(("about", "rows", "move"), SHOTS, ids=[row[0] for row in SHOTS])
def test_it_fires_at(about: str, rows: list[str], move: str) -> None:
    assert hunted(scanned(position(*rows))) == {move}


def test_it_fires_along_a_line_at_an_enemy_beyond_the_range_of_positional_shots() -> None:
    state = position("1..........2..")
    tank(state, 1).action, tank(state, 1).way = Action.SCAN_MONO, E
    assert hunted(state) == {"FIRE CARDINAL EAST"}


def test_it_scans_before_it_acts() -> None:
    moves = hunted(position("1....2....."))
    assert len(moves) > 4
    assert all(move.startswith("SCAN") for move in moves)


def test_it_repeats_some_shots() -> None:
    state = position("1....2.....")
    me = tank(state, 1)
    me.action, me.target_x = Action.FIRE_POSITIONAL, 5
    assert "FIRE POSITIONAL 5 0" in hunted(state)


# What is special about the position, its rows, and what tank 1 may play, which faces East
DRIVES = [
    ("a free way", ["1" + "." * 20 + "2"], {"MOVE FORWARD"}),
    ("a lake ahead", ["....", "1L..", *["...."] * 20, "...2"], {"ROTATE CLOCKWISE", "ROTATE COUNTER_CLOCKWISE"}),
]


@pytest.mark.parametrize(("about", "rows", "moves"), DRIVES, ids=[row[0] for row in DRIVES])
def test_it_drives_to_find_enemies(about: str, rows: list[str], moves: set[str]) -> None:
    assert hunted(scanned(position(*rows, facing={1: E}))) == moves


def test_a_dead_hunter_idles() -> None:
    assert hunted(scanned(position("a....2"))) == {"IDLE"}
