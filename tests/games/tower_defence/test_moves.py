"""Orders as text (section 6) and as flat actions for learners."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.engine import Generator, over
from lanista.game import InvalidMove
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.moves import ACTIONS, HALF_CELLS, NOTHING, Move, possible_actions
from lanista.games.tower_defence.state import Order, OrderType
from tests.games.draws import expect_even_draws
from tests.games.tower_defence.matches import Moment, begin, played
from tests.rows import every_row

RULESETS = ["standard", "classic", "extended"]


def rich(ruleset: str = "extended") -> Moment:
    """Both players can pay for everything, a curtain is available, and A has a generator on 1,1."""
    state = played([["1,1,2", ""]], ruleset)
    for player in state.record.players:
        player.energy = 500
        player.curtain_available = int(ruleset == "extended")
    return state


# A text and the order that it gives

READ: list[tuple[str, Move]] = [
    ("", NOTHING),
    ("  ", NOTHING),
    (",", NOTHING),  # D11
    (",,,,", NOTHING),
    ("No Command", NOTHING),
    ("do nothing", NOTHING),  # words of the contest's own starter bots
    ("Do Nothing", NOTHING),
    ("0,0,0", Move(OrderType.DEFENSE, 0, 0)),
    ("2,3,1", Move(OrderType.ATTACK, 2, 3)),
    ("3,2,2", Move(OrderType.ENERGY, 3, 2)),
    ("1,1,3", Move(OrderType.DECONSTRUCT, 1, 1)),
    ("0,0,4", Move(OrderType.TESLA, 0, 0)),
    ("99,-7,5", Move(OrderType.IRON_CURTAIN, 99, -7)),
    ("+2,3,+1", Move(OrderType.ATTACK, 2, 3)),  # D25
    ("02,0003,01", Move(OrderType.ATTACK, 2, 3)),
    ("-0,0,1", Move(OrderType.ATTACK, 0, 0)),
    ("2,3,1,,", Move(OrderType.ATTACK, 2, 3)),
    ("2,3,1,9", Move(OrderType.ATTACK, 2, 3)),  # D10: the engine takes the first three
    ("2,3,1,a,b", Move(OrderType.ATTACK, 2, 3)),
    ("2,3,1\n0,0,2", Move(OrderType.ATTACK, 2, 3)),  # D20: the rest is ignored
    ("2,3,1\r\nnonsense", Move(OrderType.ATTACK, 2, 3)),
    (f"{'0' * 40}2,3,1", Move(OrderType.ATTACK, 2, 3)),
]


@every_row(("text", "move"), READ)
def test_a_text_is_parsed(text: str, move: Move) -> None:
    assert TOWER_DEFENCE.read(rich(), 0, text) == move


# A text that gives no order, part of the reason, and what it adds to the bad-command counter (7.4)

MALFORMED: list[tuple[str, str, int]] = [
    ("hello", "expected x,y,type or nothing, got 'hello'", 0),
    ("0;0;2", "got '0;0;2'", 0),
    ("Exception", "got 'Exception'", 1),
    ("exception", "got 'exception'", 0),
    ("0,0", "got 2 fields", 2),
    ("0, 0,2", "whole numbers, got ' 0'", 1),
    ("0,0,2 ", "whole numbers, got '2 '", 1),
    ("a,b,c", "whole numbers, got 'a'", 1),
    ("0.0,0,2", "whole numbers, got '0.0'", 1),
    (",0,0,2", "whole numbers, got ''", 2),
    ("a,0,0,2", "whole numbers, got 'a'", 2),
    ("0,0,٢", "whole numbers", 1),
    ("0,0,2147483648", "whole numbers, got '2147483648'", 1),
    ("0,0," + "9" * 5000, "whole numbers, got '999", 1),
    ("do nothng", "did you mean 'do nothing'?", 0),
    ("0,0,6", "there is no order of type 6; there are 0 DEFENSE, 1 ATTACK", 1),
    ("0,0,-1", "there is no order of type -1", 1),
    ("0,0,6,7", "there is no order of type 6", 2),
]


@every_row(("text", "reason", "faults"), MALFORMED)
def test_a_malformed_text_does_nothing_and_the_reason_says_why(text: str, reason: str, faults: int) -> None:
    with pytest.raises(InvalidMove) as error:
        TOWER_DEFENCE.read(rich(), 0, text)
    assert reason in error.value.reason
    assert len(error.value.reason) < 200
    assert error.value.move == Move(OrderType.NOTHING, faults=faults)


def test_leading_zeros_of_any_number_are_a_number() -> None:
    zeros = "0" * 5000
    assert TOWER_DEFENCE.read(rich(), 0, f"{zeros}3,+{zeros}2,{zeros}") == Move(OrderType.DEFENSE, 3, 2)


@pytest.mark.parametrize("text", ["0,0,3", "0,0,4", "0,0,5"])
@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_orders_of_the_last_rules_are_unknown_before(text: str, ruleset: str) -> None:
    with pytest.raises(InvalidMove, match=f"no order of type {text[-1]}; there are 0 DEFENSE, 1 ATTACK, 2 ENERGY"):
        TOWER_DEFENCE.read(rich(ruleset), 0, text)


def test_d10_the_rules_text_refuses_more_than_three_fields() -> None:
    with pytest.raises(InvalidMove, match="expected x,y,type, got 4 fields"):
        TOWER_DEFENCE.read(begin("standard"), 0, "0,0,2,9")
    assert TOWER_DEFENCE.read(begin("classic"), 0, "0,0,2,9") == Move(OrderType.ENERGY, 0, 0)


# Orders that are refused, and part of the reason

REFUSED: list[tuple[str, str]] = [
    ("8,0,2", "8,0 is outside the player's half, which is 8 wide and 8 high"),
    ("-1,0,2", "-1,0 is outside the player's half"),
    ("0,8,2", "0,8 is outside the player's half"),
    ("0,-1,3", "0,-1 is outside the player's half"),
    ("1,1,0", "there is a building on 1,1 already"),
    ("0,0,3", "there is no building on 0,0 to deconstruct"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_the_reason_of_a_refusal_says_why(text: str, reason: str) -> None:
    state = rich()
    with pytest.raises(InvalidMove) as error:
        TOWER_DEFENCE.read(state, 0, text)
    assert reason in error.value.reason
    before = facts(state)
    TOWER_DEFENCE.step(state, [error.value.move, NOTHING])
    assert facts(state) == before
    assert state.record.players[0].do_nothings == 1


def facts(state: Moment) -> tuple[object, ...]:
    """The parts that a refused order must not change: where buildings stand, and the energy without the income."""
    player = state.record.players[0]
    income = state.record.round * state.const.round_income + state.const.energy_income * (state.record.round - 1)
    return state.record.building.tolist(), player.energy - income  # type: ignore[attr-defined]


def test_prices_limits_and_the_curtain() -> None:
    state = rich()
    player = state.record.players[0]
    player.energy = 99
    for text, price in (
        ("0,0,4", "TESLA costs 100 energy, and the player has 99"),
        ("0,0,5", "IRON_CURTAIN costs 100"),
    ):
        with pytest.raises(InvalidMove, match=price):
            TOWER_DEFENCE.read(state, 0, text)
    player.curtain_available = 0
    with pytest.raises(InvalidMove, match="no iron curtain is available; one becomes available every 30 rounds"):
        TOWER_DEFENCE.read(state, 0, "0,0,5")
    player.energy, player.curtain_available, player.curtain_left = 500, 1, 3
    with pytest.raises(InvalidMove, match="the iron curtain is still up for 3 rounds"):
        TOWER_DEFENCE.read(state, 0, "0,0,5")
    state = played([80, ["0,0,4", ""], ["0,1,4", ""]], "extended")
    with pytest.raises(InvalidMove, match="the player has 2 tesla towers already"):
        TOWER_DEFENCE.read(state, 0, "0,2,4")
    with pytest.raises(InvalidMove, match="ENERGY costs 20 energy, and the player has 5"):
        TOWER_DEFENCE.read(played([["0,0,2", ""]]), 0, "1,0,2")


@given(text=st.text(max_size=30) | st.from_regex(r"[+-]?\d{1,3},[+-]?\d{1,3},\d{1,2}(,.*)?", fullmatch=True))
@settings(max_examples=300, deadline=None)
def test_any_text_is_an_order_or_says_why(text: str) -> None:
    state = rich()
    try:
        move = TOWER_DEFENCE.read(state, 1, text)
    except InvalidMove as error:
        move = error.move
    else:
        assert TOWER_DEFENCE.read(state, 1, TOWER_DEFENCE.write(move)) == move
    TOWER_DEFENCE.step(state, [NOTHING, move])
    assert list(TOWER_DEFENCE.broken_invariants(state)) == []


# Flat actions


def test_flat_actions_are_numbered_by_type_and_cell() -> None:
    state = begin()
    decode = TOWER_DEFENCE.learning.decode
    assert (HALF_CELLS, ACTIONS) == (64, 322)
    assert decode(state, 0, 0) == NOTHING
    assert decode(state, 0, 1) == Move(OrderType.DEFENSE, 0, 0)
    assert decode(state, 0, 8) == Move(OrderType.DEFENSE, 7, 0)
    assert decode(state, 0, 9) == Move(OrderType.DEFENSE, 0, 1)
    assert decode(state, 0, 1 + 2 * HALF_CELLS + 10) == Move(OrderType.ENERGY, 2, 1)
    assert decode(state, 0, ACTIONS - 1) == Move(OrderType.IRON_CURTAIN)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_legal_actions_are_those_that_can_be_read(ruleset: str) -> None:
    state = rich(ruleset)
    for seat in range(2):
        readable = np.zeros(ACTIONS, dtype=np.bool_)
        for action in range(ACTIONS):
            text = TOWER_DEFENCE.write(TOWER_DEFENCE.learning.decode(state, seat, action))
            try:
                TOWER_DEFENCE.read(state, seat, text)
                readable[action] = True
            except InvalidMove:
                pass
        assert (TOWER_DEFENCE.legal(state, seat) == readable).all()


def test_at_the_start_only_generators_or_nothing_are_legal() -> None:
    assert TOWER_DEFENCE.legal(begin("standard"), 0).sum() == 1 + 16
    assert TOWER_DEFENCE.legal(begin("extended"), 1).sum() == 1 + 64


@pytest.mark.parametrize(("ruleset", "count"), [("standard", 1 + 3 * 16), ("extended", 1 + 5 * 64 + 1)])
def test_possible_actions_are_those_of_known_orders_on_the_board(ruleset: str, count: int) -> None:
    state = rich(ruleset)
    possible = possible_actions(state.const)
    assert len(possible) == count
    assert possible == sorted(set(possible))
    assert set(np.flatnonzero(TOWER_DEFENCE.legal(state, 0))) <= set(possible)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_actions_are_the_legal_ones_and_equally_likely(ruleset: str, seat: int) -> None:
    expect_even_draws(TOWER_DEFENCE, rich(ruleset), seat)
    expect_even_draws(TOWER_DEFENCE, begin(ruleset), seat)


def test_random_moves_are_affordable_orders_equally_likely() -> None:
    """B has no building to deconstruct, so that order becomes nothing."""
    state, order = rich(), over(Order, bytearray(Order.dtype.itemsize))  # type: ignore[attr-defined]
    generator: Generator = over(Generator, bytearray(8))
    counts: Counter[int] = Counter()
    for _ in range(1400):
        TOWER_DEFENCE.rules.random_move(state.record, state.const, 1, generator, order)
        counts[order.type] += 1
    assert counts.pop(OrderType.NOTHING) in range(330, 470)
    assert sorted(counts) == [0, 1, 2, 4, 5]
    assert all(150 < count < 250 for count in counts.values())
