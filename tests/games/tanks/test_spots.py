"""Distances and directions between cells."""

from __future__ import annotations

import pytest

from lanista.games.tanks.search.spots import cardinal_way, distance
from lanista.games.tanks.state import Orientation

WAYS = [
    ((5, 5), Orientation.SOUTH_EAST),
    ((2, 0), Orientation.NORTH),
    ((0, 2), Orientation.WEST),
    ((3, 5), None),
    ((2, 2), None),
]


@pytest.mark.parametrize(("spot", "way"), WAYS)
def test_the_direction_of_a_cell_that_is_in_line(spot: tuple[int, int], way: Orientation | None) -> None:
    assert cardinal_way((2, 2), spot) is way


def test_the_distance_is_that_along_the_longer_axis() -> None:
    assert distance((2, 2), (5, 0)) == 3
