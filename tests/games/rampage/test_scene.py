"""The arena for the browser: scene, frames, curves, and turns in words."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.rampage import maps
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import BY_TURRET, Direction, Hit, Word
from lanista.testing.play import RandomPlay
from lanista.web.film import diff
from tests.games.rampage.positions import Position, position

BOARD = (
    "...........",
    ".A..T...0..",
    "..#..L.....",
    ".......B...",
    "...........",
)
X, Y, FACING, HP, POINTS, LASERS, SHIELDS, TELEPORTS, SHIELD_LEFT, ASKED, DID = range(11)  # a robot's row


def run(state: Position, turns: str) -> Position:
    """Turns as a scenario writes them: `FORWARD/NONE, SHOOT/NONE`."""
    for words in turns.split(", "):
        RAMPAGE.step(state, [Move(Word[word]) for word in words.split("/")])
    return state


def frame_of(state: Position) -> dict[str, Any]:
    """What everybody sees."""
    return RAMPAGE.frame(state, None)


def last_turn(state: Position, turns: str) -> tuple[Played, Position]:
    """The last of these turns, and the state after it."""
    *first, last = turns.split(", ")
    before = run(state, ", ".join(first)) if first else state
    return Played(before, [Move(Word[word]) for word in last.split("/")]), run(before.clone(), last)


def filmed(state: Position, turns: str) -> dict[str, Any]:
    """What everybody sees of the last of these turns."""
    played, after = last_turn(state, turns)
    return RAMPAGE.frame(after, None, played)


def told(state: Position, turns: str) -> list[str]:
    """The events of the last of these turns."""
    played, after = last_turn(state, turns)
    return [event.text for event in RAMPAGE.pictures.events(played.before, after, played.moves)]


# The scene


def test_the_scene_is_the_map() -> None:
    scene = RAMPAGE.scene(position(*BOARD))
    assert (scene["width"], scene["height"], scene["turns"], scene["hp"]) == (11, 5, 50, 2)
    assert scene["rows"] == ["...........", "...........", "..#........", "...........", "..........."]
    assert (scene["pads"], scene["items"]) == ([[8, 1]], [[5, 2, 0]])
    (turret,) = scene["turrets"]
    assert turret == {"at": [4, 1], "fire": 2, "period": 6, "phase": 0, "reach": [4, 4, 4, 4]}


def test_the_scene_never_changes() -> None:
    """The clock of a turret is told from the first turn on, so that every moment gives the same scene."""
    state = position(*BOARD)
    scene = RAMPAGE.scene(state)
    for _ in range(8):
        run(state, "FACE_UP/SHOOT")
        assert RAMPAGE.scene(state) == scene
        (turret,) = scene["turrets"]
        assert (turret["phase"] + state.record.turn) % turret["period"] == state.record.turrets[0].phase


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
    """A turret's beams reach as far as the scene says, unless a robot is in the way; then they are told."""
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


# Turns in words


@pytest.mark.parametrize(
    ("rows", "a", "b", "turns", "expected"),
    [
        pytest.param(
            ("A....", ".....", "....B"),
            {},
            {},
            "FACE_DOWN/FACE_LEFT",
            ["A turned down", "B kept facing left"],
            id="turn",
        ),
        pytest.param(
            ("AL....", "......", "......", "......", "....TB"),
            {},
            {},
            "FORWARD/FORWARD",
            [
                "A stepped right and picked up a laser: score +201",
                "B could not step left (a turret in the way) and was hit by the turret at 4, 4: HP 2 to 1",
            ],
            id="step, item, turret",
        ),
        pytest.param(
            ("A#...", ".....", "....B"),
            {},
            {},
            "FORWARD/LASER",
            ["A could not step right (a wall in the way)", "B had no laser to use"],
            id="nothing came of it",
        ),
        pytest.param(
            ("A.B...", "......", "......"),
            {},
            {},
            "FORWARD/FORWARD",
            ["A could not step right (B in the way)", "B could not step left (A in the way)"],
            id="both the same square",
        ),
        pytest.param(
            (".AB...", "......", "......"),
            {},
            {},
            "SHOOT/NONE",
            ["A shot right and hit B with a bullet: score +750", "B waited and was hit by A's bullet: HP 2 to 1"],
            id="bullet",
        ),
        pytest.param(
            (".A.B.......", *9 * ("...........",)),
            {"laser": 1, "hp": 3},
            {"shield": 1},
            "LASER/SHIELD",
            [
                "A fired a laser and was hit by its own reflected laser: HP 3 to 2",
                "B raised a shield, hit A with a reflected laser and reflected A's laser: score +750",
            ],
            id="reflection",
        ),
        pytest.param(
            (".AB...", "......", "......"),
            {},
            {"shield_left": 3},
            "SHOOT/NONE",
            ["A shot right", "B waited and took A's bullet on the shield"],
            id="shield",
        ),
        pytest.param(
            (".AT......", ".........", "........B"),
            {},
            {},
            "SHOOT/NONE",
            ["A shot right and disabled the turret at 2, 0: score +500", "B waited"],
            id="turret shot",
        ),
        pytest.param(
            (".A.T.....", ".........", "........B"),
            {"shield_left": 4},
            {},
            "NONE/NONE",
            ["A waited and reflected and disabled the turret at 3, 0: score +500", "B waited"],
            id="turret reflected",
        ),
        pytest.param(
            ("A...0", ".....", "....B"),
            {"teleport": 1},
            {},
            "TELEPORT_0/NONE",
            ["A teleported to pad 0: score +1", "B waited"],
            id="teleport",
        ),
        pytest.param(
            ("A..0B", ".....", "....."),
            {"teleport": 1},
            {},
            "TELEPORT_0/FORWARD",
            ["A lost a teleport to pad 0 (B in the way)", "B could not step left (A in the way)"],
            id="teleport cancelled",
        ),
        pytest.param(
            ("A...0", ".....", "....B"),
            {},
            {},
            "TELEPORT_0/NONE",
            ["A had no teleport to use for pad 0", "B waited"],
            id="no teleport",
        ),
        pytest.param(
            (".AB...", "......", "......"),
            {},
            {"hp": 1},
            "SHOOT/NONE",
            [
                "A shot right and hit B with a bullet: score +3348",
                "B waited and was hit by A's bullet: HP 1 to 0",
                "B destroyed: A wins",
            ],
            id="end",
        ),
    ],
)
def test_a_turn_in_words(
    rows: tuple[str, ...], a: dict[str, Any], b: dict[str, Any], turns: str, expected: list[str]
) -> None:
    assert told(position(*rows, a=a, b=b), turns) == expected


def test_a_bullet_that_comes_round_is_the_shooters_own() -> None:
    state = position("A....", ".....", "...B.")
    turns = ", ".join(["SHOOT/NONE"] + ["NONE/NONE"] * 4)
    assert told(state, turns)[0] == "A waited and was hit by its own bullet: HP 2 to 1"


def test_the_turn_limit_is_told() -> None:
    state = position("A....", ".....", "...B.", turns=50, turn=49)
    assert told(state, "NONE/NONE") == ["A waited: score +1000", "B waited: score +1000", "Turn limit: a draw"]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((0, 0), "A and B destroyed: a draw"), ((0, 200), "A and B destroyed: B wins by points")],
)
def test_points_decide_when_both_fall(scores: tuple[int, int], expected: str) -> None:
    a, b = ({"hp": 1, "score": score} for score in scores)
    assert told(position(".AB...", "......", "......", a=a, b=b), "SHOOT/SHOOT")[-1] == expected


def test_everybody_knows_everything() -> None:
    played, after = last_turn(position("A....", ".....", "...B."), "SHOOT/FORWARD")
    assert all(event.seats == () for event in RAMPAGE.pictures.events(played.before, after, played.moves))


def test_all_maps_have_scenes() -> None:
    for name in maps.MAPS:
        state = RAMPAGE.start(RAMPAGE.configure("standard"), 1, map=name)
        scene = RAMPAGE.scene(state)
        assert len(scene["rows"]) == scene["height"]
        assert {len(row) for row in scene["rows"]} == {scene["width"]}
        assert json.loads(json.dumps(scene)) == scene
