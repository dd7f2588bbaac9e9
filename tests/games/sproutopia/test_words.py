"""Ticks in words: what each farmer did, what appeared, and who leads."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.game import Played
from lanista.games.sproutopia.game import SPROUTOPIA

from .positions import EMPTY, Position, played, position

NEAR = {"PlayerWindowSize": 4}  # a window of 5 x 5
LARGER_B = ("AAA......", "AAA......", "AAA......", *(".........",) * 2, "......BBB", *("......BBB",) * 3)


def texts(state: Position, ticks: str, seat: int | None = None) -> list[str]:
    """The lines for an audience about the last of the ticks `A's commands/B's commands, ...`."""
    last = played(state, ticks)
    return [line.text for line in SPROUTOPIA.pictures.told(state, last, seat)]


@pytest.mark.parametrize(
    ("given", "ticks", "words"),
    [
        pytest.param({}, "/", ["A stood still", "B stood still"], id="idle"),
        pytest.param({"a": {"at": [2, 1]}}, "RIGHT/UP", ["A went right: trail 2", "B went up"], id="walking"),
        pytest.param(
            {"a": {"at": [2, 1]}},
            "RIGHT/, UP/, LEFT/",
            [
                "A went left and closed its trail: cells 9 to 11",
                "B stood still",
                "A takes the lead with 13 % of the garden",
            ],
            id="a claim",
        ),
        pytest.param(
            {"items": [[3, 1, 3]], "a": {"at": [2, 1]}},
            "RIGHT/",
            ["A went right and picked up Freeze for 10 ticks: trail 2", "B is held by a Freeze"],
            id="a power-up; the others do not know who holds it",
        ),
        pytest.param(
            {"a": {"powerUp": 3, "powerUpLeft": 2}},
            "UP/, UP/",
            ["A stood still and has Freeze no more", "B is held by a Freeze"],
            id="a Freeze ends after it held",
        ),
        pytest.param(
            {"a": {"powerUp": 3, "powerUpLeft": 1}, "b": {"at": [8, 7], "dir": 4}},
            "/RIGHT",
            ["A stood still and has Freeze no more", "B stood still"],
            id="a Freeze ends before it holds anybody",
        ),
        pytest.param(
            {"items": [[2, 1, 4]]},
            "RIGHT/",
            ["A went right and picked up Trail Protection", "B stood still"],
            id="a super power-up",
        ),
        pytest.param(
            {"a": {"powerUp": 1, "powerUpLeft": 1}},
            "UP/",
            ["A went up and has Immunity no more", "B stood still"],
            id="it ends",
        ),
        pytest.param(
            {
                "grid": LARGER_B,
                "a": {"at": [4, 6]},
                "b": {"at": [3, 7], "dir": 3, "trail": [[6, 7], [5, 7], [4, 7], [3, 7]]},
            },
            "DOWN/",
            [
                "A went down and cut the trail of B: cells 9 to 12 (3 of B's), trail 2",
                "B was pruned: cells 12 to 9",
                "A takes the lead with 14 % of the garden",
            ],
            id="a trail is cut",
        ),
        pytest.param(
            {
                "a": {"at": [4, 6]},
                "b": {
                    "at": [3, 7],
                    "dir": 3,
                    "trail": [[6, 7], [5, 7], [4, 7], [3, 7]],
                    "powerUp": 2,
                    "powerUpLeft": 9,
                },
            },
            "DOWN/",
            [
                "A went down and cut the trail of B, who is Unprunable: trail 2",
                "B was interrupted and put back to 6, 7",
            ],
            id="Unprunable",
        ),
        pytest.param(
            {"a": {"at": [4, 4], "dir": 1, "trail": [[2, 2], [3, 2], [4, 2], [4, 3], [5, 3], [5, 4], [4, 4]]}},
            "UP/",
            ["A ran into its own trail and was pruned", "B stood still"],
            id="its own trail",
        ),
        pytest.param(
            {
                "a": {"at": [4, 4], "dir": 1, "superPowerUp": 4}
                | {"trail": [[2, 2], [3, 2], [4, 2], [4, 3], [5, 3], [5, 4], [4, 4]]}
            },
            "UP/",
            [
                "A ran into its own trail, and Trail Protection put it back to 2, 2",
                "B stood still",
            ],
            id="Trail Protection",
        ),
        pytest.param(
            {"grid": LARGER_B, "b": {"at": [6, 5]}, "weeds": [{"cells": [[5, 5]], "super": 4}]},
            "/LEFT",
            ["A stood still", "B ran into a weed and was pruned: cells 12 to 9"],
            id="a weed",
        ),
        pytest.param(
            {"b": {"at": [3, 1], "dir": 3}},
            "/LEFT, /",
            ["A stood still", "B ran into another farmer and was pruned"],
            id="a collision on the other's land",
        ),
    ],
)
def test_ticks_in_words(given: dict[str, Any], ticks: str, words: list[str]) -> None:
    rows = given.pop("grid", EMPTY)
    assert texts(position(*rows, **given), ticks) == words


CUT = {"at": [3, 7], "dir": 3, "trail": [[6, 7], [5, 7], [4, 7], [3, 7]]}
LOOP = [[2, 2], [3, 2], [4, 2], [4, 3], [5, 3], [5, 4], [4, 4]]
SIDES = [[2, 0], [3, 0], [4, 0], [4, 1], [4, 2], [3, 2]]


@pytest.mark.parametrize(
    ("given", "moves", "expected"),
    [
        pytest.param({"a": {"at": [2, 1]}}, "RIGHT/", [("", (3, 1)), ("", (7, 7))], id="walking"),
        pytest.param({"items": [[2, 1, 4]]}, "RIGHT/", [("gain", (2, 1)), ("", (7, 7))], id="a power-up"),
        pytest.param(
            {"a": {"at": [3, 2], "dir": 3, "trail": SIDES[1:]}},
            "LEFT/",
            [("capture", (2, 2)), ("", (7, 7)), ("gain", None)],
            id="much land, and the lead",
        ),
        pytest.param(
            {"a": {"at": [4, 6]}, "b": CUT},
            "DOWN/",
            [("", (4, 7)), ("death", (3, 7))],
            id="pruned by another, where it was",
        ),
        pytest.param(
            {"a": {"at": [4, 4], "dir": 1, "trail": LOOP}},
            "UP/",
            [("", (1, 1)), ("", (7, 7))],
            id="pruned by itself, at no cost",
        ),
    ],
)
def test_key_events_have_a_kind_and_a_cell(given: dict[str, Any], moves: str, expected: list[Any]) -> None:
    state = position(*EMPTY, **given)
    lines = SPROUTOPIA.pictures.told(state, played(state, moves))
    assert [(line.kind, line.at) for line in lines] == expected


def test_each_farmer_is_told_of_itself_and_everybody_of_the_lead() -> None:
    told = [texts(position(a={"at": [2, 1]}), "RIGHT/, UP/, LEFT/", seat) for seat in (None, 0, 1)]
    everything, of_a, of_b = told
    assert [everything.index(line) for line in of_a] == [0, 2]
    assert [everything.index(line) for line in of_b] == [1, 2]


def test_what_appears_is_reported_to_those_who_see_it() -> None:
    before = position(changes=NEAR)
    after = position(changes=NEAR, items=[[3, 0, 2], [4, 4, 1]], weeds=[{"cells": [[6, 5]], "super": 4}])
    turn = Played(before, [SPROUTOPIA.missing] * 2)
    item, weed = ("Unprunable appeared at 3, 0", "", (3, 0)), ("a weed appeared at 6, 5", "", (6, 5))
    assert SPROUTOPIA.pictures.told(after, turn)[2:] == [item, weed], "nobody sees the item in the middle"
    assert SPROUTOPIA.pictures.told(after, turn, 0)[1:] == [item]
    assert SPROUTOPIA.pictures.told(after, turn, 1)[1:] == [weed]
