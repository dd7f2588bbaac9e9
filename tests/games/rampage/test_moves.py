"""Moves as text (section 6) and as the flat numbers of learners."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.game import InvalidMove
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import MISSING, Move, possible_actions
from lanista.games.rampage.state import Word
from tests.games.draws import expect_even_draws
from tests.games.rampage.positions import Position, position
from tests.rows import every_row

BOARD = (".....", ".A.0.", "..#..", ".1.B.", ".....")
ONE_OF_EACH = {"laser": 1, "shield": 1, "teleport": 1}


def equipped() -> Position:
    """Player 1 holds one of each item, player 2 nothing; the map has two pads."""
    return position(*BOARD, a=ONE_OF_EACH)


# Text, and the move that is read

READ = [
    *((word.name, word) for word in Word if word <= Word.TELEPORT_1),
    ("  SHOOT ", Word.SHOOT),
    ("FORWARD\r", Word.FORWARD),
]


@every_row(("text", "word"), READ)
def test_what_is_read(text: str, word: Word) -> None:
    assert RAMPAGE.read(equipped(), 0, text) == Move(word)
    assert RAMPAGE.write(Move(word)) == text.strip()


# Text that is no move: D37, it is played as NONE

UNKNOWN = [
    "",
    " ",
    "shoot",
    "SHOOT NOW",
    "FACE",
    "FACE_NORTH",
    "TELEPORT",
    "TELEPORT_6",
    "TELEPORT_-1",
    "NO_RESPONSE",
]


@every_row("text", UNKNOWN)
def test_an_unknown_word_is_refused_and_played_as_none(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"unknown move .*[;?] [eE]xpected one of FACE_UP, FACE_DOWN") as caught:
        RAMPAGE.read(equipped(), 0, text)
    assert caught.value.move == MISSING == Move(Word.NONE)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("FORWRAD", "FORWARD"), ("shoot", "SHOOT"), ("face up", "FACE_UP"), ("TELEPORT0", "TELEPORT_0")],
)
def test_a_misspelt_word_gets_a_suggestion(text: str, meant: str) -> None:
    with pytest.raises(InvalidMove, match=rf"unknown move '{text}'; did you mean '{meant}'\?"):
        RAMPAGE.read(equipped(), 0, text)


def test_the_reason_is_short_and_inert_whatever_was_sent() -> None:
    with pytest.raises(InvalidMove) as caught:
        RAMPAGE.read(equipped(), 0, "\x1b[31m" + "x" * 10_000)
    assert len(caught.value.reason) < 300
    assert "\x1b" not in caught.value.reason


# Moves without what they need: who, the text and the reason

UNUSABLE = [
    (1, "LASER", "LASER needs a laser item, and the robot holds none"),
    (1, "SHIELD", "SHIELD needs a shield item, and the robot holds none"),
    (1, "TELEPORT_0", "TELEPORT_0 needs a teleport item, and the robot holds none"),
    (0, "TELEPORT_2", "TELEPORT_2 needs a pad of that number, and the map has 2"),
    (0, "TELEPORT_5", "TELEPORT_5 needs a pad of that number, and the map has 2"),
]


@pytest.mark.parametrize(("seat", "text", "reason"), UNUSABLE)
def test_a_move_without_its_item_or_pad_is_refused_with_the_reason(seat: int, text: str, reason: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        RAMPAGE.read(equipped(), seat, text)
    assert caught.value.reason == reason
    assert caught.value.move == Move(Word[text]), "the rules turn it into NONE, and the view shows the request"


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=20) | st.text(alphabet="SHOTLAERFWDPNI_0123456789 ", max_size=12))
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    try:
        seen = RAMPAGE.write(RAMPAGE.read(equipped(), 0, text))
    except InvalidMove as error:
        seen = error.reason
    assert seen == text.strip() or seen.startswith(("unknown move", f"{text.strip()} needs"))


# Flat actions


def test_the_actions_are_the_fifteen_words_in_their_order() -> None:
    assert RAMPAGE.actions == 15
    assert [RAMPAGE.learning.decode(equipped(), 0, action) for action in range(15)] == [
        Move(word) for word in Word
    ]


def test_an_action_is_legal_where_it_has_what_it_needs() -> None:
    state = equipped()
    assert np.flatnonzero(RAMPAGE.legal(state, 0)).tolist() == list(range(Word.TELEPORT_1 + 1))
    assert np.flatnonzero(RAMPAGE.legal(state, 1)).tolist() == list(range(Word.FORWARD + 1))


@pytest.mark.parametrize("held", [{}, {"laser": 1}, {"shield": 1}, {"teleport": 2}, ONE_OF_EACH])
def test_random_actions_are_the_legal_ones_evenly(held: dict[str, int]) -> None:
    state = position(*BOARD, a=held)
    flags = np.full(RAMPAGE.actions, 2, dtype=np.int8)
    RAMPAGE.rules.mask(state.record, state.const, 0, flags)
    assert flags.tolist() == RAMPAGE.legal(state, 0).tolist()
    assert all(RAMPAGE.rules.legal(state.record, state.const, 0, action) == flags[action] for action in range(15))
    expect_even_draws(RAMPAGE, state, 0)


def test_teleports_to_pads_that_the_map_has_not_are_never_legal() -> None:
    assert possible_actions(equipped().const) == list(range(Word.TELEPORT_1 + 1))
    assert possible_actions(RAMPAGE.start(RAMPAGE.configure(), 1).const) == list(range(Word.TELEPORT_3 + 1))
