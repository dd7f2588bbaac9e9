"""A state is its bytes: copied, compared and fingerprinted as such."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import State
from tests.coins import COINS, RULES


def start(seed: int = 1, **changes: int) -> State[Any, Any]:
    """A match of the sixth game."""
    return COINS.start(COINS.configure("standard", changes), seed, 2)


def test_a_blank_state_is_zero_bytes() -> None:
    assert set(State.blank(RULES).bytes()) == {0}


def test_view_and_array_are_the_same_bytes() -> None:
    state = start()
    state.record.turn = 5
    assert state.data["turn"][0] == 5
    state.data["runners"]["purse"][0][1] = 3
    assert state.record.runners[1].purse == 3


def test_a_clone_is_independent_and_shares_only_the_constants() -> None:
    state = start()
    clone = state.clone()
    clone.record.turn = 9
    state.record.runners[0].purse = 4
    assert (state.record.turn, clone.record.turn) == (0, 9)
    assert (state.record.runners[0].purse, clone.record.runners[0].purse) == (4, 0)
    assert clone.fixed is state.fixed
    assert clone.const is state.const


def test_assign_takes_another_moment_over_in_place() -> None:
    state, later = start(), start()
    COINS.step(later, [COINS.missing] * 2)
    record = state.record
    state.assign(later)
    assert state == later
    assert record.turn == 1, "views of the state see the new moment"
    COINS.step(later, [COINS.missing] * 2)
    assert state.record.turn == 1


def test_equal_bytes_are_equal_states_with_equal_digests() -> None:
    assert start() == start()
    assert start().digest() == start().digest()


@pytest.mark.parametrize("other", [start(seed=2), start(max_turns=29)], ids=["another state", "another config"])
def test_other_bytes_are_other_states_with_other_digests(other: State[Any, Any]) -> None:
    assert start() != other
    assert start().digest() != other.digest()


def test_each_byte_counts_for_the_digest() -> None:
    state = start()
    digests = {state.digest()}
    for i in range(len(state.bytes())):
        other = state.clone()
        other.record.raw[i] ^= 1
        digests.add(other.digest())
    assert len(digests) == len(state.bytes()) + 1


def test_a_digest_is_the_same_on_every_machine() -> None:
    state: State[Any, Any] = State.blank(RULES)
    state.record.turn = 258
    assert state.digest() == "3c5ccf99e7cf93ae"


def test_a_state_is_not_equal_to_other_things_and_cannot_be_a_key() -> None:
    assert start() != start().bytes()
    with pytest.raises(TypeError, match="unhashable"):
        hash(start())


def test_a_state_tells_its_seats_and_prints_itself() -> None:
    state = start()
    assert state.seats == 2
    assert repr(state) == f"<State of coins {state.digest()}: Line(turn=0, filler=0)>"
