"""Pictures of a battle: scene, frames and curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.tanks import settings
from lanista.games.tanks.game import TANKS
from tests.rows import every_row

from .conftest import SEATS, Turn
from .positions import NE, E, Position, S, play, position

# The names of the numbers in the tables below
TANK = ("x", "y", "orientation", "health", "mobile", "action", "way", "target_x", "target_y")
ECHO = ("x", "y", "orientation", "alive", "id")
SHELL = ("seat", "from_x", "from_y", "x", "y", "tick", "explodes", "is_lob")
HIT = ("seat", "amount", "by", "cause", "tick")
CELL = ("seat", "x", "y")
NO_TANK = dict.fromkeys((*TANK, "id"), 0)
NO_LAND: dict[str, Any] = {"x": 0, "y": 0, "width": 0, "cells": []}


def rows(things: Iterable[dict[str, int]], names: Sequence[str]) -> list[list[int]]:
    """Things as rows of numbers; they have no others."""
    found = list(things)
    assert all(set(thing) == set(names) for thing in found)
    return [[thing[name] for name in names] for thing in found]


def land(frame: dict[str, Any]) -> tuple[int, int, list[str]]:
    """Where the land of a frame begins, and its rows."""
    x, y, width, cells = (frame["land"][name] for name in ("x", "y", "width", "cells"))
    letters = "".join(".DELS#"[kind] for kind in cells)
    return x, y, [letters[at : at + width] for at in range(0, len(cells), width)]


# The scene


def test_the_scene_has_sizes_and_how_long_shells_fly() -> None:
    """A shell that flies as far as it can explodes three ticks after it has landed (6.4)."""
    assert TANKS.scene(position("1..", "..2", changes={"cardinal_shot_distance": 9})) == {
        "width": 3,
        "height": 2,
        "scan": 15,
        "ticks": 12,
        "health": 100,
        "range": {"cardinal": 9, "positional": 7},
        "damage": {"direct": 75, "indirect": 25, "tank": 10, "forest": 25, "lake": 100},
    }


def test_the_scene_is_the_same_whatever_is_hidden() -> None:
    """Every seat's film has it: neither the terrain nor the turn limit may be in it."""
    state = TANKS.start(settings.STANDARD, 7, SEATS)
    assert TANKS.scene(TANKS.learning.redraw_hidden(state, 0, 5)) == TANKS.scene(state)


# Frames for everybody


def test_a_frame_has_the_land_row_by_row() -> None:
    frame = TANKS.frame(position("1.DL", "2SE.", changes={"max_turns": 40}, turn=3))
    assert land(frame) == (0, 0, ["..DL", ".SE."])
    assert (frame["turn"], frame["limit"], frame["seen"]) == (3, 40, [])


@every_row(
    ("order", "row"),
    [
        ("IDLE", [1, 1, 2, 100, 1, 0, 0, 0, 0]),
        ("MOVE FORWARD", [2, 1, 2, 100, 1, 1, 0, 0, 0]),
        ("MOVE BACKWARDS", [0, 1, 2, 100, 1, 1, 1, 0, 0]),
        ("ROTATE COUNTER_CLOCKWISE", [1, 1, 1, 100, 1, 2, 1, 0, 0]),
        ("SCAN OMNI", [1, 1, 2, 100, 1, 3, 0, 0, 0]),
        ("SCAN MONO WEST", [1, 1, 2, 100, 1, 4, 6, 0, 0]),
        ("FIRE CARDINAL SOUTH", [1, 1, 2, 100, 1, 5, 4, 0, 0]),
        ("FIRE POSITIONAL 4 2", [1, 1, 2, 100, 1, 6, 0, 4, 2]),
    ],
)
def test_a_tank_is_shown_as_it_is(order: str, row: list[int]) -> None:
    """Position, orientation, health, mobility, and the action that was asked: all that the picture is made of."""
    state = play(position("......", ".1....", "......", ".....2", facing={1: E}), order)
    tank = TANKS.frame(state)["tanks"][0]
    assert [tank[name] for name in TANK] == row


@pytest.mark.parametrize(
    ("board", "order", "part", "value"),
    [
        ((".1", "2."), "MOVE FORWARD", "health", 90),  # the edge of the map
        (("D.", "1.", ".2"), "MOVE FORWARD", "health", 75),  # a forest
        (("L.", "1.", ".2"), "MOVE FORWARD", "health", 0),  # drowned
        (("S.", "1.", ".2"), "MOVE FORWARD", "mobile", 0),  # stuck
        (("2.", "1."), "MOVE FORWARD", "health", 90),  # another tank
    ],
)
def test_a_frame_shows_what_came_of_a_move(board: Sequence[str], order: str, part: str, value: int) -> None:
    assert TANKS.frame(play(position(*board), order))["tanks"][0][part] == value


def test_tanks_stand_by_seat_and_have_their_number() -> None:
    state = position("1.2")
    state = TANKS.learning.swap_seats(state) or state
    frame = TANKS.frame(state)
    assert [(tank["id"], tank["x"]) for tank in frame["tanks"]] == [(2, 2), (1, 0)]


def test_who_takes_no_part_has_no_tank() -> None:
    state = TANKS.start(settings.STANDARD, 7, 3)
    TANKS.leave_out(state, [1])
    frame = TANKS.frame(state)
    assert frame["tanks"][1] == NO_TANK
    assert {frame["tanks"][seat]["id"] for seat in (0, 2)} == {1, 2}
    own = TANKS.frame(state, 1)
    assert (own["tanks"], own["land"]) == ([NO_TANK] * 3, NO_LAND)


# Frames of a seat


def test_without_a_scan_a_seat_knows_itself_only() -> None:
    state = play(position("1.D2", "...."), "ROTATE CLOCKWISE", "SCAN OMNI")
    assert TANKS.frame(state, 0) == {
        "turn": 1,
        "limit": -1,
        "land": NO_LAND,
        "tanks": [{**NO_TANK, "id": 1, "orientation": 1, "health": 100, "mobile": 1, "action": 2}, NO_TANK],
        "seen": [],
        "scans": [],
        "shells": [],
        "hits": [],
        "bumps": [],
    }


def test_a_scan_shows_land_and_tanks_by_number() -> None:
    """Section 7: terrain, position, orientation and whether it lives; neither health nor whose it is (D29)."""
    state = position(
        "2.L......", ".........", "D..1..c..", "....4....",
        facing={2: NE, 4: S}, health={4: 5}, changes={"scanning_distance": 3},
    )  # fmt: skip
    frame = TANKS.frame(play(state, "SCAN MONO SOUTH", "SCAN OMNI"), 0)
    assert land(frame) == (2, 2, ["...", "...", "###"])
    assert rows(frame["seen"], ECHO) == [[4, 3, 4, 1, 4]]
    assert frame["tanks"][1:] == [NO_TANK] * 3
    assert land(TANKS.frame(state, 1)) == (-1, -1, ["###", "#..", "#.."])
    assert TANKS.frame(state, 2)["land"] == NO_LAND


def test_a_scan_shows_wrecks_as_wrecks() -> None:
    state = play(position("1.b3"), "SCAN OMNI")
    assert rows(TANKS.frame(state, 0)["seen"], ECHO) == [[2, 0, 0, 0, 2], [3, 0, 0, 1, 3]]


def test_tanks_of_a_scan_come_row_by_row() -> None:
    state = play(position("..4", "2.1", "3.5"), "SCAN OMNI")
    assert [echo["id"] for echo in TANKS.frame(state, 0)["seen"]] == [4, 2, 3, 5]


def test_who_died_sees_its_scan_no_more() -> None:
    """The scan of a dead tank is never delivered (6.2)."""
    state = play(position("1...2", health={1: 75}), "SCAN OMNI", "FIRE CARDINAL WEST")
    frame = TANKS.frame(state, 0)
    assert (frame["land"], frame["seen"]) == (NO_LAND, [])
    assert frame["tanks"][0]["health"] == 0


# Curves


def test_the_curves_are_score_health_and_what_the_radar_found() -> None:
    state = play(position("1...2.c", "4......"), "FIRE CARDINAL EAST", "SCAN OMNI", "IDLE", "SCAN MONO SOUTH")
    assert TANKS.pictures.curves(state) == {
        "score": [2, 0, 0, 0],
        "health": [100, 25, 0, 100],
        "tanks in sight": [0, 2, 0, 0],
    }


def test_a_seat_knows_its_curves_but_no_score() -> None:
    """Section 5: a player does not learn its score."""
    state = play(position("1...2.c", "4......"), "FIRE CARDINAL EAST", "SCAN OMNI", "IDLE", "SCAN MONO SOUTH")
    assert TANKS.pictures.curves(state, 1) == {
        "score": [None] * 4,
        "health": [None, 25, None, None],
        "tanks in sight": [None, 2, None, None],
    }


def test_the_score_has_the_points_for_survival_at_the_end() -> None:
    state = play(position("1...2", health={2: 75}), "FIRE CARDINAL EAST")
    assert TANKS.pictures.curves(state)["score"] == [2 + 3 + 5, 0]


# What happened in a turn


def filmed(state: Position, *texts: str, seat: int | None = None) -> dict[str, Any]:
    """The frame after a turn."""
    before = state.clone()
    moves = [TANKS.read(before, number, text) for number, text in enumerate(texts)]
    moves += [TANKS.missing] * (state.seats - len(moves))
    return TANKS.frame(play(state, *texts), seat, Played(before, moves))


TURNS: list[tuple[str, tuple[str, ...], str, list[Any], list[Any], list[Any]]] = [
    # Shells, hits and bumps
    ("a direct hit", ("1..2",), "FIRE CARDINAL EAST", [[0, 0, 0, 3, 0, 6, 1, 0]], [[1, 75, 0, 2, 6]], []),
    ("a lob beside", ("1..2",), "FIRE POSITIONAL 2 0", [[0, 0, 0, 2, 0, 4, 1, 1]], [[1, 25, 0, 2, 4]], []),
    ("a lost shell", (".1.2",), "FIRE CARDINAL WEST", [[0, 1, 0, -1, 0, 5, 0, 0]], [], []),
    ("a void shot", ("1..2",), "FIRE POSITIONAL 0 0", [], [], []),
    ("an own blast", ("1..2",), "FIRE POSITIONAL 1 0", [[0, 0, 0, 1, 0, 4, 1, 1]], [[0, 25, 0, 2, 4]], []),
    ("the edge", ("1..2",), "MOVE FORWARD", [], [[0, 10, -1, 0, 0]], [[0, 0, -1]]),
    ("a forest", ("D.", "1.", ".2"), "MOVE FORWARD", [], [[0, 25, -1, 0, 0]], [[0, 0, 0]]),
    ("a lake", ("L.", "1.", ".2"), "MOVE FORWARD", [], [[0, 100, -1, 1, 0]], []),
    ("a ram", ("2.", "1."), "MOVE FORWARD", [], [[0, 10, -1, 0, 0], [1, 10, 0, 0, 0]], [[0, 0, 0]]),
    ("a wreck", ("b.", "1.", ".3"), "MOVE FORWARD", [], [[0, 10, -1, 0, 0]], [[0, 0, 0]]),
    ("a free cell", ("..", "1.", ".2"), "MOVE FORWARD", [], [], []),
]


@every_row(
    ("board", "order", "shells", "hits", "bumps"), [case[1:] for case in TURNS], ids=[case[0] for case in TURNS]
)
def test_a_frame_says_what_happened(
    board: tuple[str, ...], order: str, shells: list[Any], hits: list[Any], bumps: list[Any]
) -> None:
    frame = filmed(position(*board), order)
    assert rows(frame["shells"], SHELL) == shells
    assert rows(frame["hits"], HIT) == hits
    assert rows(frame["bumps"], CELL) == bumps


def test_a_frame_says_where_scans_begin() -> None:
    """By seat, with the upper left corner of the square (section 7)."""
    frame = filmed(
        position(*["." * 9] * 4, "....1...2", changes={"scanning_distance": 3}), "SCAN OMNI", "SCAN MONO NORTH"
    )
    assert rows(frame["scans"], CELL) == [[0, 3, 3], [1, 7, 2]]


def test_no_turn_led_to_the_start() -> None:
    frame = TANKS.frame(position("1..2"))
    assert (frame["scans"], frame["shells"], frame["hits"], frame["bumps"]) == ([], [], [], [])


def test_a_seat_sees_its_shell_fly_on() -> None:
    """Whether a shot hit anything is not in the context (section 5): its own frame shows no explosion."""
    frame = filmed(position("1..2............"), "FIRE CARDINAL EAST", seat=0)
    assert (rows(frame["shells"], SHELL), frame["hits"]) == ([[0, 0, 0, 14, 0, 17, 0, 0]], [])
    lob = filmed(position("1..2"), "FIRE POSITIONAL 2 0", seat=0)
    assert rows(lob["shells"], SHELL) == [[0, 0, 0, 2, 0, 4, 1, 1]]


def test_a_seat_sees_what_it_lost_but_not_by_whom() -> None:
    frame = filmed(position("1..2..3"), "FIRE CARDINAL EAST", "IDLE", "FIRE CARDINAL WEST", seat=1)
    assert rows(frame["hits"], HIT) == [[1, 100, -1, 3, 0]]
    assert (frame["shells"], frame["bumps"]) == ([], [])


def test_a_seat_that_was_stopped_knows_where() -> None:
    frame = filmed(position("2.", "1."), "MOVE FORWARD", seat=0)
    assert (rows(frame["hits"], HIT), rows(frame["bumps"], CELL)) == ([[0, 10, -1, 0, 0]], [[0, 0, 0]])


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_no_turn_is_played_when_it_is_over(seat: int | None) -> None:
    state = play(position("1...2", health={2: 75}), "FIRE CARDINAL EAST")
    frame = TANKS.frame(state, seat, Played(state, [TANKS.missing] * 2))
    assert (frame["shells"], frame["hits"], frame["bumps"]) == ([], [], [])


def test_the_turn_of_a_seat_holds_nothing_hidden(turns: list[Turn]) -> None:
    """All that is hidden is drawn anew on both sides of the turn, and no move is given but its own."""
    for number, (before, moves, after) in enumerate(turns):
        for seat in range(number % 4, SEATS, 4):
            frame = TANKS.frame(after, seat, Played(before, moves))
            own = [move if other == seat else TANKS.missing for other, move in enumerate(moves)]
            old, new = (TANKS.learning.redraw_hidden(state, seat, number) for state in (before, after))
            assert TANKS.frame(new, seat, Played(old, own)) == frame
