"""Maps (section 10): reading files, refusing them with a path, warnings, and the generator."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from lanista.core.errors import InputError, LoadError
from lanista.games.rampage import maps
from lanista.games.rampage.maps import ItemSpot, Map, TurretSpot
from lanista.games.rampage.state import Direction, ItemKind
from tests.rows import every_row

# The small example of section 10.1
EXAMPLE: dict[str, Any] = {
    "width": 5, "height": 5, "player1X": 0, "player1Y": 1, "player2X": 4, "player2Y": 3, "initialHP": 2,
    "maxTurns": 40, "turrets": [{"x": 2, "y": 2, "fireTime": 1, "cooldownTime": 3}],
    "laser": [{"x": 0, "y": 4}, {"x": 4, "y": 0}], "shield": [], "teleport": [{"x": 2, "y": 0}, {"x": 2, "y": 4}],
    "teleportPad": [{"x": 0, "y": 0}, {"x": 4, "y": 4}], "walls": [{"x": 1, "y": 2}, {"x": 3, "y": 2}],
}  # fmt: skip


def changed(**changes: Any) -> dict[str, Any]:
    """The example with changed members; None removes one."""
    merged = {**json.loads(json.dumps(EXAMPLE)), **changes}
    return {key: value for key, value in merged.items() if value is not None}


def read(**changes: Any) -> Map:
    """Read the example with changed members."""
    return maps.read_map(json.dumps(changed(**changes)))


# What is read


def test_the_example_of_the_specification_is_read() -> None:
    map_ = read()
    assert (map_.width, map_.height, map_.initial_hp, map_.max_turns) == (5, 5, 2, 40)
    assert map_.starts == ((0, 1), (4, 3))
    assert map_.facings == (Direction.RIGHT, Direction.LEFT)
    assert map_.turrets == (TurretSpot(2, 2, 1, 3),)
    assert map_.pads == ((0, 0), (4, 4))
    assert [item.kind for item in map_.items] == [ItemKind.LASER] * 2 + [ItemKind.TELEPORT] * 2
    assert maps.warnings(map_) == []


def times(map_: Map) -> tuple[int, int]:
    """Fire and cool-down time of the first turret."""
    return map_.turrets[0].fire, map_.turrets[0].cool


READ: list[tuple[str, dict[str, Any], Callable[[Map], object], object]] = [
    ("HP are 2 when absent", {"initialHP": None}, lambda map_: map_.initial_hp, 2),
    ("500 turns when absent", {"maxTurns": None}, lambda map_: map_.max_turns, 500),
    ("times 2 and 4 when absent", {"turrets": [{"x": 2, "y": 2}]}, lambda m: m.turrets[0], TurretSpot(2, 2, 2, 4)),
    ("a fire time alone", {"turrets": [{"x": 2, "y": 2, "fireTime": 1}]}, times, (2, 4)),
    ("a cool-down time alone", {"turrets": [{"x": 2, "y": 2, "cooldownTime": 0}]}, times, (2, 4)),
    ("what is ignored is not looked at", {"turrets": [{"x": 2, "y": 2, "fireTime": "x"}]}, times, (2, 4)),
    ("a published map's turns", {"maxTurns": 5000}, lambda map_: map_.max_turns, 5000),
    ("as many turns as can be", {"maxTurns": 10_000}, lambda map_: map_.max_turns, 10_000),
    ("lists may be absent", {"laser": None, "teleport": None}, lambda map_: map_.items, ()),
    ("digits may be text", {"width": "5", "player2X": "4"}, lambda map_: (map_.width, map_.starts[1][0]), (5, 4)),
    ("unknown keys are ignored", {"author": "nobody", "x": [1]}, lambda map_: map_.width, 5),
    ("start facings", {"player1Direction": "UP"}, lambda map_: map_.facings[0], Direction.UP),
    ("a name", {"name": "small"}, lambda map_: map_.name, "small"),
    (
        "an item on a pad",
        {"shield": [{"x": 0, "y": 0}]},
        lambda m: ItemSpot(0, 0, ItemKind.SHIELD) in m.items,
        True,
    ),
    (
        "an item on a start",
        {"shield": [{"x": 0, "y": 1}]},
        lambda m: ItemSpot(0, 1, ItemKind.SHIELD) in m.items,
        True,
    ),
    ("items on one square", {"laser": [{"x": 0, "y": 4}] * 3}, lambda map_: len(map_.items), 5),
]


@every_row(("changes", "value", "expected"), [r[1:] for r in READ], ids=[r[0] for r in READ])
def test_what_is_read(changes: dict[str, Any], value: Callable[[Map], object], expected: object) -> None:
    assert value(read(**changes)) == expected


# What is refused: the change, and the message with its path

AT = [{"x": 1, "y": 2}]
TIMED = {"x": 2, "y": 2, "fireTime": 1, "cooldownTime": 3}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("no width", {"width": None}, "Missing field `width` - at $"),
    ("no start", {"player2Y": None}, "Missing field `player2Y` - at $"),
    ("a side of 4", {"width": 4}, "Expected a side of 5 to 21 squares; the setting any_size allows 3 to 64"),
    ("a side of 22", {"height": 22}, "got 22 - at $.height"),
    ("a fraction", {"width": 5.5}, "Expected a whole number, got 5.5 - at $.width"),
    ("a truth value", {"width": True}, "Expected a whole number, got True - at $.width"),
    ("words for a number", {"maxTurns": "many"}, "Expected a whole number, got 'many' - at $.maxTurns"),
    ("other digits", {"maxTurns": "٤٠"}, "Expected a whole number, got '٤٠' - at $.maxTurns"),
    ("a long number", {"maxTurns": "1" * 5000}, "Expected a whole number"),
    ("no HP", {"initialHP": 0}, "Expected 1 to 1000, got 0 - at $.initialHP"),
    ("no turns", {"maxTurns": 0}, "Expected 1 to 10000, got 0 - at $.maxTurns"),
    ("too many turns", {"maxTurns": 10_001}, "Expected 1 to 10000, got 10001 - at $.maxTurns"),
    ("HP as a fraction", {"initialHP": 4.0}, "Expected a whole number, got 4.0 - at $.initialHP"),
    ("HP with a blank", {"initialHP": " 4"}, "Expected a whole number, got ' 4' - at $.initialHP"),
    ("a start off the board", {"player1X": 5}, "Expected a square of the 5 x 5 board, got (5, 1) - at $.player1X"),
    ("a wall off the board", {"walls": [{"x": 0, "y": -1}]}, "got (0, -1) - at $.walls[0]"),
    ("an item off the board", {"shield": [{"x": 9, "y": 0}]}, "got (9, 0) - at $.shield[0]"),
    ("a pad off the board", {"teleportPad": [{"x": 0, "y": 5}]}, "got (0, 5) - at $.teleportPad[0]"),
    ("a wall without y", {"walls": [{"x": 0}]}, "Missing field `y` - at $.walls[0]"),
    ("a wall that is a list", {"walls": [[0, 0]]}, "Expected an object, got an array - at $.walls[0]"),
    ("walls that are an object", {"walls": {"x": 1}}, "Expected an array of objects, got {'x': 1} - at $.walls"),
    ("one start for two", {"player2X": 0, "player2Y": 1}, "but $.player1X is at (0, 1) too - at $.player2X"),
    ("a wall on a start", {"walls": [{"x": 4, "y": 3}]}, "but $.player2X is at (4, 3) too - at $.walls[0]"),
    ("two walls on one square", {"walls": AT * 2}, "but $.walls[0] is at (1, 2) too - at $.walls[1]"),
    ("a turret on a wall", {"turrets": AT}, "but $.walls[0] is at (1, 2) too - at $.turrets[0]"),
    (
        "an item on a wall",
        {"laser": AT},
        "Expected a free square, but $.walls[0] is at (1, 2) too - at $.laser[0]",
    ),
    ("an item on a turret", {"laser": [{"x": 2, "y": 2}]}, "but $.turrets[0] is at (2, 2) too - at $.laser[0]"),
    ("a pad on a wall", {"teleportPad": AT}, "but $.walls[0] is at (1, 2) too - at $.teleportPad[0]"),
    ("two pads on one square", {"teleportPad": [{"x": 0, "y": 0}] * 2}, "at (0, 0) too - at $.teleportPad[1]"),
    ("a negative time", {"turrets": [TIMED | {"fireTime": -1}]}, "got -1 - at $.turrets[0].fireTime"),
    ("a long rhythm", {"turrets": [{"x": 2, "y": 2, "fireTime": 99, "cooldownTime": 99}]}, "at $.turrets[0]"),
    ("an unknown facing", {"player1Direction": "NORTH"}, "Expected one of UP, DOWN, LEFT, RIGHT, got 'NORTH'"),
    ("a name that is none", {"name": 7}, "Expected text, got 7 - at $.name"),
    (
        "too many items",
        {"laser": [{"x": 0, "y": 4}] * 97},
        "Expected 0 to 96; the setting any_size allows 192, got 99 - at $.laser, shield and teleport",
    ),
]


@every_row(("changes", "words"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_what_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(LoadError) as caught:
        read(**changes)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["{", "{}", '{"width"', "{" * 100_000, '{"a": "\ud800"}'])
def test_text_that_is_no_map_is_refused(text: str) -> None:
    with pytest.raises(LoadError, match=r"at \$"):
        maps.find_map(text)


def test_a_side_of_three_needs_an_override() -> None:
    text = json.dumps({"width": 3, "height": 3, "player1X": 0, "player1Y": 0, "player2X": 2, "player2Y": 1})
    assert maps.read_map(text, any_size=True).width == 3
    with pytest.raises(LoadError, match="any_size"):
        maps.read_map(text)


# What is warned about

RING = [{"x": x, "y": y} for x in range(5) for y in range(5) if abs(x - 2) + abs(y - 2) == 1]
WARNED: list[tuple[str, dict[str, Any], str]] = [
    ("another start", {"player2Y": 2}, "not symmetric under a half turn"),
    ("one wall more", {"walls": [{"x": 1, "y": 2}]}, "not symmetric under a half turn"),
    ("one item more", {"shield": [{"x": 1, "y": 1}]}, "not symmetric under a half turn"),
    ("pads that are no pair", {"teleportPad": [{"x": 0, "y": 0}, {"x": 3, "y": 4}]}, "not symmetric"),
    ("facings", {"player1Direction": "UP"}, "not symmetric under a half turn"),
    ("a closed square", {"walls": RING, "turrets": []}, "1 free square that cannot be reached"),
    ("fire at a start", {"turrets": [{"x": 0, "y": 3}], "walls": []}, "player 1 starts under fire"),
    ("turrets in sight", {"turrets": [{"x": 2, "y": 2}, {"x": 2, "y": 1}], "teleport": []}, "see each other"),
    ("starts side by side", {"player2X": 1, "player2Y": 1}, "fewer than two squares between the starts"),
    (
        "seven pads",
        {"teleportPad": [{"x": x, "y": y} for x in (0, 4) for y in (0, 2, 4)] + [{"x": 1, "y": 0}]},
        "7 pads, of which only the first 6 can be named",
    ),
    (
        "no way between the starts",
        {"walls": [{"x": x, "y": y} for y in (0, 2) for x in range(5)], "turrets": [], "teleport": [],
         "laser": [], "teleportPad": []},
        "no way leads from one start to the other",
    ),
]  # fmt: skip


@every_row(("changes", "words"), [w[1:] for w in WARNED], ids=[w[0] for w in WARNED])
def test_what_is_warned_about(changes: dict[str, Any], words: str) -> None:
    assert any(words in warning for warning in maps.warnings(read(**changes)))


# The six maps

SIX = {
    "pocket": (5, 5),
    "duel": (7, 5),
    "crossroads": (9, 9),
    "corridors": (13, 11),
    "citadel": (15, 15),
    "grand": (21, 21),
}


@pytest.mark.parametrize("name", SIX)
def test_the_six_maps_are_as_the_specification_says(name: str) -> None:
    """Symmetric, connected, no turret sees another, no start under fire.

    The starts of `pocket` are close round the corner of the board.
    """
    map_ = maps.built_in(name)
    assert (map_.width, map_.height) == SIX[name]
    close = ["fewer than two squares between the starts"] if name == "pocket" else []
    assert maps.warnings(map_) == close
    assert maps.read_map(maps.write_map(map_)) == map_


def test_an_unknown_name_is_refused_with_a_list_of_the_maps() -> None:
    with pytest.raises(InputError, match="there are: pocket, duel, crossroads, corridors, citadel, grand"):
        maps.find_map("moon")


# Generated maps


SIZES = [(5, 5), (5, 21), (6, 8), (9, 9), (15, 15), (21, 20), (21, 21), (22, 21), (40, 30), (33, 64), (64, 64)]


@every_row(("width", "height"), SIZES)
def test_a_generated_map_has_no_warnings_at_any_size(width: int, height: int) -> None:
    for seed in range(6 if width * height < 500 else 2):
        map_ = maps.generate(seed, width, height)
        assert (map_.width, map_.height) == (width, height)
        assert maps.warnings(map_) == []
        assert maps.read_map(maps.write_map(map_), any_size=True) == map_
        assert {item.kind for item in map_.items} == set(ItemKind)


@pytest.mark.parametrize(("width", "height"), [(3, 3), (3, 4), (4, 3), (4, 4), (3, 64), (64, 3), (4, 50)])
def test_narrow_boards_can_be_generated(width: int, height: int) -> None:
    for seed in range(10):
        map_ = maps.generate(seed, width, height)
        assert maps.is_symmetric(map_)
        assert not any("reached" in warning or "no way" in warning for warning in maps.warnings(map_))


@pytest.mark.parametrize("side", [15, 21, 30, 47, 64])
def test_large_boards_are_as_full_as_small_ones(side: int) -> None:
    """About one square in five is a wall, one in 28 has an item, one in 56 a turret."""
    map_, area = maps.generate(3, side, side), side * side
    assert 0.15 <= len(map_.walls) / area <= 0.2
    assert len(map_.items) / area == pytest.approx(1 / 28, abs=0.025)
    assert len(map_.turrets) / area == pytest.approx(1 / 56, abs=0.012)


def test_a_large_map_is_made_quickly() -> None:
    began = time.process_time()  # other processes do not count
    maps.generate.__wrapped__(12345, 64, 64)
    assert time.process_time() - began < 2


def test_the_seed_makes_the_map() -> None:
    assert maps.generate(1) == maps.generate.__wrapped__(1)
    assert maps.generate(1) != maps.generate(2)
    assert len({maps.generate(seed).walls for seed in range(20)}) == 20
    assert len(maps.generate(2**64 - 1).turrets) > 0
