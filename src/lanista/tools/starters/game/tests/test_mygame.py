"""My game conforms, and its rules do what they say."""

import pytest

import lanista
from lanista.engine import State
from lanista.game import Played
from lanista.testing import check_game
from mygame.game import MYGAME
from mygame.moves import Move
from mygame.notes import Took
from mygame.state import Board, Config, Way

STAY = Move(Way.STAY)


def start() -> State[Board, Config]:
    """Two runners in opposite corners, and a gem at (2, 0)."""
    state = MYGAME.start(MYGAME.configure(), seed=1, seats=2)
    state.record.gem_x, state.record.gem_y = 2, 0
    return state


def test_it_conforms() -> None:
    check_game(MYGAME)


@pytest.mark.parametrize(
    ("ways", "cell"),
    [
        ([Way.RIGHT], (1, 0)),
        ([Way.LEFT], (0, 0)),  # the edge of the board
        ([Way.DOWN, Way.RIGHT], (1, 1)),
    ],
)
def test_runners_walk_and_stay_on_the_board(ways: list[Way], cell: tuple[int, int]) -> None:
    state = start()
    for way in ways:
        MYGAME.step(state, [Move(way), STAY])
    assert (state.record.runners[0].x, state.record.runners[0].y) == cell


def test_a_runner_alone_on_the_gem_takes_it() -> None:
    state = start()
    state.record.runners[0].x = 1
    assert Played(state, [Move(Way.RIGHT), STAY]).notes == [Took(seat=0, x=2, y=0, gems=1)]


def test_seeker_beats_random() -> None:
    match = lanista.play("mygame", ["seeker", "random"], seed=1)
    assert match.winner == 0
    assert match.faults == [None, None]
