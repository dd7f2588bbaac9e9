"""Light cycles conforms, and its rules do what they say."""

import pytest

import lanista
from lanista.engine import State
from lanista.game import Outcome, Played
from lanista.testing import check_game
from lightcycles.game import LIGHTCYCLES
from lightcycles.notes import Crashed
from lightcycles.rules import Move
from lightcycles.state import Arena, Config, Turn

AHEAD, RIGHT, LEFT = (Move(turn) for turn in Turn)


def start() -> State[Arena, Config]:
    """Two riders in row 5 that face each other, with two free cells between them."""
    state = LIGHTCYCLES.start(LIGHTCYCLES.configure(), seed=1, seats=2)
    for seat, x in enumerate((8, 11)):
        state.record.riders[seat].x, state.record.riders[seat].y = x, 5
        state.record.trails[5, x] = seat + 1
    return state


def test_it_conforms() -> None:
    check_game(LIGHTCYCLES)


@pytest.mark.parametrize(
    ("turns", "ranks", "reason"),
    [
        ([(AHEAD, AHEAD), (AHEAD, AHEAD)], (1, 1), "decided"),  # into each other's trails
        ([(AHEAD, RIGHT), (AHEAD, AHEAD), (AHEAD, AHEAD)], (2, 1), "decided"),  # into a trail
        ([(RIGHT, AHEAD)], None, None),
    ],
)
def test_matches_end(turns: list[tuple[Move, Move]], ranks: tuple[int, ...], reason: str) -> None:
    state = start()
    for moves in turns:
        LIGHTCYCLES.step(state, moves)
    outcome = LIGHTCYCLES.outcome(state)
    assert outcome == (Outcome(ranks, outcome.scores, reason) if outcome and reason else None)


def test_a_crash_is_noted_once() -> None:
    state = start()
    state.record.trails[5, 9] = 2
    assert Played(state, [AHEAD, LEFT]).notes == [Crashed(seat=0, x=8, y=5)]


def test_the_stronger_bot_wins() -> None:
    winners = [lanista.play("lightcycles", ["roomy", "careful"], seed=seed).winner for seed in range(6)]
    assert winners.count(0) > winners.count(1)
