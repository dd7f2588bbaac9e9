"""The policies: what they play in a few positions, and that `greedy` beats random moves."""

from __future__ import annotations

import pytest

from lanista.games.tanks.game import TANKS
from lanista.games.tanks.state import Action, Orientation
from tests.games.policies import chosen, reward_against_random
from tests.games.tanks.positions import Position, position, tank

E = Orientation.EAST
SEEDS = range(20)


def scanned(state: Position, way: int | None = None) -> Position:
    """The position after a scan of tank 1, all around or in one direction."""
    me = tank(state, 1)
    me.action, me.way = (Action.SCAN_OMNI, 0) if way is None else (Action.SCAN_MONO, way)
    return state


def choices(state: Position) -> set[str]:
    """What it plays with different random numbers."""
    return {chosen(TANKS, state, seat=state.const.seat_of[0], seed=seed) for seed in SEEDS}


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
    assert choices(scanned(position(*rows))) == {move}


def test_it_fires_along_a_line_at_an_enemy_beyond_the_range_of_positional_shots() -> None:
    assert choices(scanned(position("1..........2.."), E)) == {"FIRE CARDINAL EAST"}


def test_it_scans_if_it_has_not_just_done_so() -> None:
    assert choices(position("1....2.....")) == {"SCAN OMNI", "SCAN MONO NORTH"}


def test_it_repeats_some_shots() -> None:
    state = position("1....2.....")
    me = tank(state, 1)
    me.action, me.target_x = Action.FIRE_POSITIONAL, 5
    assert choices(state) == {"FIRE POSITIONAL 5 0", "SCAN MONO NORTH"}


# What is special about the position, its rows, and what tank 1 may play, which faces East
DRIVES = [
    ("a free way", ["1........b"], {"MOVE FORWARD"}),
    ("a lake ahead, a way to the south", ["1L..b", "....."], {"ROTATE CLOCKWISE"}),
    ("a swamp ahead, a way to the north", [".....", "1S..b"], {"ROTATE COUNTER_CLOCKWISE"}),
    ("a wreck ahead, a way to the south", ["1b...", "....."], {"ROTATE CLOCKWISE"}),
    ("no way at all", ["1Db", "DD."], {"SCAN OMNI"}),
    ("an enemy out of range", ["1.........", *[".........."] * 8, ".....2...."], {"ROTATE CLOCKWISE"}),
]


@pytest.mark.parametrize(("about", "rows", "moves"), DRIVES, ids=[row[0] for row in DRIVES])
def test_it_drives_on(about: str, rows: list[str], moves: set[str]) -> None:
    state = scanned(position(*rows, facing={1: E}), 3 if len(rows) > 2 else None)
    assert choices(state) == moves


def test_it_stays_where_it_is_stuck() -> None:
    assert choices(scanned(position("1....b", "......", stuck=[1]))) == {"SCAN OMNI"}


def test_a_dead_tank_idles() -> None:
    assert choices(scanned(position("a....2"))) == {"IDLE"}


@pytest.mark.parametrize("seats", [2, 12])
def test_it_beats_random_moves(seats: int) -> None:
    """A reward above 0 beats more than half of the others."""
    won = [reward_against_random(TANKS, "standard", seed, seats) > 0 for seed in range(10)]
    assert sum(won) >= 9  # random shots hit now and then


# The quick policy `hunter`


def hunted(state: Position) -> set[str]:
    """What the hunter plays with different random numbers."""
    return {chosen(TANKS, state, state.const.seat_of[0], seed, "hunter") for seed in SEEDS}


def test_a_hunter_fires_at_the_nearest_tank_in_its_scan() -> None:
    assert hunted(scanned(position("2.....1..3."))) == {"FIRE POSITIONAL 9 0"}


def test_a_hunter_scans_before_it_acts() -> None:
    moves = hunted(position("1....2....."))
    assert len(moves) > 4
    assert all(move.startswith("SCAN") for move in moves)


def test_a_hunter_repeats_some_shots() -> None:
    state = position("1....2.....")
    me = tank(state, 1)
    me.action, me.target_x = Action.FIRE_POSITIONAL, 5
    assert "FIRE POSITIONAL 5 0" in hunted(state)


# What is special about the position, its rows, and what tank 1 may play, which faces East
HUNTS = [
    ("a free way", ["1" + "." * 20 + "2"], {"MOVE FORWARD"}),
    ("a lake ahead", ["....", "1L..", *["...."] * 20, "...2"], {"ROTATE CLOCKWISE", "ROTATE COUNTER_CLOCKWISE"}),
]


@pytest.mark.parametrize(("about", "rows", "moves"), HUNTS, ids=[row[0] for row in HUNTS])
def test_a_hunter_drives_to_find_enemies(about: str, rows: list[str], moves: set[str]) -> None:
    assert hunted(scanned(position(*rows, facing={1: E}))) == moves


def test_a_dead_hunter_idles() -> None:
    assert hunted(scanned(position("a....2"))) == {"IDLE"}
