"""Sets of small numbers as bits, compared with Python's own sets."""

from __future__ import annotations

import pytest

from lanista.engine.bits import count_bits, nth_bit

SETS = [[], [0], [15], [3, 4, 5], [0, 2, 7, 8, 15], list(range(15)), list(range(16))]


@pytest.mark.parametrize("members", SETS)
def test_members_are_counted_and_found_in_ascending_order(members: list[int]) -> None:
    bits = sum(1 << member for member in members)
    assert count_bits(bits) == len(members)
    assert [nth_bit(bits, n) for n in range(len(members))] == members
