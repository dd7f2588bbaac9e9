"""The cheapest assignment, against trying all."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from lanista.league.assignment import assign

matrices = st.integers(1, 5).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, 9), min_size=size, max_size=size), min_size=size, max_size=size)
)


@given(matrices)
def test_no_other_assignment_is_cheaper(costs: list[list[int]]) -> None:
    columns = assign(costs)
    assert sorted(columns) == list(range(len(costs)))

    def total(order: tuple[int, ...]) -> int:
        return sum(costs[row][column] for row, column in enumerate(order))

    assert total(tuple(columns)) == min(map(total, permutations(range(len(costs)))))
