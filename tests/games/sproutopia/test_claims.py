"""Claims: the box around the land, where farmers are put back, and homes that are spared (section 6)."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import over, zeros
from lanista.games.sproutopia import claims
from lanista.games.sproutopia.state import NOWHERE, Ground, Work
from tests.games.sproutopia.positions import drawn, position, run

TOP, RIGHT = [[x, 0] for x in range(2, 6)], [[6, y] for y in range(4)]
RING = [*TOP, *RIGHT, *([x, 4] for x in range(6, 1, -1)), [2, 3]]
EMPTY_ROWS = (*(".........",) * 4, "......BBB", "......BBB", "......BBB")
OUTPOST = (  # B's cell on 4,2 lies within A's ring
    "AAA......",
    "AAA......",
    "AAA.B....",
    *(".........",) * 3,
    "......BBB",
    "......BBB",
    "......BBB",
)


def test_a_claim_extends_the_box_around_the_land_to_its_cells_and_no_further() -> None:
    """Both farmers claim 7 cells, in opposite corners and in one tick."""
    state = run(position(), "RIGHT/LEFT,/,/,DOWN/UP,/,LEFT/RIGHT,/,UP/DOWN").state
    a, b = state.record.farmers[0], state.record.farmers[1]
    assert (a.cells, b.cells) == (16, 16)
    assert (a.left, a.right, a.top, a.bottom) == (0, 4, 0, 3)
    assert (b.left, b.right, b.bottom) == (4, 8, 8)


@pytest.mark.parametrize(("anywhere", "spot"), [(0, (7, 7)), (1, (4, 2))])
def test_an_encircled_unprunable_farmer_returns_to_the_start_of_its_trail_if_it_owns_it(
    anywhere: int, spot: tuple[int, int]
) -> None:
    """D5, D11: the claim has already taken the cell, so it goes to its spawn; the engine ignores ownership."""
    a = {"at": [2, 3], "dir": 1, "trail": RING}
    b = {"at": [5, 2], "trail": [[4, 2], [5, 2]], "powerUp": 2, "powerUpLeft": 9}
    both = run(position(*OUTPOST, a=a, b=b, changes={"d11_back_to_any_first_cell": anywhere}), "UP/")
    farmer = both.state.record.farmers[1]
    assert both.play.pruned() == []
    assert (farmer.x, farmer.y, farmer.trail) == (*spot, 0)


def test_a_trail_in_one_column_with_its_land_can_be_converted() -> None:
    """6.7: Super Fertilizer makes an incomplete trail land, also where the box is one cell wide."""
    rows = (".........", ".A.......", ".A.......", *(".........",) * 3, "......BBB", "......BBB", "......BBB")
    both = run(position(*rows, a={"at": [1, 2]}, items=[[1, 4, 5]]), "DOWN/,/")
    assert [row[1] for row in drawn(both.state)][1:4] == ["A", "A", "A"]
    assert both.state.record.farmers[0].trail == 0


def test_the_home_of_an_encircled_farmer_is_spared_and_not_its_mirror_image() -> None:
    """D18, with a spawn that is not on the diagonal."""
    state = position(b={"at": [4, 5], "spawn": [6, 3]})
    work: Work = over(state.rules.work, zeros(state.rules.work).view("u1"))
    work.ground[5 * 9 + 4] = Ground.POCKET
    spared = {
        (x, y) for x in range(9) for y in range(9) if claims.is_spared(state.record, state.const, work, 0, x, y)
    }
    assert spared == {(x, y) for x in (5, 6, 7) for y in (2, 3, 4)}


@pytest.mark.parametrize(
    ("rows", "a", "spawn", "changes", "points"),
    [
        (
            ("AAA......", "AAABBB...", "AAABBB...", "...BBB..."),
            {"at": [2, 3], "dir": 1, "trail": RING},
            [4, 2],
            {},
            13 * 13,  # the trail alone
        ),
        (
            ("AAA...A..", "AAABBBA..", "AAABBBA..", "...AAAA.."),
            {"at": [5, 0], "dir": 4, "trail": [[2, 0], [3, 0], [4, 0], [5, 0]]},
            [4, 1],
            {"d19_bridges_fill": 1},
            9 * 9,  # three cells of the trail and six of the pocket
        ),
    ],
    ids=["D18: a claim spares the home", "D19: a bridge that fills takes it"],
)
def test_points_for_a_claim_around_a_home(
    rows: tuple[str, ...], a: dict[str, Any], spawn: list[int], changes: dict[str, int], points: int
) -> None:
    """6.6, D10: the square of the cells gained."""
    both = run(
        position(*rows, *(".........",) * (9 - len(rows)), a=a, b={"at": spawn, "spawn": spawn}, changes=changes),
        "UP/" if a["dir"] == 1 else "RIGHT/",
    )
    assert both.play.pruned() == [1]
    assert both.state.record.farmers[0].tie == points


WIDE_RING = [
    *([x, 0] for x in range(2, 7)),
    *([7, y] for y in range(4)),
    *([x, 4] for x in range(7, 1, -1)),
    [2, 3],
]


@pytest.mark.parametrize(("enclosed", "points"), [(0, 27 * 27), (1, 12 * 12 // 100 * 100)])
def test_two_claims_in_one_tick_are_counted_apart(enclosed: int, points: int) -> None:
    """6.6, D10: 27 cells gained, 12 of them enclosed, by either farmer."""
    rows = ("AAA" + 13 * ".",) * 3 + (16 * ".",) * 3 + (13 * "." + "BBB",) * 3
    a = {"at": [2, 3], "dir": 1, "trail": WIDE_RING}
    b = {"at": [13, 5], "dir": 2, "trail": [[15 - x, 8 - y] for x, y in WIDE_RING], "spawn": [14, 7]}
    state = position(*rows, a=a, b=b, changes={"d10_points_for_the_enclosed": enclosed})
    farmers = run(state, "UP/DOWN").state.record.farmers
    assert [farmer.tie for farmer in farmers[:2]] == [points, points]


@pytest.mark.parametrize(("ruleset", "count"), [("standard", 1), ("classic", 4)])
def test_how_many_cells_decide_which_piece_an_end_belongs_to(ruleset: str, count: int) -> None:
    """D16: in the engine four, around a corner."""
    assert claims.corners(position(ruleset=ruleset).const) == count


def test_the_cells_around_a_corner_do_not_reach_around_the_edge_of_the_map() -> None:
    """D16: A owns the last cell of the row above, which is one before the first cell of a row."""
    rows = ("........A", "A........", *EMPTY_ROWS)
    state = position(*rows, a={"at": [0, 1]})
    found = [claims.owned_cell_near(state.record, state.const, 0, 9, corner) for corner in range(4)]
    assert found == [9, NOWHERE, NOWHERE, NOWHERE]
