"""Numbers for learners: the last scan, and the player's tank."""

from __future__ import annotations

import numpy as np
import pytest

from lanista.games.tanks.game import TANKS
from lanista.games.tanks.learn.observation import OUTSIDE, SQUARE, STUCK, TANK, TERRAIN, UNKNOWN, WRECK
from lanista.games.tanks.maps import LETTERS
from lanista.games.tanks.state import MAX_SCAN, Action, Orientation, Terrain
from lanista.games.tanks.views import has_scanned
from lanista.tools.conformance.play import RandomPlay
from tests.games.tanks.positions import SW, E, Position, play, position


def field() -> Position:
    """Tank 1 with forests and a lake around it, 2 in a swamp, 3 in a corner, and the wreck of tank 4."""
    rows = [["."] * 30 for _ in range(30)]
    marks = (
        (15, 15, "1"),
        (19, 13, "2"),
        (29, 29, "3"),
        (12, 15, "d"),
        (16, 15, "D"),
        (14, 14, "E"),
        (15, 8, "L"),
    )
    for x, y, mark in marks:
        rows[y][x] = mark
    return position(*("".join(row) for row in rows), facing={1: E, 2: SW, 3: E}, stuck=[2])


def scan(state: Position, seat: int) -> dict[tuple[int, int], int]:
    """The content of the scanned square apart from fields, by row and column."""
    square = TANKS.observe(state, seat)[:SQUARE].reshape(MAX_SCAN, MAX_SCAN)
    return {(int(y), int(x)): int(square[y, x]) for y, x in np.argwhere(square != TERRAIN + Terrain.FIELD)}


def test_the_observation_shows_the_scanned_square() -> None:
    assert scan(play(field(), "SCAN OMNI"), 0) == {
        (7, 8): TERRAIN + Terrain.DECIDUOUS,
        (6, 6): TERRAIN + Terrain.EVERGREEN,
        (0, 7): TERRAIN + Terrain.LAKE,
        (5, 11): STUCK + Orientation.SOUTH_WEST,
        (7, 4): WRECK,
    }


def test_a_tank_that_can_move_is_shown_as_it_faces() -> None:
    state = position("1....", "..2..", facing={1: E, 2: SW})
    assert scan(play(state, "SCAN MONO EAST"), 0)[8, 2] == TANK + Orientation.SOUTH_WEST


def test_without_a_scan_everything_is_unknown() -> None:
    square = TANKS.observe(play(field(), "IDLE"), 0)[:SQUARE]
    assert set(square.tolist()) == {UNKNOWN}


@pytest.mark.parametrize(
    ("move", "numbers"),
    [
        ("IDLE", [-1, -1, 1, 1, 100, 1, Orientation.EAST, 15, 15, 14, 14, Action.IDLE, 0, 0, 0]),
        ("SCAN MONO NORTH", [7, 14, 1, 1, 100, 1, Orientation.EAST, 15, 15, 14, 14, Action.SCAN_MONO, 0, 0, 0]),
        ("SCAN MONO WEST", [14, 7, 1, 1, 100, 1, Orientation.EAST, 15, 15, 14, 14, Action.SCAN_MONO, 6, 0, 0]),
        ("MOVE BACKWARDS", [-1, -1, 1, 1, 100, 1, Orientation.EAST, 14, 15, 15, 14, Action.MOVE, 1, 0, 0]),
        (
            "FIRE POSITIONAL -40000 12",
            [-1, -1, 1, 1, 100, 1, Orientation.EAST, 15, 15, 14, 14, Action.FIRE_POSITIONAL, 0, -32767, -3],
        ),
    ],
)
def test_the_observation_shows_the_tank_and_its_last_action(move: str, numbers: list[int]) -> None:
    assert TANKS.observe(play(field(), move), 0)[SQUARE:].tolist() == numbers


# Every scan, against the view


@pytest.mark.parametrize("side", [3, 9, 15])
def test_a_scan_is_that_of_the_view(side: int) -> None:
    """Terrain by its letters and the edge; cells beyond a smaller square are unknown."""
    config = TANKS.configure("standard", {"scanning_distance": side, "width": 18, "height": 12})
    state, dice, scans = TANKS.start(config, 5, 6), RandomPlay(TANKS, side), 0
    for _ in range(60):
        if state.record.over:
            break
        moves = [dice.legal(state, seat) for seat in range(6)]
        scanning = [
            TANKS.read(state, seat, "SCAN OMNI" if seat % 2 else "SCAN MONO NORTH_WEST") for seat in range(6)
        ]
        TANKS.step(state, scanning)
        for seat in range(6):
            if has_scanned(state.record.tanks[state.const.tank_of[seat]]):
                expect_scan_of_view(state, seat)
                scans += 1
        if not state.record.over:
            TANKS.step(state, moves)
    assert scans > 30


def expect_scan_of_view(state: Position, seat: int) -> None:
    """The square of the observation and the rows of the view must say the same."""
    view = TANKS.view(state, seat)
    side = state.const.scanning_distance
    square = TANKS.observe(state, seat)[:SQUARE].reshape(MAX_SCAN, MAX_SCAN)
    codes = {letter: TERRAIN + i for i, letter in enumerate(LETTERS)} | {"#": OUTSIDE}
    wanted = np.full((MAX_SCAN, MAX_SCAN), UNKNOWN)
    wanted[:side, :side] = [[codes[letter] for letter in row] for row in view["scan"]["rows"]]
    for seen in view["scan"]["tanks"]:
        if seen["id"] != view["player_id"]:
            at = seen["row"], seen["col"]
            first = STUCK if wanted[at] == TERRAIN + Terrain.SWAMP else TANK
            facing = Orientation[seen["orientation"].upper().replace("-", "_")]
            wanted[at] = first + facing if seen["alive"] else WRECK
    np.testing.assert_array_equal(square, wanted)
