"""States that no match can reach are detected, and refused when loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lanista.core.errors import InputError
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.state import POWER_UP, WEED
from tests.games.sproutopia.positions import Position, position, run
from tests.rows import every_row

Change = Callable[[Position], None]


def sound() -> Position:
    """A trail, items and a weed."""
    weeds = [{"cells": [[4, 4], [4, 5]], "super": 5}]
    return run(position(items=[[6, 1, 2], [7, 2, 4]], weeds=weeds), "RIGHT RIGHT DOWN/,/,/").state


def set_in(owner: Callable[[Position], Any], name: str, value: int) -> Change:
    """Write a value into a field."""
    return lambda state: setattr(owner(state), name, value)


def put(row: Callable[[Position], Any], index: int, value: int) -> Change:
    """Write a value into a row."""
    return lambda state: row(state).__setitem__(index, value)


def garden(state: Position) -> Any:
    return state.record


def config(state: Position) -> Any:
    return state.const


def farmer(state: Position) -> Any:
    return state.record.farmers[0]


def weed(state: Position) -> Any:
    return state.record.weeds[0]


def power_ups(state: Position) -> Any:
    return state.record.power_ups


def marks(state: Position) -> Any:
    return state.record.marks


def land(state: Position) -> Any:
    return state.record.land


BROKEN: list[tuple[str, Change, str]] = [
    ("five seats", set_in(config, "seats", 5), "seats is 5, expected 1 to 4"),
    ("a setting", set_in(config, "LifespanFreeze", 0), "setting LifespanFreeze expects 1 to 10000, got 0"),
    ("two settings", set_in(config, "WeedSpawnRateMin", 500), "WeedSpawnRateMin expects at most"),
    ("a spawn off the map", put(lambda s: s.const.spawn_x, 1, 9), "farmer 1 spawns on 9,7"),
    ("a spawn of nobody", put(lambda s: s.const.spawn_x, 3, -1), "farmer 3 spawns on -1,"),
    ("a tick past the end", set_in(garden, "tick", 1001), "tick is 1001 of 1000"),
    ("an end too early", set_in(garden, "over", 1), "over is 1 in tick 3 of 1000"),
    ("a strange table", put(lambda s: s.record.chance.table, 3, -5), "the table of random numbers"),
    ("a strange index into it", set_in(lambda s: s.record.chance, "a", 56), "the table of random numbers"),
    ("who does not play", set_in(lambda s: s.record.farmers[2], "x", 3), "farmer 2 does not play"),
    ("off the map", set_in(farmer, "x", 9), "farmer 0: x is 9, expected 0 to 8"),
    ("a fifth direction", set_in(farmer, "direction", 5), "direction is 5, expected 0 to 4"),
    ("an unknown power-up", set_in(farmer, "power_up", 4), "power_up is 4, expected 0 to 3"),
    ("an unknown super power-up", set_in(farmer, "super_power_up", 1), "super_power_up is 1, expected 0, 4 or 5"),
    ("time without a power-up", set_in(farmer, "power_left", 3), "power_left is 3 with power_up 0"),
    ("a power-up without time", set_in(farmer, "power_up", 3), "power_left is 0 with power_up 3"),
    ("time without a super power-up", set_in(farmer, "super_left", 3), "super_left is 3 with super_power_up 0"),
    ("out without fertilizer", set_in(farmer, "out", 1), "out is 1 with super_power_up 0"),
    ("fresh without fertilizer", put(lambda s: farmer(s).fresh, 0, 4), "fresh is [4, -1]"),
    ("a long queue", set_in(farmer, "queued", 257), "queued is 257, expected 0 to 256"),
    ("a gap in the queue", set_in(farmer, "queued", 1), "queue[0] is 0 of 1"),
    ("commands beyond the queue", put(lambda s: farmer(s).queue, 5, 1), "queue[5] is 1 of 0"),
    ("a command of the future", set_in(farmer, "stamp", 99), "stamp is 99"),
    ("too few cells", set_in(farmer, "cells", 8), "cells is 8, but its land has 9"),
    ("land outside the box", set_in(farmer, "right", 1), "farmer 0 has land outside its box"),
    ("two owners", put(land, 0, 3), "a cell has two owners"),
    ("overlaps", set_in(garden, "overlaps", 1), "overlaps is 1, but cells have 0 owners too many"),
    ("land of nobody", put(land, 40, 4), "of farmers who do not play"),
    ("land beyond the map", put(land, 81, 1), "beyond the map"),
    ("a longer trail", set_in(farmer, "trail", 5), "trail is 5, but its cells on the board differ"),
    ("a trail elsewhere", put(marks, 60, 1), "but its cells on the board differ"),
    ("a trail that breaks off", set_in(farmer, "start", 3), "its trail breaks off"),
    ("a way without a trail", put(marks, 60, 16), "there are trail directions without a trail"),
    ("not at the end of its trail", set_in(farmer, "y", 4), "does not stand at the end of its trail"),
    (
        "an item that is not listed",
        put(marks, 60, POWER_UP),
        "the power-ups on the board are not those in the list",
    ),
    ("a weed that is not listed", put(marks, 60, WEED), "the weeds on the board are not those in the list"),
    ("an unknown item", put(lambda s: power_ups(s).entries, 0, 15 * 8 + 7), "of an unknown type"),
    ("an item off the map", put(lambda s: power_ups(s).entries, 0, 81 * 8 + 1), "items off the map"),
    ("too many items", set_in(power_ups, "count", 2), "count is 2, but 1 cells have items"),
    ("places", set_in(power_ups, "places", 65), "places is 65"),
    ("entries beyond", put(lambda s: power_ups(s).entries, 9, 8), "there are entries beyond places"),
    ("a broken chain", set_in(power_ups, "vacant", 0), "the vacant slots do not form a chain"),
    ("a weed more", set_in(garden, "weed_count", 2), "weed_count is 2, but there are 1 weeds"),
    ("weeds beyond", set_in(garden, "weed_places", 0), "there are weeds beyond"),
    ("vacant weeds", set_in(garden, "weed_vacant", 0), "the vacant slots of weeds do not form a chain"),
    ("a huge weed", set_in(weed, "size", 17), "weed 0: size is 17"),
    ("what a weed hides", set_in(weed, "hides", 3), "weed 0: hides is 3, expected 4 or 5"),
    ("a weed elsewhere", set_in(weed, "core", 5), "its first cell 5 is not one of its cells"),
    ("a weed off the map", put(lambda s: weed(s).cells, 1, 99), "it grows off the map"),
]


def test_the_position_is_sound() -> None:
    assert list(SPROUTOPIA.broken_invariants(sound())) == []


@every_row(("change", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_an_impossible_state_is_detected_and_not_loaded(change: Change, words: str) -> None:
    state = sound()
    state.fixed = state.fixed.copy()
    change(state)
    assert any(words in fault for fault in SPROUTOPIA.broken_invariants(state))
    with pytest.raises(InputError, match="this is no state of sproutopia"):
        SPROUTOPIA.load(SPROUTOPIA.dump(state))


def test_lands_may_overlap_where_the_engine_lets_them() -> None:
    state = position(ruleset="classic")
    state.record.land[0] = 3
    state.record.farmers[1].cells += 1
    state.record.farmers[1].left = state.record.farmers[1].top = 0
    state.record.overlaps = 1
    assert list(SPROUTOPIA.broken_invariants(state)) == []
