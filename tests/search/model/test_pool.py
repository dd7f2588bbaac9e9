"""States by handle: copies are independent, a freed handle names nothing, and there are limits."""

from __future__ import annotations

import pytest

from lanista.core.errors import InputError
from lanista.search.model import pool as pools
from lanista.search.model.pool import Pool
from tests.coins import COINS
from tests.rows import every_row

START = COINS.start(COINS.configure(), 1)


def new_pool() -> Pool:
    return Pool(START.rules)


def test_a_state_comes_back_as_it_was():
    pool = new_pool()
    other = COINS.start(COINS.configure(), 2, 3)
    handles = [pool.add(START), pool.add(other), pool.add(START)]
    assert [pool.state(slot) for slot in pool.slots(handles)] == [START, other, START]


def test_copies_are_independent():
    pool = new_pool()
    handle = pool.add(START)
    copies = pool.clone([handle], 3)
    assert len({handle, *copies}) == 4
    pool.states[pool.slots([copies[1]])]["turn"] = 7
    slots = pool.slots([handle, *copies])
    pool.states["turn"][slots] = [1, 2, 3, 4]
    assert pool.states["turn"][slots].tolist() == [1, 2, 3, 4]
    assert START.record.turn == 0


def test_copies_stand_one_after_the_other():
    pool = new_pool()
    first, second = pool.add(START), pool.add(START)
    pool.states["turn"][pool.slots([first, second])] = [1, 2]
    copies = pool.clone([first, second], 2)
    assert pool.states["turn"][pool.slots(copies)].tolist() == [1, 1, 2, 2]


def test_a_freed_handle_is_never_used_again():
    pool = new_pool()
    seen: set[int] = set()
    for _ in range(3):
        handles = pool.clone([pool.add(START)], 100)
        assert not seen & set(handles)
        seen |= set(handles)
        pool.clear()
        assert len(pool) == 0
    for handle in seen:
        with pytest.raises(InputError, match=f"there is no state {handle}"):
            pool.slots([handle])


def test_equal_constant_records_are_stored_once():
    pool = new_pool()
    handles = [pool.add(COINS.start(COINS.configure(), seed)) for seed in range(9)]
    assert len(set(pool.which[pool.slots(handles)])) == 1
    three = pool.add(COINS.start(COINS.configure(), 1, 3))
    assert pool.seats(pool.slots([three])) == 3
    pool.free([three])
    short = pool.add(COINS.start(COINS.configure("short"), 1))
    assert pool.state(int(pool.slots([short])[0])).const.max_turns == 8
    assert pool.state(int(pool.slots(handles[:1])[0])).const.max_turns == 30


@every_row(
    ("handles", "message"),
    [
        ([99], r"states\[0\]: there is no state 99"),
        ([0, -1], r"states\[1\]: there is no state -1"),
        ([2**62], "there is no state"),
        ([2**70], "whole numbers"),
        (["0"], "whole numbers, got \\['0'\\]"),
        ([0.5], "whole numbers"),
        ([[0]], "whole numbers"),
        ([[0], 1], "whole numbers"),
        ([True], "whole numbers"),
        (None, "whole numbers"),
    ],
)
def test_what_names_no_state(handles, message):
    pool = new_pool()
    pool.add(START)
    with pytest.raises(InputError, match=message):
        pool.slots(handles)


def test_there_are_limits(monkeypatch):
    monkeypatch.setattr(pools, "MAX_STATES", 10)
    monkeypatch.setattr(pools, "MAX_CONST_BYTES", 2 * START.rules.const.dtype.itemsize)
    pool = new_pool()
    handle = pool.add(START)
    pool.clone([handle], 6)
    with pytest.raises(InputError, match="at most 10 states at a time, got 7 and 4 more; free those"):
        pool.clone([handle], 4)
    pool.add(COINS.start(COINS.configure("short"), 1))
    with pytest.raises(InputError, match="at most 2 different worlds"):
        pool.add(COINS.start(COINS.configure(), 1, 3))
    assert len(pool) == 8


def test_states_of_a_batch_have_equally_many_seats():
    pool = new_pool()
    handles = [pool.add(START), pool.add(COINS.start(COINS.configure(), 1, 3))]
    with pytest.raises(InputError, match="the same number of seats, got states of 2 and 3"):
        pool.seats(pool.slots(handles))
    with pytest.raises(InputError, match="the same number of seats, got none"):
        pool.seats(pool.slots([]))
