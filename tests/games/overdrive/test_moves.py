"""Commands as text (section 5) and as flat actions for learners."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.engine import Generator, over
from lanista.game import InvalidMove
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import MISSING, Move
from lanista.games.overdrive.state import LANES, LENGTH, Command, Order, Powerup
from tests.games.draws import expect_even_draws
from tests.games.overdrive.positions import Position, play, position
from tests.rows import every_row

ALL = [powerup.name for powerup in Powerup]
HUGE = "9" * 5000


def well_equipped(lane: int = 2) -> Position:
    """Player 1 holds one of everything, player 2 nothing."""
    return position({"pos": [lane, 100], "speed": 6, "items": ALL}, {"pos": [3, 200], "speed": 6})


# A text and the command that it gives

READ: list[tuple[str, Move]] = [
    *((command.name, Move(command)) for command in Command if command not in (Command.USE_TWEET, Command.MISSING)),
    ("DO_NOTHING", Move(Command.NOTHING)),
    ("do_nothing", Move(Command.NOTHING)),
    ("accelerate", Move(Command.ACCELERATE)),
    ("Turn_Left", Move(Command.TURN_LEFT)),
    ("  FIX  ", Move(Command.FIX)),
    ("\tFIX\r", Move(Command.FIX)),
    ("\0\x01FIX\x1f", Move(Command.FIX)),
    ("FIX;", Move(Command.FIX)),
    (";FIX", Move(Command.FIX)),
    (" ; ;; FIX ; ACCELERATE", Move(Command.FIX)),
    ("FIX;no such command", Move(Command.FIX)),
    ("FIX the car", Move(Command.FIX)),
    ("FIX  2  3", Move(Command.FIX)),
    ("TURN_LEFT 7", Move(Command.TURN_LEFT)),
    ("USE_TWEET 4 76", Move(Command.USE_TWEET, 4, 76)),
    ("use_tweet 1 1500", Move(Command.USE_TWEET, 1, 1500)),
    ("USE_TWEET 1 1", Move(Command.USE_TWEET, 1, 1)),
    ("USE_TWEET 2 500 3", Move(Command.USE_TWEET, 2, 500)),
    ("USE_TWEET 2 500 please", Move(Command.USE_TWEET, 2, 500)),
    ("USE_TWEET 2 500  ", Move(Command.USE_TWEET, 2, 500)),
    ("USE_TWEET 2 500;USE_TWEET 3 600", Move(Command.USE_TWEET, 2, 500)),
    ("USE_TWEET +2 +500", Move(Command.USE_TWEET, 2, 500)),
    ("USE_TWEET 02 00500", Move(Command.USE_TWEET, 2, 500)),
    (f"USE_TWEET {'0' * 40}2 500", Move(Command.USE_TWEET, 2, 500)),
]


@every_row(("text", "move"), READ)
def test_a_text_is_parsed(text: str, move: Move) -> None:
    assert OVERDRIVE.read(well_equipped(), 0, text) == move


# A text that is no command, and part of the reason

SYNTAX = "expected USE_TWEET <lane> <block> with two whole numbers"
RANGE = "expected a lane from 1 to 4 and a block from 1 to 1500"
REFUSED: list[tuple[str, str]] = [
    *(
        (f"{blank}FIX", "unknown command") for blank in "\x7f\x85\xa0\u1680\u2028\u3000\ufeff"
    ),  # not trimmed by Java
    (
        "ACELERATE",
        "unknown command 'ACELERATE'; did you mean 'ACCELERATE'? Expected one of ACCELERATE, DECELERATE",
    ),
    ("turn left", "unknown command 'TURN'; did you mean 'TURN_LEFT'?"),
    ("TURN RIGHT", "unknown command 'TURN'; did you mean 'TURN_RIGHT'?"),
    ("USE TWEET 2 500", "unknown command 'USE'; did you mean 'USE_TWEET'?"),
    ("", "no command"),
    ("   ", "no command"),
    (";", "no command"),
    (" ; ;;; ", "no command"),
    ("JUMP", "unknown command 'JUMP'; expected one of ACCELERATE, DECELERATE, DO_NOTHING, FIX, NOTHING"),
    ("No Command", "unknown command 'NO'"),
    ("MISSING", "unknown command 'MISSING'"),
    ("TURN LEFT", "unknown command 'TURN'"),
    ("JUMP;FIX", "unknown command 'JUMP'"),
    ("FIX\tnow", "unknown command"),
    ("C;5;FIX", "unknown command 'C'"),
    ("USE_TWEET", f"{SYNTAX}, got ''"),
    ("USE_TWEET 2", f"{SYNTAX}, got '2'"),
    ("USE_TWEET a b", f"{SYNTAX}, got 'A B'"),
    ("USE_TWEET  2 500", SYNTAX),
    ("USE_TWEET 2  500", SYNTAX),
    ("USE_TWEET 2,500", SYNTAX),
    ("USE_TWEET 2 500.0", SYNTAX),
    ("USE_TWEET 2 5e2", SYNTAX),
    ("USE_TWEET 2 ٥٠٠", SYNTAX),
    ("USE_TWEET 2 1_0", SYNTAX),
    ("USE_TWEET --2 500", SYNTAX),
    ("USE_TWEET 2 + 500", SYNTAX),
    (f"USE_TWEET 2 {HUGE}", SYNTAX),
    ("USE_TWEET 0 500", f"{RANGE}, got 0 and 500"),
    ("USE_TWEET 5 500", f"{RANGE}, got 5 and 500"),
    ("USE_TWEET -2 500", f"{RANGE}, got -2 and 500"),
    ("USE_TWEET 2 0", f"{RANGE}, got 2 and 0"),
    ("USE_TWEET 2 1501", f"{RANGE}, got 2 and 1501"),
    ("USE_TWEET 2 999999999999", RANGE),
]


@every_row(("text", "words"), REFUSED, ids=[text[:30] or "empty" for text, _ in REFUSED])
def test_a_text_that_is_no_command_is_refused_and_played_as_missing(text: str, words: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        OVERDRIVE.read(well_equipped(), 0, text)
    assert words in caught.value.reason
    assert caught.value.move == MISSING


# Commands that are invalid in the position: seat, lane, text, reason, and what is played

INVALID: list[tuple[int, int, str, str, Command]] = [
    (0, 1, "TURN_LEFT", "TURN_LEFT in lane 1 leads off the track", Command.TURN_LEFT),
    (0, 4, "TURN_RIGHT", "TURN_RIGHT in lane 4 leads off the track", Command.TURN_RIGHT),
    (1, 2, "USE_BOOST", "USE_BOOST needs a BOOST, and the car holds none", Command.USE_BOOST),
    (1, 2, "USE_OIL", "USE_OIL needs a OIL, and the car holds none", Command.USE_OIL),
    (1, 2, "USE_LIZARD", "USE_LIZARD needs a LIZARD, and the car holds none", Command.USE_LIZARD),
    (1, 2, "USE_EMP", "USE_EMP needs a EMP, and the car holds none", Command.USE_EMP),
    (1, 2, "USE_TWEET 2 500", "USE_TWEET needs a TWEET, and the car holds none", Command.USE_TWEET),
]


@pytest.mark.parametrize(("seat", "lane", "text", "reason", "played"), INVALID)
def test_a_command_that_the_position_does_not_allow_is_refused_with_the_reason(
    seat: int, lane: int, text: str, reason: str, played: Command
) -> None:
    with pytest.raises(InvalidMove) as caught:
        OVERDRIVE.read(well_equipped(lane), seat, text)
    assert caught.value.reason == reason
    assert caught.value.move.command is played, "the rules decide its effect: a turn still swerves"


def test_leading_zeros_of_any_number_are_a_number() -> None:
    text = f"USE_TWEET {'0' * 5000}2 {'0' * 5000}500"
    assert OVERDRIVE.read(well_equipped(), 0, text) == Move(Command.USE_TWEET, 2, 500)


def test_a_reason_quotes_at_most_200_characters() -> None:
    for text in ("A" * 100_000, "USE_TWEET " + "A" * 100_000, "USE_TWEET 1 " + HUGE):
        with pytest.raises(InvalidMove) as caught:
            OVERDRIVE.read(well_equipped(), 0, text)
        assert len(caught.value.reason) < 400


# A turn off the track: ruleset, changed switches, lane and speed of the car, its command, whether it is valid

OFF_TRACK: list[tuple[str, dict[str, int], dict[str, Any], str, bool]] = [
    ("standard", {}, {"pos": [1, 10], "speed": 8}, "TURN_LEFT", False),
    ("classic", {}, {"pos": [1, 10], "speed": 8}, "TURN_LEFT", True),
    ("classic", {}, {"pos": [4, 10], "speed": 3}, "TURN_RIGHT", True),
    ("classic", {}, {"pos": [1, 10], "speed": 0}, "TURN_LEFT", False),
    ("classic", {}, {"pos": [1, 10], "speed": 0, "boost": 2}, "TURN_LEFT", False),
    ("classic", {}, {"pos": [1, 10], "speed": 0, "boost": 1}, "TURN_LEFT", True),
    ("classic", {}, {"pos": [1, 10], "speed": 0, "boost": 1, "damage": 5}, "TURN_LEFT", False),
    ("classic", {"d1_invalid_is_free": 0}, {"pos": [1, 10], "speed": 8}, "TURN_LEFT", False),
    ("classic", {"d14_off_track_is_a_turn": 0}, {"pos": [1, 10], "speed": 8}, "TURN_LEFT", False),
]


@every_row(("ruleset", "changes", "car", "text", "valid"), OFF_TRACK)
def test_a_turn_off_the_track_is_valid_only_where_the_engine_carries_it_out(
    ruleset: str, changes: dict[str, int], car: dict[str, Any], text: str, valid: bool
) -> None:
    state = position(car, ruleset=ruleset, changes=changes)
    action = Command[text]
    assert OVERDRIVE.legal(state, 0)[action] == valid
    with nullcontext() if valid else pytest.raises(InvalidMove, match="leads off the track"):
        OVERDRIVE.read(state, 0, text)
    play(state, text, "NOTHING")
    if ruleset == "classic" and not changes:  # the engine turned exactly where the turn is valid
        assert (state.record.cars[0].block > car["pos"][1]) == valid
    assert state.record.cars[0].invalid_in_row == (0 if valid else 1)


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=40) | st.text(alphabet="USETWFIX_ ;0123456789+-", max_size=30))
def test_any_text_is_a_command_or_is_refused(text: str) -> None:
    state, seen = well_equipped(), []
    for attempt in (text, text):
        try:
            seen.append(OVERDRIVE.write(OVERDRIVE.read(state, 0, attempt)))
        except InvalidMove as error:
            seen.append(f"refused: {error.reason}")
    assert seen[0] == seen[1] != "refused: "
    if not seen[0].startswith("refused"):
        assert OVERDRIVE.write(OVERDRIVE.read(state, 0, seen[0])) == seen[0]


def test_no_command_is_written_as_nothing() -> None:
    assert OVERDRIVE.write(MISSING) == ""


# Flat actions


def test_the_first_ten_actions_are_the_commands_without_arguments() -> None:
    state = well_equipped()
    decoded = [OVERDRIVE.learning.decode(state, 0, action) for action in range(10)]
    assert decoded == [Move(command) for command in list(Command)[:10]]


@pytest.mark.parametrize(
    ("action", "lane", "ahead"), [(10, 1, 1), (11, 1, 2), (39, 1, 30), (40, 2, 1), (70, 3, 1), (129, 4, 30)]
)
def test_the_others_put_a_truck_ahead_of_the_opponent_lane_by_lane(action: int, lane: int, ahead: int) -> None:
    assert OVERDRIVE.actions == 10 + LANES * 30
    for seat, opponent in ((0, 200), (1, 100)):
        assert OVERDRIVE.learning.decode(well_equipped(), seat, action) == Move(
            Command.USE_TWEET, lane, opponent + ahead
        )


def test_an_action_is_legal_where_its_command_is_valid() -> None:
    legal = OVERDRIVE.legal(well_equipped(lane=1), 0)
    assert np.flatnonzero(~legal).tolist() == [Command.TURN_LEFT]
    legal = OVERDRIVE.legal(well_equipped(), 1)
    assert np.flatnonzero(legal).tolist() == [*range(5), Command.FIX]


def test_a_truck_beyond_the_finish_line_is_not_legal() -> None:
    tweets = OVERDRIVE.legal(at_the_finish(), 0)[10:].reshape(LANES, 30)
    assert tweets[:, :3].all()
    assert not tweets[:, 3:].any()


def at_the_finish() -> Position:
    """Three blocks are left ahead of the opponent, and the car holds a tweet."""
    return position({"pos": [1, 100], "speed": 6, "items": ["TWEET"]}, {"pos": [3, LENGTH - 3], "speed": 6})


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("state", [well_equipped(), well_equipped(4), at_the_finish()])
def test_random_actions_are_the_legal_ones_and_equally_likely(state: Position, seat: int) -> None:
    expect_even_draws(OVERDRIVE, state, seat)


def test_random_moves_are_valid_commands_equally_likely() -> None:
    """A tweet is one command, wherever it goes."""
    state, order = at_the_finish(), over(Order, bytearray(Order.dtype.itemsize))  # type: ignore[attr-defined]
    generator: Generator = over(Generator, bytearray(8))
    counts: Counter[int] = Counter()
    for _ in range(1200):
        OVERDRIVE.rules.random_move(state.record, state.const, 0, generator, order)
        counts[order.command] += 1
    valid = ["NOTHING", "ACCELERATE", "DECELERATE", "TURN_RIGHT", "FIX", "USE_TWEET"]
    assert sorted(counts) == [Command[name] for name in valid]
    assert all(150 < count < 250 for count in counts.values())
