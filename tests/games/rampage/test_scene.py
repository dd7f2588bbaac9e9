"""The arena for the browser: scene, frames and curves."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.rampage import maps
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.state import BY_TURRET, Direction, Hit, Word
from lanista.testing.play import RandomPlay
from lanista.web.patches import diff
from tests.games.rampage.positions import Position, last_turn, position, run

BOARD = (
    "...........",
    ".A..T...0..",
    "..#..L.....",
    ".......B...",
    "...........",
)
X, Y, FACING, HP, POINTS, LASERS, SHIELDS, TELEPORTS, SHIELD_LEFT, ASKED, DID = range(11)  # a robot's row


def frame_of(state: Position) -> dict[str, Any]:
    """What everybody sees."""
    return RAMPAGE.frame(state, None)


def filmed(state: Position, turns: str) -> dict[str, Any]:
    """What everybody sees of the last of these turns."""
    played, after = last_turn(state, turns)
    return RAMPAGE.frame(after, None, played)


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
    assert (a[X], a[Y], a[FACING], a[HP], a[SHIELD_LEFT]) == (1, 1, Direction.RIGHT, 2, 1)
    assert (b[X], b[Y], b[FACING], b[POINTS]) == (7, 3, Direction.LEFT, 0)
    assert (a[ASKED], a[DID]) == (Word.SHOOT, Word.SHOOT)
    assert (b[ASKED], b[DID]) == (Word.LASER, Word.NONE)


@pytest.mark.parametrize(
    ("rows", "turns", "part", "expected"),
    [
        # A bullet is its square, direction and owner in one number.
        pytest.param(("A....", ".....", "....B"), "SHOOT/NONE", "bullets", [1 * 8 + 3 * 2 + 0], id="bullet"),
        pytest.param(("A#...", ".....", "....B"), "SHOOT/NONE", "bullets", [], id="bullet in a wall"),
        # A turret: 1 alive, 2 fired in this turn.
        pytest.param(("A.......", "....T...", ".......B"), "NONE/NONE", "turrets", [3], id="turret fires"),
        pytest.param(
            ("A.......", "....T...", ".......B"),
            "NONE/NONE, NONE/NONE, NONE/NONE",
            "turrets",
            [1],
            id="turret cools",
        ),
        pytest.param((".AT.....", "........", ".......B"), "SHOOT/NONE", "turrets", [0], id="turret disabled"),
        pytest.param(("AL...", ".....", "..S.B"), "FORWARD/NONE", "items", "01", id="item taken"),
        pytest.param(
            ("A.B..", ".....", "....."), "FORWARD/SHOOT", "hits", [[[0, 1, 1]], []], id="hit by a bullet"
        ),
        pytest.param(("A....", ".....", "....B"), "NONE/NONE", "winner", None, id="not over"),
    ],
)
def test_a_frame_shows_what_happened(rows: tuple[str, ...], turns: str, part: str, expected: object) -> None:
    assert filmed(position(*rows), turns)[part] == expected


def test_beams_that_the_map_tells_are_left_out() -> None:
    """A turret's beams reach as far as the scene says, unless a robot is in the way; then the frame lists them."""
    clear = run(position("...........", "....T......", "A.........B"), "NONE/NONE")
    assert (frame_of(clear)["turrets"], frame_of(clear)["beams"]) == ([3], [])
    blocked = run(position("...........", "..A.T......", "..........B"), "NONE/NONE")
    assert frame_of(blocked)["beams"] == [[BY_TURRET, 3, 3, 2, 4]]


def test_a_laser_is_told_with_its_reach() -> None:
    state = position(".A#.......B", *9 * ("...........",), a={"laser": 1})
    assert frame_of(run(state, "LASER/NONE"))["beams"] == [[0, 4, 4, 2, 0]]


def test_a_reflected_beam_is_told_on_both_sides() -> None:
    state = position(".A.B.......", *9 * ("...........",), a={"laser": 1}, b={"shield_left": 4})
    frame = filmed(state, "LASER/NONE")
    hit_on_a, hit_on_b = frame["hits"]
    assert hit_on_a == [[Hit.LASER + Hit.REFLECTED, 1, 1]]
    assert hit_on_b == [[Hit.LASER + Hit.ABSORBED, 0, 0]]
    assert frame["reflections"] == [[0, 1, Direction.RIGHT, 2]]


@pytest.mark.parametrize(("turns", "winner"), [("SHOOT/NONE", 0), ("NONE/SHOOT", 1), ("SHOOT/SHOOT", -1)])
def test_a_frame_names_the_winner(turns: str, winner: int) -> None:
    state = run(position(".AB...", "......", "......", a={"hp": 1}, b={"hp": 1}), turns)
    assert frame_of(state)["winner"] == winner


def test_every_seat_sees_the_same() -> None:
    played, state = last_turn(position(*BOARD), "SHOOT/FORWARD")
    frame = RAMPAGE.frame(state, None, played)
    assert RAMPAGE.frame(state, 0, played) == RAMPAGE.frame(state, 1, played) == frame


def test_no_turn_led_to_the_start() -> None:
    frame = frame_of(position(*BOARD))
    assert [frame[part] for part in ("hits", "flights", "reflections", "teleports")] == [[[], []], [], [], []]


@pytest.mark.parametrize(("name", "most"), [("pocket", 150), ("duel", 190), ("grand", 330)])
def test_frames_are_json_and_patch_small(name: str, most: int) -> None:
    """What a turn adds to a film."""
    state = RAMPAGE.start(RAMPAGE.configure("standard", {"initial_hp": 40}), 1, map=name)
    play = RandomPlay(RAMPAGE, 3)
    frames = [frame_of(state)]
    for _ in range(100):
        if state.record.over:
            break
        played = Played(state.clone(), play.moves(state))
        RAMPAGE.step(state, played.moves)
        frames.append(RAMPAGE.frame(state, None, played))
    assert json.loads(json.dumps(frames)) == frames
    sizes = [len(json.dumps(diff(old, new), separators=(",", ":"))) for old, new in pairwise(frames)]
    assert len(sizes) > 30
    assert sum(sizes) / len(sizes) < most


# Curves


def test_numbers_begin_with_the_score() -> None:
    state = run(position("AL...", ".....", "....B", b={"hp": 1, "shield_left": 4}), "FORWARD/SHOOT, SHOOT/SHOOT")
    assert RAMPAGE.pictures.numbers(state) == {
        "score": [201, 0],
        "HP": [2, 1],
        "items in hand": [1, 0],
        "shield turns": [0, 2],
        "bullets in flight": [1, 2],
    }
    assert next(iter(RAMPAGE.pictures.numbers(state))) == "score"
