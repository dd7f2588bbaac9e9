"""`cruise`: what it plays in a few positions."""

from __future__ import annotations

from typing import Any

from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import Surface
from tests.games.overdrive.positions import position
from tests.games.policies import chosen
from tests.rows import every_row

MUD, WALL = Surface.MUD, Surface.WALL
FAST = {"pos": [2, 100], "speed": 9}
ALL_LANES = [[lane, 104, WALL] for lane in (1, 2, 3, 4)]

# What is special about the position, the car, the rest of the position, and the command
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("a free lane", {"pos": [2, 100], "speed": 6}, {}, "ACCELERATE"),
    ("damage that limits the speed", {**FAST, "speed": 8, "damage": 2}, {}, "FIX"),
    ("little damage", {**FAST, "damage": 1}, {}, "ACCELERATE"),
    ("little damage and a boost", {**FAST, "damage": 1, "items": ["BOOST"]}, {}, "FIX"),
    ("a boost and a free lane", {**FAST, "items": ["BOOST"]}, {}, "USE_BOOST"),
    ("a boost and mud far ahead", {**FAST, "items": ["BOOST"]}, {"objects": [[2, 114, MUD]]}, "ACCELERATE"),
    ("mud ahead, and to the left", FAST, {"objects": [[2, 104, MUD], [1, 105, MUD]]}, "TURN_RIGHT"),
    ("mud ahead, and nothing beside it", FAST, {"objects": [[2, 104, MUD]]}, "TURN_LEFT"),
    ("mud ahead in lane 1", {**FAST, "pos": [1, 100]}, {"objects": [[1, 104, MUD]]}, "TURN_RIGHT"),
    (
        "a wall ahead and to the right, mud to the left",
        FAST,
        {"objects": [[2, 104, WALL], [1, 104, MUD], [3, 104, WALL]]},
        "TURN_LEFT",
    ),
    ("a truck ahead, mud on one side", FAST, {"trucks": [[2, 104, 2]], "objects": [[1, 104, MUD]]}, "TURN_RIGHT"),
    ("an item in the next lane", FAST, {"objects": [[1, 103, Surface.BOOST]]}, "TURN_LEFT"),
    ("walls in all lanes", {**FAST, "items": ["LIZARD"]}, {"objects": ALL_LANES}, "USE_LIZARD"),
    (
        "walls in all lanes, and where a jump ends",
        {**FAST, "items": ["LIZARD"]},
        {"objects": [*ALL_LANES, [2, 109, MUD], [3, 105, MUD]]},
        "TURN_LEFT",
    ),
    (
        "an EMP and the opponent ahead",
        {**FAST, "items": ["EMP"]},
        {"p2": {"pos": [3, 300], "speed": 6}},
        "USE_EMP",
    ),
    (
        "an EMP and the opponent two lanes away",
        {**FAST, "items": ["EMP"]},
        {"p2": {"pos": [4, 300], "speed": 6}},
        "ACCELERATE",
    ),
    (
        "oil and the opponent close behind",
        {**FAST, "items": ["OIL"]},
        {"p2": {"pos": [2, 92], "speed": 6}},
        "USE_OIL",
    ),
    (
        "oil and the opponent far behind",
        {**FAST, "items": ["OIL"]},
        {"p2": {"pos": [2, 50], "speed": 6}},
        "ACCELERATE",
    ),
    ("a tweet", {**FAST, "items": ["TWEET"]}, {"p2": {"pos": [3, 90], "speed": 6}}, "USE_TWEET 3 103"),
    (
        "a tweet beyond the finish",
        {**FAST, "items": ["TWEET"]},
        {"p2": {"pos": [3, 1490], "speed": 9}},
        "ACCELERATE",
    ),
    ("the finish in reach", {"pos": [2, 1495], "speed": 8}, {}, "ACCELERATE"),
]


@every_row(("about", "car", "rest", "command"), POSITIONS, ids=[row[0] for row in POSITIONS])
def test_cruise_plays(about: str, car: dict[str, Any], rest: dict[str, Any], command: str) -> None:
    assert chosen(OVERDRIVE, position(car, **rest), policy="cruise") == command
