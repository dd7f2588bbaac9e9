"""Moves as text, as the JSON of section 9, and as the flat numbers of learners."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.engine import Generator, over
from lanista.game import InvalidMove
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import (
    ACTIONS,
    FIRST_POSITIONAL,
    MISSING,
    ORIENTATION_NAMES,
    PLAIN,
    Move,
    possible_actions,
)
from lanista.games.tanks.state import Action, Direction, Orientation, Rotation
from tests.games.draws import expect_even_draws
from tests.games.tanks.positions import Position, position
from tests.rows import every_row


def state_of(*, ranks: bool = False) -> Position:
    """Tank 1 in the middle of a wide field, tank 2 in a corner; the game as it is played."""
    state = position(*["." * 21] * 10 + ["." * 10 + "1" + "." * 10] + ["." * 21] * 9 + ["." * 20 + "2"])
    state.const.ranks_in_moves = int(ranks)
    return state


# Texts

READ = [
    ("IDLE", Move(Action.IDLE)),
    ("MOVE FORWARD", Move(Action.MOVE, Direction.FORWARD)),
    ("MOVE BACKWARDS", Move(Action.MOVE, Direction.BACKWARDS)),
    ("ROTATE CLOCKWISE", Move(Action.ROTATE, Rotation.CLOCKWISE)),
    ("ROTATE COUNTER_CLOCKWISE", Move(Action.ROTATE, Rotation.COUNTER_CLOCKWISE)),
    ("SCAN OMNI", Move(Action.SCAN_OMNI)),
    ("SCAN MONO EAST", Move(Action.SCAN_MONO, Orientation.EAST)),
    ("FIRE CARDINAL NORTH_EAST", Move(Action.FIRE_CARDINAL, Orientation.NORTH_EAST)),
    ("FIRE POSITIONAL 14 3", Move(Action.FIRE_POSITIONAL, x=14, y=3)),
    ("FIRE POSITIONAL -3 2147483647", Move(Action.FIRE_POSITIONAL, x=-3, y=2147483647)),
    ("  SCAN MONO SOUTH_WEST\r", Move(Action.SCAN_MONO, Orientation.SOUTH_WEST)),
]


@every_row(("text", "move"), READ)
def test_what_is_read(text: str, move: Move) -> None:
    assert TANKS.read(state_of(), 0, text) == move
    assert TANKS.write(move) == text.strip()


REFUSED = [
    ("", "expected one of IDLE, MOVE FORWARD"),
    ("idle", "got 'idle'"),
    ("MOVE", "got 'MOVE'"),
    ("MOVE LEFT", "got 'MOVE LEFT'"),
    ("SCAN MONO", "SCAN MONO NORTH_EAST"),
    ("FIRE CARDINAL NORTH-EAST", "FIRE CARDINAL NORTH_EAST"),
    ("FIRE POSITIONAL 14", "FIRE POSITIONAL 14 3"),
    ("FIRE POSITIONAL 1.5 3", "FIRE POSITIONAL 14 3"),
    ("FIRE POSITIONAL 2147483648 0", "coordinates from -2147483648 to 2147483647"),
    ("FIRE POSITIONAL " + "9" * 5000 + " 0", "expected coordinates from -2147483648 to 2147483647"),
    ("MOVE FOREWARD", "did you mean 'MOVE FORWARD'?"),
    ("fire cardinal north-east", "did you mean 'FIRE CARDINAL NORTH_EAST'?"),
    ("FIRE POSITONAL 3 4", "did you mean 'FIRE POSITIONAL 14 3'?"),
    ("IDLE @1", "a move without a rank (`@`), unless the setting ranks_in_moves is 1; got 'IDLE @1'"),
]


def test_leading_zeros_of_any_number_are_a_number() -> None:
    text = f"FIRE POSITIONAL {'0' * 5000}14 -{'0' * 5000}3"
    assert TANKS.write(TANKS.read(state_of(), 0, text)) == "FIRE POSITIONAL 14 -3"


def test_ranks_are_read_where_they_are_allowed() -> None:
    """D4: replays may give another order each turn."""
    state = state_of(ranks=True)
    for text in ("IDLE @1", "FIRE CARDINAL NORTH_EAST @40", "FIRE POSITIONAL 14 3 @7"):
        assert TANKS.write(TANKS.read(state, 0, text)) == text
    with pytest.raises(InvalidMove, match="expected one of IDLE"):
        TANKS.read(state, 0, "JUMP @3")


# JSON


SECTION_9: list[tuple[dict[str, Any], str]] = [
    ({"action": "Idle"}, "IDLE"),
    ({"action": "Move", "direction": "Forward"}, "MOVE FORWARD"),
    ({"action": "Move", "direction": "Backwards"}, "MOVE BACKWARDS"),
    ({"action": "Rotate", "rotation": "clockwise"}, "ROTATE CLOCKWISE"),
    ({"action": "Rotate", "rotation": "counter-clockwise"}, "ROTATE COUNTER_CLOCKWISE"),
    ({"action": "Scan", "type": "Omni"}, "SCAN OMNI"),
    ({"action": "Scan", "type": "Omni", "orientation": "nowhere"}, "SCAN OMNI"),
    ({"action": "Scan", "type": "Mono", "orientation": "South-West"}, "SCAN MONO SOUTH_WEST"),
    ({"action": "Fire", "aiming": "Positional", "position": {"x": 14, "y": 3}}, "FIRE POSITIONAL 14 3"),
    ({"action": "Fire", "aiming": "Positional", "position": {"x": -14, "y": 300}}, "FIRE POSITIONAL -14 300"),
    ({"action": "Fire", "aiming": "Cardinal", "orientation": "North"}, "FIRE CARDINAL NORTH"),
    ({"action": "Idle", "turn": 17, "mood": "good"}, "IDLE"),
]


@every_row(("value", "text"), SECTION_9)
def test_the_json_of_the_specification_is_a_move_too(value: dict[str, Any], text: str) -> None:
    assert TANKS.write(TANKS.read(state_of(), 0, json.dumps(value))) == text


@every_row("name", ORIENTATION_NAMES)
def test_every_orientation_has_its_name(name: str) -> None:
    move = TANKS.read(state_of(), 0, json.dumps({"action": "Scan", "type": "Mono", "orientation": name}))
    assert TANKS.write(move) == f"SCAN MONO {name.upper().replace('-', '_')}"


FAULTS: list[tuple[str, str]] = [
    ('{"action":', "expected a JSON object"),
    ("{}", "expected `action` to be one of Idle, Move, Rotate, Scan, Fire; got 'no `action`'"),
    ('{"action":"idle"}', "got 'idle'"),
    ('{"action":7}', "got '7'"),
    ('{"action":"Mov"}', "got 'Mov'; did you mean 'Move'?"),
    ('{"action":"Move","direction":"Backward"}', "did you mean 'Backwards'?"),
    ('{"action":"Fire","aiming":"Positional","position":' + "[" * 990 + "]" * 990 + "}", "expected"),
    ('{"action":' + "[" * 990 + "]" * 990 + "}", "expected"),
    ('{"action":["Idle"]}', "expected `action`"),
    ('{"action":"Move"}', "expected `direction` to be one of Forward, Backwards; got 'no `direction`'"),
    ('{"action":"Move","direction":"forward"}', "got 'forward'"),
    ('{"action":"Rotate","rotation":"Clockwise"}', "one of clockwise, counter-clockwise; got 'Clockwise'"),
    ('{"action":"Scan","type":"Mono"}', "expected `orientation`"),
    ('{"action":"Scan","type":"Mono","orientation":"NORTH"}', "got 'NORTH'"),
    ('{"action":"Fire"}', "expected `aiming` to be one of Positional, Cardinal"),
    ('{"action":"Fire","aiming":"Positional"}', "expected `position` to be two whole numbers"),
    ('{"action":"Fire","aiming":"Positional","position":[1,2]}', "two whole numbers, x and y; got '[1,2]'"),
    ('{"action":"Fire","aiming":"Positional","position":{"x":1}}', "two whole numbers"),
    ('{"action":"Fire","aiming":"Positional","position":{"x":1.0,"y":2}}', "two whole numbers"),
    ('{"action":"Fire","aiming":"Positional","position":{"x":true,"y":2}}', "two whole numbers"),
    ('{"action":"Fire","aiming":"Positional","position":{"x":"1","y":2}}', "two whole numbers"),
    ('{"action":"Fire","aiming":"Positional","position":{"x":99999999999,"y":2}}', "coordinates from"),
]


@every_row(("text", "reason"), [*REFUSED, *FAULTS])
def test_a_fault_is_refused_and_played_as_idle(text: str, reason: str) -> None:
    """D38: not valid JSON, an unknown name, a missing or wrongly typed parameter."""
    with pytest.raises(InvalidMove) as caught:
        TANKS.read(state_of(), 0, text)
    assert reason in caught.value.reason
    assert len(caught.value.reason) < 330
    assert caught.value.move == MISSING == Move(Action.IDLE)


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=30) | st.text(alphabet='{}":,[]actionMveFr 0123456789-', max_size=40))
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    try:
        move, reason = TANKS.read(state_of(), 0, text), "expected nothing else"
    except InvalidMove as error:
        move, reason = error.move, error.reason
    assert reason.startswith("expected ")
    assert TANKS.read(state_of(), 0, TANKS.write(move)) == move


# Flat actions


def test_there_are_246_actions_and_each_is_another_move() -> None:
    state = state_of()
    moves = [TANKS.learning.decode(state, 0, action) for action in range(TANKS.actions)]
    assert TANKS.actions == ACTIONS == len(set(moves)) == 22 + 224
    assert tuple(moves[:FIRST_POSITIONAL]) == PLAIN
    assert moves[FIRST_POSITIONAL] == Move(Action.FIRE_POSITIONAL, x=3, y=3)
    assert moves[-1] == Move(Action.FIRE_POSITIONAL, x=17, y=17)
    assert Move(Action.FIRE_POSITIONAL, x=10, y=10) not in moves, "the tank's own cell"


def test_shots_off_the_map_are_not_legal_actions() -> None:
    """Tank 2 stands in a corner: a quarter of its square is on the map."""
    state = state_of()
    assert np.flatnonzero(~TANKS.legal(state, 0)).tolist() == []
    assert int(TANKS.legal(state, 1)[FIRST_POSITIONAL:].sum()) == 8 * 8 - 1
    for action in np.flatnonzero(TANKS.legal(state, 1)).tolist()[FIRST_POSITIONAL:]:
        move = TANKS.learning.decode(state, 1, action)
        assert 0 <= move.x < 21
        assert 0 <= move.y < 21


def test_shots_out_of_range_are_not_legal_actions() -> None:
    state = position("." * 30, "." * 15 + "1" + "." * 14, "2" + "." * 29, changes={"positional_shot_distance": 2})
    assert int(TANKS.legal(state, 0)[FIRST_POSITIONAL:].sum()) == 3 * 5 - 1


def test_a_stuck_tank_cannot_move_and_a_dead_one_is_idle() -> None:
    state = position("1.b3", stuck=[1])
    assert np.flatnonzero(~TANKS.legal(state, 0)).tolist()[:2] == [1, 2]
    assert np.flatnonzero(TANKS.legal(state, 1)).tolist() == [0]
    assert TANKS.read(state, 0, "MOVE FORWARD") == Move(Action.MOVE), "asking for it is no fault (S11)"


CORNERED = position("1.2", "...", "..3", stuck=[3])
DISTANT = position("." * 30, "." * 15 + "1" + "." * 14, "2" + "." * 29, changes={"positional_shot_distance": 2})


@pytest.mark.parametrize(
    ("state", "seat"),
    [(state_of(), 0), (state_of(), 1), (CORNERED, 0), (CORNERED, 1), (CORNERED, 2), (DISTANT, 0), (DISTANT, 1)],
)
def test_random_actions_are_the_legal_ones_evenly(state: Position, seat: int) -> None:
    flags = np.full(ACTIONS, 2, dtype=np.int8)
    TANKS.rules.mask(state.record, state.const, seat, flags)
    legal = [TANKS.rules.legal(state.record, state.const, seat, action) for action in range(ACTIONS)]
    assert flags.tolist() == legal
    expect_even_draws(TANKS, state, seat)


def test_a_dead_tank_draws_to_be_idle() -> None:
    state = position("1.b3")
    assert TANKS.rules.random_action(state.record, state.const, 1, over(Generator, bytearray(8))) == 0
    flags = np.full(ACTIONS, 2, dtype=np.int8)
    TANKS.rules.mask(state.record, state.const, 1, flags)
    assert flags.tolist() == [1] + [0] * (ACTIONS - 1)


def test_shots_beyond_the_range_of_the_settings_are_never_legal() -> None:
    assert possible_actions(state_of().const) == list(range(ACTIONS))
    near = possible_actions(DISTANT.const)
    assert len(near) == FIRST_POSITIONAL + 24
    assert set(np.flatnonzero(TANKS.legal(DISTANT, 0))) < set(near)
