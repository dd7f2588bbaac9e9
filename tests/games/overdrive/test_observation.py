"""Observations for learners: the window and both cars as numbers, from the car's own seat."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.learn.observation import ASIDE, OFF_TRACK, OPPONENT_CODE, TRUCK_CODE
from lanista.games.overdrive.state import LANES, LENGTH, WINDOW
from tests.games.overdrive.positions import Position, busy, position
from tests.rows import every_row

SPEC = OVERDRIVE.rules.spec


def blocks_of(state: Position, seat: int) -> npt.NDArray[np.int16]:
    """The lanes of the track in a seat's window, from the first."""
    row = OVERDRIVE.observe(state, seat)[SPEC.slices["blocks"]].reshape(SPEC.planes[0].shape)
    first = ASIDE + 1 - state.record.cars[seat].lane
    lanes = row[first : first + LANES]
    assert (np.delete(row, range(first, first + LANES), axis=0) == OFF_TRACK).all()
    return lanes


def test_an_observation_begins_with_the_lanes_around_the_car() -> None:
    lanes = blocks_of(busy(), 0).tolist()
    assert lanes[0] == [*range(10), *[0] * 16]
    assert lanes[1] == [0] * 26
    assert lanes[2] == [0] * 11 + [OPPONENT_CODE] + [0] * 14
    assert lanes[3] == [0] * 25 + [TRUCK_CODE]
    assert blocks_of(busy(), 1).tolist()[0] == [*range(6, 10), *[0] * 22]


NUMBERS = {
    "lane": 2,
    "blocks to go": 1460,
    "speed": 6,
    "damage": 2,
    "score": 17,
    "boost rounds": 3,
    "boost items": 0,
    "oil items": 2,
    "lizard items": 0,
    "tweet items": 0,
    "emp items": 1,
    "opponent's lane": 3,
    "opponent's lane from the car's": 1,
    "opponent's lead": 6,
    "opponent's speed": 8,
    "round": 11,
    "rounds left": 589,
    "seat": 0,
}


def test_then_come_both_cars() -> None:
    seen = {part.name: value for part, value in SPEC.split(OVERDRIVE.observe(busy(), 0)) if part.size == 1}
    assert seen == NUMBERS


@every_row("lane", range(1, LANES + 1))
@every_row(
    ("block", "before", "beyond"), [(1, 5, 0), (3, 3, 0), (6, 0, 0), (LENGTH - 20, 0, 0), (LENGTH - 2, 0, 18)]
)
def test_blocks_off_the_track_are_minus_one(lane: int, block: int, before: int, beyond: int) -> None:
    lanes = blocks_of(position({"pos": [lane, block], "speed": 6}), 0)
    assert (lanes == OFF_TRACK).sum() == LANES * (before + beyond)
    assert (lanes[:, :before] == OFF_TRACK).all()
    assert (lanes[:, WINDOW - beyond :] == OFF_TRACK).all()


@pytest.mark.parametrize(("score", "shown"), [(40_000, 32_767), (-40_000, -32_767), (123, 123)])
def test_a_score_beyond_16_bits_is_clamped(score: int, shown: int) -> None:
    state = position({"pos": [2, 40], "speed": 6, "score": score})
    assert OVERDRIVE.observe(state, 0)[SPEC.index("score")] == shown
