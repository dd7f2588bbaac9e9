"""Numbers for learners: the squares around the robot, both robots, and ways around the board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.learn import observation
from lanista.games.rampage.learn.observation import (
    BULLET_BIT,
    FIRES_NEXT_BIT,
    ITEM_BIT,
    OPPONENT_BIT,
    OPPONENT_BULLET_BIT,
    OWN_BULLET_BIT,
    REACH,
    TURRET_BIT,
    WALL_BIT,
    WINDOW,
)
from lanista.games.rampage.state import WALL, Direction, ItemKind, Word
from lanista.games.rampage.views import bullets_of, items_of
from lanista.tools.conformance.play import RandomPlay
from tests.games.rampage.positions import Position, busy, position
from tests.rows import every_row

Grid = npt.NDArray[np.int16]


def planes(state: Position, seat: int) -> tuple[Grid, Grid]:
    """The ground and what moves over it."""
    found = dict(RAMPAGE.observation_spec.split(RAMPAGE.observe(state, seat)))
    ground, moving = (found[plane] for plane in RAMPAGE.observation_spec.planes)
    return ground, moving


def number(state: Position, seat: int, name: str) -> int:
    """A single number by its name."""
    return int(RAMPAGE.observe(state, seat)[RAMPAGE.observation_spec.index(name)])


# A board that is drawn

DRAWN = (
    "#..........",
    "...........",
    "...T..L....",
    "..A........",
    "......<....",
    "....B...t..",
    "...........",
    "..........S",
    "...........",
    ".....#.....",
    "...........",
)


def test_the_robot_sees_the_squares_around_it() -> None:
    ground, moving = planes(position(*DRAWN), 0)
    assert {(x - REACH, y - REACH): int(ground[y, x]) for y, x in np.argwhere(ground)} == {
        (1, -1): TURRET_BIT + FIRES_NEXT_BIT,
        (4, -1): ITEM_BIT << ItemKind.LASER,
        (-2, -3): WALL_BIT,
        (-3, 4): ITEM_BIT << ItemKind.SHIELD,
    }
    assert {(x - REACH, y - REACH): int(moving[y, x]) for y, x in np.argwhere(moving)} == {
        (2, 2): OPPONENT_BIT,
        (4, 1): (BULLET_BIT << Direction.LEFT) + OPPONENT_BULLET_BIT,
    }


def test_a_disabled_turret_is_like_a_wall_and_bullets_have_owners() -> None:
    ground, moving = planes(position(*DRAWN), 1)
    assert ground[REACH, 2 * REACH] == WALL_BIT + TURRET_BIT
    assert moving[REACH - 1, REACH + 2] == (BULLET_BIT << Direction.LEFT) + OWN_BULLET_BIT


def test_numbers_of_both_players_and_of_the_match() -> None:
    """The seat's own come first."""
    state = busy()
    mine, theirs = (RAMPAGE.observe(state, seat).tolist() for seat in (0, 1))
    own, opponent, away = observation.OWN, observation.OPPONENT, observation.AWAY
    assert mine[observation.MATCH : own] == [1, 49, 11, 5]
    assert mine[own:opponent] == [Direction.RIGHT, 1, 0, 0, 1, 0, 0, Word.SHOOT]
    assert mine[opponent:away] == [Direction.LEFT, 2, 0, 0, 0, 0, 0, Word.NONE]
    assert (theirs[own:opponent], theirs[opponent:away]) == (mine[opponent:away], mine[own:opponent])


@pytest.mark.parametrize(
    ("seat", "target", "right", "down"),
    [
        (0, "the opponent", 2, 2),
        (1, "the opponent", -2, -2),
        (0, "the nearest item", 4, -1),
        (1, "the nearest item", 2, -3),
        (0, "pad 0", 0, 0),
    ],
)
def test_ways_are_the_shorter_ones_around_the_board(seat: int, target: str, right: int, down: int) -> None:
    state = position(*DRAWN)
    found = [number(state, seat, f"squares {way} to {target}") for way in ("right", "down")]
    assert found == [right, down]


def test_the_nearest_item_has_a_kind_until_none_is_left() -> None:
    state = position(*DRAWN)
    assert number(state, 1, "nearest item") == 1 + ItemKind.LASER
    state.record.lies[0] = 0
    assert number(state, 1, "nearest item") == 1 + ItemKind.SHIELD
    assert number(state, 1, "squares right to the nearest item") == -5, "around the edge"
    state.record.lies[1] = 0
    assert [number(state, 1, name) for name in ("nearest item", "squares right to the nearest item")] == [0, 0]


def test_ways_to_pads_are_shown_to_a_robot_that_can_teleport() -> None:
    state = position("A..0...", ".......", "..1...B", ".......", ".......", a={"teleport": 1})
    ways = [RAMPAGE.observe(state, seat)[observation.TO_PADS :].tolist() for seat in (0, 1)]
    assert ways == [[3, 0, 2, 2, *[0] * 8], [0] * 12]


# Every size of board, against NumPy: slow, and plain to see


def expected(state: Position, seat: int) -> tuple[Grid, Grid]:
    """The same planes, made from whole boards that are rolled and repeated."""
    arena, config = state.record, state.const
    size = config.height, config.width
    ground = np.array(config.board)[: config.width * config.height]
    board, moving = (ground == WALL).astype(np.int16), np.zeros(ground.shape, dtype=np.int16)
    for turret, site in zip(arena.turrets[: config.n_turrets], config.places, strict=False):
        fires = FIRES_NEXT_BIT if turret.phase < site.fire else 0
        board[site.square] = TURRET_BIT + fires if turret.alive else TURRET_BIT + WALL_BIT
    for square, kind in items_of(state):
        board[square] |= ITEM_BIT << kind
    for square, direction, owner in bullets_of(state):
        moving[square] |= (BULLET_BIT << direction) + (OWN_BULLET_BIT if owner == seat else OPPONENT_BULLET_BIT)
    moving[arena.players[1 - seat].square] |= OPPONENT_BIT
    y, x = divmod(arena.players[seat].square, config.width)
    rows, columns = (np.arange(at - REACH, at + REACH + 1) for at in (y, x))
    first, second = (grid.reshape(size)[np.ix_(rows % size[0], columns % size[1])] for grid in (board, moving))
    return first, second


SIZES = [(3, 3), (5, 9), (8, 8), (9, 9), (10, 21), (15, 15), (21, 21), (64, 7), (64, 64)]


@every_row(("width", "height"), SIZES)
def test_planes_are_right_on_boards_of_every_size(width: int, height: int) -> None:
    config = RAMPAGE.configure("standard", {"any_size": 1, "width": width, "height": height})
    state, dice = RAMPAGE.start(config, 3), RandomPlay(RAMPAGE, width)
    for turn in range(24):
        for seat in (0, 1):
            if turn % 4 == 0:  # from all over the board
                state.record.players[seat].square = (turn * 97 + seat * 55) % (width * height)
            for plane, wanted in zip(planes(state, seat), expected(state, seat), strict=True):
                assert plane.shape == (WINDOW, WINDOW)
                np.testing.assert_array_equal(plane, wanted)
        if turn % 4 == 3:
            RAMPAGE.step(state, [dice.legal(state, seat) for seat in (0, 1)])
