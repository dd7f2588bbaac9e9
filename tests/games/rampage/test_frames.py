"""The arena for the browser: scene, frames and curves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lanista.games.rampage import maps
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.notes import End
from lanista.games.rampage.state import Direction, Hit, Word
from tests.games.rampage.positions import Position, last_turn, position, run

BOARD = (
    "...........",
    ".A..T...0..",
    "..#..L.....",
    ".......B...",
    "...........",
)


def frame_of(state: Position) -> dict[str, Any]:
    """The frame for everybody."""
    return RAMPAGE.frame(state, None)


def filmed(state: Position, turns: str) -> dict[str, Any]:
    """The frames for everybody of the last of these turns."""
    played, after = last_turn(state, turns)
    return RAMPAGE.frame(after, None, played)


def hits_of(frame: dict[str, Any]) -> list[Any]:
    """The hits on each robot."""
    return [robot["hits"] for robot in frame["robots"]]


# The scene


def test_the_scene_is_the_map() -> None:
    scene = RAMPAGE.scene(position(*BOARD))
    assert (scene["width"], scene["height"], scene["turns"], scene["hp"]) == (11, 5, 50, 2)
    assert scene["rows"] == ["...........", "...........", "..#........", "...........", "..........."]
    assert (scene["pads"], scene["items"]) == ([[8, 1]], [[5, 2, 0]])
    (turret,) = scene["turrets"]
    assert turret == {"at": [4, 1], "fire": 2, "period": 6, "phase": 0, "reach": [4, 4, 4, 4]}


def test_the_scene_never_changes() -> None:
    """The clock of a turret counts from the first turn on, so that every moment gives the same scene."""
    state = position(*BOARD)
    scene = RAMPAGE.scene(state)
    for _ in range(8):
        run(state, "FACE_UP/SHOOT")
        assert RAMPAGE.scene(state) == scene
        (turret,) = scene["turrets"]
        assert (turret["phase"] + state.record.turn) % turret["period"] == state.record.turrets[0].phase


def test_all_maps_have_scenes() -> None:
    for name in maps.MAPS:
        state = RAMPAGE.start(RAMPAGE.configure("standard"), 1, map=name)
        scene = RAMPAGE.scene(state)
        assert len(scene["rows"]) == scene["height"]
        assert {len(row) for row in scene["rows"]} == {scene["width"]}
        assert json.loads(json.dumps(scene)) == scene


# Frames


def test_a_frame_shows_the_robots() -> None:
    state = run(position(*BOARD, a={"shield_left": 3}), "SHOOT/LASER")
    a, b = frame_of(state)["robots"]
    assert (a["x"], a["y"], a["facing"], a["hp"], a["shield_left"]) == (1, 1, Direction.RIGHT, 2, 1)
    assert (b["x"], b["y"], b["facing"], b["points"]) == (7, 3, Direction.LEFT, 0)
    assert (a["requested"], a["effective"]) == (Word.SHOOT, Word.SHOOT)
    assert (b["requested"], b["effective"]) == (Word.LASER, Word.NONE)


def test_a_frame_shows_what_robots_hold() -> None:
    state = position(*BOARD, a={"laser": 3, "shield": 2, "teleport": 1})
    a, b = frame_of(state)["robots"]
    assert [robot["lasers"] for robot in (a, b)] == [3, 0]
    assert (a["shields"], a["teleports"]) == (2, 1)


@pytest.mark.parametrize(
    ("rows", "turns", "part", "expected"),
    [
        # A bullet is its square, direction and owner in one number.
        pytest.param(("A....", ".....", "....B"), "SHOOT/NONE", "bullets", [1 * 8 + 3 * 2 + 0], id="bullet"),
        pytest.param(("A#...", ".....", "....B"), "SHOOT/NONE", "bullets", [], id="bullet in a wall"),
        pytest.param(("AL...", ".....", "..S.B"), "FORWARD/NONE", "items", [0, 1], id="item taken"),
        pytest.param(("A....", ".....", "....B"), "NONE/NONE", "over", 0, id="not over"),
    ],
)
def test_a_frame_shows_what_happened(rows: tuple[str, ...], turns: str, part: str, expected: object) -> None:
    assert filmed(position(*rows), turns)[part] == expected


@pytest.mark.parametrize(
    ("rows", "turns", "alive", "fired"),
    [
        pytest.param(("A.......", "....T...", ".......B"), "NONE/NONE", 1, 1, id="fires"),
        pytest.param(("A.......", "....T...", ".......B"), "NONE/NONE, NONE/NONE, NONE/NONE", 1, 0, id="cools"),
        pytest.param((".AT.....", "........", ".......B"), "SHOOT/NONE", 0, 0, id="disabled"),
    ],
)
def test_a_frame_shows_turrets(rows: tuple[str, ...], turns: str, alive: int, fired: int) -> None:
    (turret,) = filmed(position(*rows), turns)["turrets"]
    assert (turret["alive"], turret["fired"]) == (alive, fired)


def test_a_frame_lists_hits() -> None:
    frame = filmed(position("A.B..", ".....", "....."), "FORWARD/SHOOT")
    assert hits_of(frame) == [[{"kind": 0, "by": 1, "lost": 1}], []]


def test_beams_reach_as_far_as_the_scene_says_unless_a_robot_is_in_the_way() -> None:
    clear = run(position("...........", "....T......", "A.........B"), "NONE/NONE")
    (turret,) = frame_of(clear)["turrets"]
    assert (turret["fired"], turret["reach"]) == (1, RAMPAGE.scene(clear)["turrets"][0]["reach"])
    blocked = run(position("...........", "..A.T......", "..........B"), "NONE/NONE")
    assert frame_of(blocked)["turrets"][0]["reach"] == [3, 3, 2, 4]


def test_a_laser_is_told_with_its_reach() -> None:
    state = position(".A#.......B", *9 * ("...........",), a={"laser": 1})
    a, b = frame_of(run(state, "LASER/NONE"))["robots"]
    assert (a["effective"], a["beams"]) == (Word.LASER, [4, 4, 2, 0])
    assert (b["effective"], b["beams"]) == (Word.NONE, [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("rows", "turns", "flights", "ends", "shots"),
    [
        pytest.param(("A....", ".....", "....B"), "SHOOT/NONE", [6], [End.NOTHING], 1, id="shot"),
        pytest.param(("A....", ".....", "....B"), "SHOOT/NONE, NONE/NONE", [14], [End.NOTHING], 0, id="flies"),
        pytest.param(("A#...", ".....", "....B"), "SHOOT/NONE", [6], [End.WALL], 1, id="wall"),
        pytest.param(("AB...", ".....", "....."), "SHOOT/NONE", [6], [End.HULL], 1, id="hull"),
        # The bullet that A meets head-on leaves the list, in which the one behind it then moves up.
        pytest.param(
            ("A<<..", ".....", "....B"),
            "FORWARD/NONE",
            [1 * 8 + 2 * 2 + 1, 2 * 8 + 2 * 2 + 1],
            [End.HEAD_ON, End.HULL],
            0,
            id="head-on",
        ),
    ],
)
def test_a_frame_shows_the_ways_of_bullets(
    rows: tuple[str, ...], turns: str, flights: list[int], ends: list[int], shots: int
) -> None:
    frame = filmed(position(*rows), turns)
    assert (frame["flights"], frame["ends"], frame["shots"]) == (flights, ends, shots)


def test_a_teleport_is_spent_also_in_vain() -> None:
    frame = filmed(position("A..0B", ".....", ".....", a={"teleport": 1}), "TELEPORT_0/FORWARD")
    assert [robot["spent_teleport"] for robot in frame["robots"]] == [1, 0]
    assert frame["robots"][0]["effective"] == Word.NONE


def test_a_reflected_beam_is_told_on_both_sides() -> None:
    state = position(".A.B.......", *9 * ("...........",), a={"laser": 1}, b={"shield_left": 4})
    frame = filmed(state, "LASER/NONE")
    hits_on_a, hits_on_b = hits_of(frame)
    assert hits_on_a == [{"kind": Hit.LASER + Hit.REFLECTED, "by": 1, "lost": 1}]
    assert hits_on_b == [{"kind": Hit.LASER + Hit.ABSORBED, "by": 0, "lost": 0}]
    assert frame["reflections"] == [{"by": 0, "seat": 1, "direction": Direction.RIGHT, "away": 2}]


@pytest.mark.parametrize(("turns", "winner"), [("SHOOT/NONE", 0), ("NONE/SHOOT", 1), ("SHOOT/SHOOT", -1)])
def test_a_frame_names_the_winner(turns: str, winner: int) -> None:
    state = run(position(".AB...", "......", "......", a={"hp": 1}, b={"hp": 1}), turns)
    assert (frame_of(state)["over"], frame_of(state)["winner"]) == (1, winner)


def test_every_seat_sees_the_same() -> None:
    played, state = last_turn(position(*BOARD), "SHOOT/FORWARD")
    frame = RAMPAGE.frame(state, None, played)
    assert RAMPAGE.frame(state, 0, played) == RAMPAGE.frame(state, 1, played) == frame


def test_no_turn_led_to_the_start() -> None:
    frame = frame_of(position(*BOARD))
    assert [frame[part] for part in ("flights", "ends", "shots", "reflections")] == [[], [], 0, []]
    assert hits_of(frame) == [[], []]
    assert [robot["spent_teleport"] for robot in frame["robots"]] == [0, 0]


# Curves


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_curves_begin_with_the_score_and_hide_nothing(seat: int | None) -> None:
    state = run(position("AL...", ".....", "....B", b={"hp": 1, "shield_left": 4}), "FORWARD/SHOOT, SHOOT/SHOOT")
    curves = RAMPAGE.pictures.curves(state, seat)
    assert curves == {
        "score": [201, 0],
        "HP": [2, 1],
        "items in hand": [1, 0],
        "shield turns": [0, 2],
        "bullets in flight": [1, 2],
    }
    assert next(iter(curves)) == "score"
