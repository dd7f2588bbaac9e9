"""Where weeds may appear, and whether there is room for what they hide (section 7)."""

from __future__ import annotations

import pytest

from lanista.engine import over, zeros
from lanista.games.sproutopia import items
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.state import WEED, Work
from tests.games.sproutopia.positions import position

ROWS, COLS = 20, 24


@pytest.mark.parametrize(
    ("spot", "columns", "rows"),
    [
        ((12, 10), range(6, 18), range(5, 15)),
        ((2, 3), range(1, 8), range(1, 8)),
        ((22, 17), range(16, 23), range(12, 19)),
    ],
    ids=["in the middle", "near the first corner", "near the last corner"],
)
def test_weeds_appear_within_a_quarter_of_the_map_and_off_the_outermost_ring(
    spot: tuple[int, int], columns: range, rows: range
) -> None:
    """7.3: neutral ground around the weakest farmer."""
    state = SPROUTOPIA.start(SPROUTOPIA.configure("standard", {"Rows": ROWS, "Cols": COLS}), 1, 2)
    garden, config = state.record, state.const
    for cell in range(ROWS * COLS):
        garden.land[cell] = 0
    farmer = garden.farmers[0]
    farmer.x, farmer.y = spot
    work: Work = over(state.rules.work, zeros(state.rules.work).view("u1"))
    count = items.list_weed_candidates(garden, config, work, farmer)
    taken = {(f.x, f.y) for f in garden.farmers[:2]} | set(zip(config.spawn_x, config.spawn_y, strict=True))
    expected = [y * COLS + x for y in rows for x in columns if (x, y) not in taken]
    assert [work.waiting[i] for i in range(count)] == expected


def test_no_weed_appears_under_a_farmer_or_on_a_spawn() -> None:
    state = position(a={"at": [4, 5]}, b={"at": [2, 6]})
    free = {(x, y) for x in range(9) for y in range(9) if items.is_deserted(state.record, state.const, x, y)}
    assert free.isdisjoint({(4, 5), (2, 6), (1, 1), (7, 7)})
    assert {(5, 4), (6, 2), (4, 4), (2, 2)} <= free


def test_a_weed_needs_room_for_what_it_hides() -> None:
    garden = position().record
    room = len(garden.supers.entries)
    cases = [(room - 2, 1, True), (room - 1, 1, False), (1, room - 2, True), (1, room - 1, False)]
    for weeds, supers, expected in cases:
        garden.weed_count, garden.supers.count = weeds, supers
        assert items.has_room_for_super(garden) is expected


def test_no_weed_appears_on_an_item() -> None:
    """7.3: only on a cell without trail, item or weed."""
    state = position(a={"at": [4, 4]}, items=[[3, 3, 5]])
    work: Work = over(state.rules.work, zeros(state.rules.work).view("u1"))
    count = items.list_weed_candidates(state.record, state.const, work, state.record.farmers[0])
    found = {work.waiting[i] for i in range(count)}
    assert 3 * 9 + 4 in found
    assert 3 * 9 + 3 not in found


@pytest.mark.parametrize("neutral", [[], [3 * 9 + 3]])
def test_a_weed_appears_if_one_cell_is_left_for_it(neutral: list[int]) -> None:
    """7.3: and none does where no cell is."""
    state = position(a={"at": [4, 4]}, b={"at": [4, 5]})
    work: Work = over(state.rules.work, zeros(state.rules.work).view("u1"))
    for cell in range(81):
        state.record.land[cell] = cell not in neutral
    items.add_weed(state.record, state.const, work)
    assert [weed.core for weed in state.record.weeds[: state.record.weed_count]] == neutral


def test_a_weed_grows_over_all_but_the_outermost_ring_weeds_and_spawns() -> None:
    """7.4, with one cell of a weed on 4,4."""
    state = position(weeds=[{"cells": [[4, 4]], "super": 5}])
    cells = [(x, y) for y in range(9) for x in range(9)]
    grown = {(x, y) for x, y in cells if items.can_grow_over(state.record, state.const, x, y)}
    spawns = set(zip(state.const.spawn_x, state.const.spawn_y, strict=True))
    assert grown == {(x, y) for x in range(1, 8) for y in range(1, 8)} - spawns - {(4, 4)}


@pytest.mark.parametrize(("vacant", "then", "slot"), [(0, 2, 0), (2, -1, 2), (-1, -1, 3)])
def test_a_new_weed_takes_the_slot_vacated_last_or_the_next(vacant: int, then: int, slot: int) -> None:
    """A vacant slot holds the one vacated before it; three slots are in use."""
    garden = position().record
    garden.weed_places, garden.weed_vacant = 3, vacant
    if vacant >= 0:
        garden.weeds[vacant].size = -2 - then
    assert items.new_weed(garden) == slot
    assert (garden.weed_vacant, garden.weed_places, garden.weed_count) == (then, 3 if vacant >= 0 else 4, 1)


def test_no_power_up_appears_where_no_cell_is_free() -> None:
    """7.1: and then no number is drawn either."""
    state = position()
    work: Work = over(state.rules.work, zeros(state.rules.work).view("u1"))
    for cell in range(81):
        state.record.marks[cell] |= WEED
    before = state.bytes()
    items.add_power_up(state.record, state.const, work)
    assert state.bytes() == before
