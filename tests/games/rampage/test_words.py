"""Turns in words."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.games.rampage.game import RAMPAGE

from .positions import Position, last_turn, position


def told_of(state: Position, turns: str) -> list[str]:
    """The lines about the last of these turns."""
    played, after = last_turn(state, turns)
    return [line.text for line in RAMPAGE.pictures.told(after, played)]


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
        pytest.param(
            (">B<..", ".....", "A...."),
            {},
            {"hp": 3},
            "FACE_UP/NONE",
            ["A turned up", "B waited and was hit by its own bullet 2 times: HP 3 to 1"],
            id="twice",
        ),
        pytest.param(
            ("A...", "....", "....", "...B"),  # its beams come round
            {"laser": 1, "shield_left": 4},
            {},
            "LASER/NONE",
            ["A fired a laser and took its own laser on the shield 4 times", "B waited"],
            id="own laser",
        ),
    ],
)
def test_a_turn_in_words(
    rows: tuple[str, ...], a: dict[str, Any], b: dict[str, Any], turns: str, expected: list[str]
) -> None:
    assert told_of(position(*rows, a=a, b=b), turns) == expected


WIDE = (".A.........", *8 * ("...........",), "......B....")  # a laser does not come round


@pytest.mark.parametrize(
    ("rows", "a", "b", "turns", "expected"),
    [
        (("A....", ".....", "....B"), {}, {}, "FORWARD/SHOOT", [("", (1, 0)), ("", (4, 2))]),
        (("AL....", "......", ".....B"), {}, {}, "FORWARD/NONE", [("gain", (1, 0)), ("", (5, 2))]),
        ((".AB...", "......", "......"), {}, {}, "SHOOT/NONE", [("", (1, 0)), ("hit", (2, 0))]),
        ((".AT......", ".........", "........B"), {}, {}, "SHOOT/NONE", [("attack", (1, 0)), ("", (8, 2))]),
        (
            (".A.T.....", ".........", "........B"),
            {"shield_left": 4},
            {},
            "NONE/NONE",
            [("attack", (1, 0)), ("", (8, 2))],
        ),
        (WIDE, {"laser": 1}, {}, "LASER/NONE", [("attack", (1, 0)), ("", (6, 9))]),
        (
            (".AB...", "......", "......"),
            {},
            {"hp": 1},
            "SHOOT/NONE",
            [("", (1, 0)), ("death", (2, 0)), ("end", None)],
        ),
    ],
)
def test_key_events_have_a_kind_and_all_a_cell(
    rows: tuple[str, ...], a: dict[str, Any], b: dict[str, Any], turns: str, expected: list[Any]
) -> None:
    played, after = last_turn(position(*rows, a=a, b=b), turns)
    assert [(line.kind, line.at) for line in RAMPAGE.pictures.told(after, played)] == expected


def test_a_robot_whose_pad_the_other_wants_has_lost_its_teleport() -> None:
    """D9: the original engine reports and pays it, also where the robot stands on the pad already."""
    state = position("A0...", ".....", ".....", "....B", ruleset="classic", b={"teleport": 2})
    assert told_of(state, "NONE/TELEPORT_0, FORWARD/TELEPORT_0") == [
        "A could not step right (B in the way)",
        "B lost a teleport to pad 0 (A in the way): score +1",
    ]


def test_points_can_be_lost_again() -> None:
    """D16: the bullet that A met head-on flies on to B's shield, for which A loses the points of a hit."""
    facing = {"dir": "RIGHT", "shield_left": 4}
    state = position(".BA<..", "......", "......", ruleset="classic", bullets_of=1, b=facing)
    assert told_of(state, "FORWARD/FORWARD")[0] == "A stepped right: HP 2 to 1, score -749"


def test_nothing_is_told_after_the_end() -> None:
    state = position(".AB...", "......", "......", b={"hp": 1})
    assert told_of(state, "SHOOT/NONE, SHOOT/NONE") == []


def test_a_bullet_that_comes_round_is_the_shooters_own() -> None:
    state = position("A....", ".....", "...B.")
    turns = ", ".join(["SHOOT/NONE"] + ["NONE/NONE"] * 4)
    assert told_of(state, turns)[0] == "A waited and was hit by its own bullet: HP 2 to 1"


def test_the_turn_limit_is_reported() -> None:
    state = position("A....", ".....", "...B.", turns=50, turn=49)
    assert told_of(state, "NONE/NONE") == [
        "A waited: score +1000",
        "B waited: score +1000",
        "Turn limit: a draw",
    ]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((0, 0), "A and B destroyed: a draw"), ((0, 200), "A and B destroyed: B wins by points")],
)
def test_points_decide_when_both_fall(scores: tuple[int, int], expected: str) -> None:
    a, b = ({"hp": 1, "score": score} for score in scores)
    assert told_of(position(".AB...", "......", "......", a=a, b=b), "SHOOT/SHOOT")[-1] == expected


def test_everybody_knows_everything() -> None:
    played, after = last_turn(position("A....", ".....", "...B."), "SHOOT/FORWARD")
    everything = RAMPAGE.pictures.told(after, played)
    assert RAMPAGE.pictures.told(after, played, 0) == RAMPAGE.pictures.told(after, played, 1) == everything
