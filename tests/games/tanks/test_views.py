"""Views of players: the context of section 5 as in section 9, and what is hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lanista.games.tanks.game import TANKS
from lanista.games.tanks.state import Action, Orientation
from tests.games.tanks.positions import SW, E, Position, play, position, tank
from tests.rows import every_row


def wide(*, facing: Orientation = E) -> Position:
    """Tank 1 in a field of 30 x 30 with a forest, a lake and a swamp around it; 2 is near, 3 far, 4 a wreck."""
    rows = [["."] * 30 for _ in range(30)]
    for x, y, mark in ((15, 15, "1"), (19, 13, "2"), (29, 29, "3"), (12, 15, "d")):
        rows[y][x] = mark
    for x, y, mark in ((16, 15, "D"), (14, 14, "E"), (15, 8, "L"), (22, 22, "S")):
        rows[y][x] = mark
    return position(*("".join(row) for row in rows), facing={1: facing, 2: SW})


def view_of(state: Position, seat: int = 0) -> dict[str, Any]:
    """The view of a seat."""
    return TANKS.view(state, seat)


# The view


def test_the_first_view_is_the_turn_message_of_the_specification() -> None:
    assert view_of(wide()) == {
        "turn": 0,
        "player_id": 1,
        "health": 100,
        "mobile": True,
        "position": {"x": 15, "y": 15},
        "orientation": "East",
        "world_size": {"x": 30, "y": 30},
        "previous_action": {"action": "Idle"},
        "scan": None,
    }


ACTIONS: list[dict[str, Any]] = [
    {"action": "Idle"},
    {"action": "Move", "direction": "Forward"},
    {"action": "Move", "direction": "Backwards"},
    {"action": "Rotate", "rotation": "clockwise"},
    {"action": "Rotate", "rotation": "counter-clockwise"},
    {"action": "Scan", "type": "Omni"},
    {"action": "Scan", "type": "Mono", "orientation": "South-West"},
    {"action": "Fire", "aiming": "Cardinal", "orientation": "North"},
    {"action": "Fire", "aiming": "Positional", "position": {"x": -5, "y": 900}},
]


@every_row("action", ACTIONS)
def test_the_previous_action_is_shown_as_it_was_sent(action: dict[str, Any]) -> None:
    """D26, also a void shot (section 9)."""
    view = view_of(play(wide(), json.dumps(action)))
    assert view["previous_action"] == action
    assert view["turn"] == 1
    assert (view["scan"] is None) == (action["action"] != "Scan")


def test_scores_limits_and_other_tanks_actions_are_hidden() -> None:
    """Section 5: scores, other tanks' healths and the turn limit are not in the context."""
    state = wide()
    tank(state, 1).score, tank(state, 2).health, state.const.max_turns = 7, 33, 999
    tank(state, 2).action = Action.MOVE
    assert TANKS.view_json(state, 0) == TANKS.view_json(wide(), 0)


# Scans

CORNERS = {  # the scanner's row and column in the square (section 7)
    "OMNI": (7, 7),
    "MONO NORTH": (14, 7),
    "MONO NORTH_EAST": (14, 0),
    "MONO EAST": (7, 0),
    "MONO SOUTH_EAST": (0, 0),
    "MONO SOUTH": (0, 7),
    "MONO SOUTH_WEST": (0, 14),
    "MONO WEST": (7, 14),
    "MONO NORTH_WEST": (14, 14),
}


@every_row("kind", CORNERS)
def test_where_the_scanner_is_found(kind: str) -> None:
    """12.9: the scanner is where section 7 puts it, and the terrain matches the map."""
    state = play(wide(), f"SCAN {kind}")
    scan = view_of(state)["scan"]
    row, column = CORNERS[kind]
    assert {"row": row, "col": column, "id": 1, "orientation": "East", "alive": True} in scan["tanks"]
    assert [len(line) for line in scan["rows"]] == [15] * 15
    for y, line in enumerate(scan["rows"], 15 - row):
        for x, letter in enumerate(line, 15 - column):
            on_map = 0 <= x < 30 and 0 <= y < 30
            assert letter == (".DELS"[state.const.terrain[y * 30 + x]] if on_map else "#")


def test_a_scan_shows_tanks_and_wrecks_row_by_row() -> None:
    scan = view_of(play(wide(), "SCAN OMNI"))["scan"]
    assert scan["type"] == "Omni"
    assert "orientation" not in scan
    assert scan["tanks"] == [
        {"row": 5, "col": 11, "id": 2, "orientation": "South-West", "alive": True},
        {"row": 7, "col": 4, "id": 4, "orientation": "North", "alive": False},
        {"row": 7, "col": 7, "id": 1, "orientation": "East", "alive": True},
    ]
    assert scan["rows"][7] == "........D......", "the letter is the terrain even where a tank stands"


def test_a_scan_appears_in_one_view_only() -> None:
    state = play(wide(), "SCAN MONO WEST")
    assert view_of(state)["scan"]["orientation"] == "West"
    assert view_of(play(state, "IDLE"))["scan"] is None


def test_a_scan_shows_the_end_of_its_turn() -> None:
    """6.2: after all moves and explosions."""
    state = play(wide(), "SCAN OMNI", "MOVE FORWARD")
    assert {"row": 6, "col": 10, "id": 2, "orientation": "South-West", "alive": True} in view_of(state)["scan"][
        "tanks"
    ]


def test_a_dead_tank_gets_no_scan() -> None:
    state = play(position("1....2", health={1: 10}), "SCAN OMNI", "FIRE CARDINAL WEST")
    assert view_of(state, 0)["scan"] is None
    assert view_of(state, 0)["health"] == 0


@pytest.mark.parametrize("side", [3, 7, 13])
def test_the_side_of_a_scan_can_be_set(side: int) -> None:
    state = position(*["." * 9] * 4, "....1....", *["." * 9] * 3, "........2", changes={"scanning_distance": side})
    scan = view_of(play(state, "SCAN MONO SOUTH_EAST"))["scan"]
    assert [len(row) for row in scan["rows"]] == [side] * side
    assert [tank["id"] for tank in scan["tanks"]] == ([1] if side == 3 else [1, 2])


def test_the_fixed_data() -> None:
    fixed = json.loads(TANKS.fixed_json(wide(), 0))
    assert fixed == {"world_size": {"x": 30, "y": 30}, "max_world_size": 128, "players": 4}


# What is hidden


def test_what_is_hidden_is_drawn_anew_and_what_is_seen_is_not() -> None:
    state = play(wide(), "SCAN OMNI")
    others = [TANKS.learning.redraw_hidden(state, 0, seed) for seed in range(20)]
    for other in others:
        assert TANKS.view_json(other, 0) == TANKS.view_json(state, 0)
        assert list(TANKS.broken_invariants(other)) == []
    assert len({(tank(o, 3).x, tank(o, 3).y) for o in others}) > 10, "out of sight"
    assert {(tank(o, 2).x, tank(o, 2).y) for o in others} == {(19, 13)}, "in sight"
    assert len({tank(o, 2).health for o in others}) > 10
    assert {tank(o, 4).health for o in others} == {0}, "a scan shows who is alive"
    assert {tank(o, 3).health > 0 for o in others} == {True, False}
    assert len({tank(o, 1).score for o in others}) > 10, "scores are hidden even from their owners"
    assert len({o.const.terrain[0] for o in others}) > 3
    assert {o.const.terrain[15 * 30 + 16] for o in others} == {1}
    assert len({tuple(o.const.tank_of[seat] for seat in range(4)) for o in others}) > 3
    assert {o.const.tank_of[0] for o in others} == {0}
    assert len({o.const.max_turns for o in others}) > 10


def test_a_running_match_stays_one_when_it_is_drawn_anew() -> None:
    state = play(position("1" + "." * 20 + "2"), "IDLE")
    assert all(tank(TANKS.learning.redraw_hidden(state, 0, seed), 2).health > 0 for seed in range(10))
