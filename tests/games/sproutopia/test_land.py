"""Land: who owns a cell, and the box around a farmer's land (section 6)."""

from __future__ import annotations

import pytest

from lanista.games.sproutopia import land
from tests.games.sproutopia.positions import position

A_CELL, B_CELL, NEUTRAL = 0, 80, 40


@pytest.mark.parametrize(("cell", "a", "b"), [(A_CELL, 9, 9), (B_CELL, 9, 8), (NEUTRAL, 9, 9)])
def test_every_farmer_but_one_loses_a_cell(cell: int, a: int, b: int) -> None:
    """A takes cells of A, of B and of nobody."""
    state = position()
    land.take_from_others(state.record, state.const, 0, cell)
    farmers = state.record.farmers
    assert (farmers[0].cells, farmers[1].cells) == (a, b)
    assert not land.owns(state.record, 1, cell)


@pytest.mark.parametrize(
    ("spawn", "box"), [([7, 7], (6, 8, 6, 8)), ([8, 8], (7, 8, 7, 8)), ([0, 0], (0, 1, 0, 1))]
)
def test_a_farmer_without_land_is_confined_to_its_home(spawn: list[int], box: tuple[int, ...]) -> None:
    """The home is three by three cells around the spawn, as far as they are on the map."""
    state = position(b={"spawn": spawn})
    farmer = state.record.farmers[1]
    land.confine(state.const, farmer, 1)
    assert (farmer.left, farmer.right, farmer.top, farmer.bottom) == box
