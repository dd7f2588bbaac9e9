"""The helpers of section 5: following a direction, quick turns, what could be hit, and ways."""

from __future__ import annotations

from itertools import product

import pytest

from lanista.games.tanks.game import TANKS
from lanista.games.tanks.state import Orientation, Rotation
from lanista.games.tanks.tactics.paths import (
    Spot,
    StepCost,
    cardinal_way,
    could_hit_cardinally,
    could_hit_positionally,
    find_path,
    follow,
    neighbours,
    quick_turn,
    reachable,
)
from tests.games.tanks.positions import E, N, S, W, play, position

SIZE = (8, 6)


def test_following_a_direction() -> None:
    assert follow((3, 3), Orientation.NORTH_WEST, SIZE) == (2, 2)
    assert follow((0, 3), Orientation.WEST, SIZE) is None
    assert follow((7, 5), Orientation.SOUTH, SIZE) is None


def test_neighbours_are_clockwise_from_north() -> None:
    assert neighbours((3, 3), SIZE) == [(3, 2), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (2, 3), (2, 2)]
    assert neighbours((0, 0), SIZE) == [(1, 0), (1, 1), (0, 1)]


TURNS = [(0, Rotation.COUNTER_CLOCKWISE, 0), (1, Rotation.CLOCKWISE, 1), (4, Rotation.CLOCKWISE, 4)]
TURNS += [(5, Rotation.COUNTER_CLOCKWISE, 3), (7, Rotation.COUNTER_CLOCKWISE, 1)]


@pytest.mark.parametrize(("turn", "rotation", "steps"), TURNS)
@pytest.mark.parametrize("start", [0, 3, 7])
def test_the_shorter_rotation(start: int, turn: int, rotation: Rotation, steps: int) -> None:
    """For 4 steps clockwise, for 0 steps counter-clockwise."""
    assert quick_turn(start, (start + turn) % 8) == (rotation, steps)


def test_what_could_be_hit() -> None:
    """Same row, column or diagonal, at most 14; or at most 7 on each axis; never oneself."""
    for x, y in product(range(-16, 17), repeat=2):
        away = max(abs(x), abs(y))
        aligned = x == 0 or y == 0 or abs(x) == abs(y)
        assert could_hit_cardinally((50, 50), (50 + x, 50 + y)) == (aligned and 0 < away <= 14)
        assert could_hit_positionally((50, 50), (50 + x, 50 + y)) == (0 < away <= 7)
    assert cardinal_way((2, 2), (5, 5)) is Orientation.SOUTH_EAST


def over(*rows: str, unknown: int | None = None) -> tuple[Spot, StepCost]:
    """The size of a drawn world, and what its cells cost: `?` as the bot's policy says."""
    costs = {".": 0, "?": unknown}
    return (len(rows[0]), len(rows)), lambda spot: costs.get(rows[spot[1]][spot[0]])


WAYS = [
    ("straight on", ("1...*",), E, "MOVE FORWARD|" * 4),
    ("a turn first", ("1", ".", "*"), E, "ROTATE CLOCKWISE|" * 2 + "MOVE FORWARD|" * 2),
    (
        "round a lake",
        ("1L*", "..."),
        E,
        "ROTATE CLOCKWISE|MOVE FORWARD|" + "ROTATE COUNTER_CLOCKWISE|" * 2 + "MOVE FORWARD|",
    ),
    ("diagonals squeeze through", ("1L", "L*"), S, "ROTATE COUNTER_CLOCKWISE|MOVE FORWARD|"),
    ("turning round", ("*.1",), E, "ROTATE CLOCKWISE|" * 4 + "MOVE FORWARD|" * 2),
]


@pytest.mark.parametrize(("rows", "facing", "texts"), [w[1:] for w in WAYS], ids=[w[0] for w in WAYS])
def test_a_cheapest_way(rows: tuple[str, ...], facing: Orientation, texts: str) -> None:
    marks = {mark: (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row)}
    size, cost = over(*(row.replace("*", ".") for row in rows))
    way = find_path(marks["1"], facing, marks["*"], size, cost)
    assert way is not None
    assert "|".join(TANKS.write(move) for move in way) + "|" == texts
    state = position(*(row.replace("*", ".") for row in rows), facing={1: facing})
    for move in way:
        state.record.over = 0
        play(state, TANKS.write(move))
    assert (state.record.tanks[0].x, state.record.tanks[0].y) == marks["*"]


def test_where_there_is_no_way() -> None:
    size, cost = over("..L..", "..L..")
    assert find_path((0, 0), N, (4, 0), size, cost) is None
    assert find_path((0, 0), N, (0, 0), size, cost) == []
    assert set(reachable((0, 0), size, cost)) == {(0, 0), (1, 0), (0, 1), (1, 1)}


ROWS = (".?.", "LL.", "...")


@pytest.mark.parametrize(("unknown", "steps"), [(None, None), (0, 2), (1, 2)])
def test_unknown_cells_are_what_the_policy_says(unknown: int | None, steps: int | None) -> None:
    size, cost = over(*ROWS, unknown=unknown)
    way = find_path((0, 0), E, (2, 0), size, cost)
    assert (len(way) if way is not None else None) == steps


def test_costly_unknown_cells_are_gone_round() -> None:
    size, cost = over(".?.", "...", "...", unknown=9)
    way = find_path((0, 0), E, (2, 0), size, cost)
    assert way is not None
    assert [TANKS.write(move) for move in way].count("MOVE FORWARD") == 2
    assert reachable((2, 0), size, cost)[0, 0] == 2
    assert find_path((0, 0), W, (1, 0), size, cost) is not None, "the only way leads there"
