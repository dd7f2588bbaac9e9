"""Gradients agree with finite differences, and drawn actions are legal."""

import numpy as np
import pytest

from lanista.engine import Number, ObservationSpec, Plane
from lanista.learn.train.inputs import codes_of, inputs_of
from lanista.learn.train.network import Network, NetworkShape, draw, first_weights, log_chances
from lanista.learn.train.ppo import Experience, advantages, part_gradient
from lanista.learn.train.task import Tuning

SPEC = ObservationSpec.of(
    Plane("ground", (2, 3), 0, 2, codes=((0, "grass"), (1, "mud"), (2, "wall"))),
    Plane("traps", (2,), 0, 3, bits=("mine", "pit")),
    Number("speed", 0, 4),
    Number("score", -1000, 1000),
)
TUNING = Tuning(entropy=0.1)
STEP = 1e-3


def random_rows(random: np.random.Generator, count: int) -> np.ndarray:
    return random.integers(SPEC.low, SPEC.high + 1, (count, SPEC.size)).astype(np.int16)


@pytest.fixture
def network() -> Network:
    random = np.random.default_rng(3)
    inputs = inputs_of(SPEC, random_rows(random, 200))
    shape = NetworkShape(codes_of(SPEC), len(inputs.code_at), inputs.size, (7, 5), 4)
    vector = first_weights(shape, random).astype(np.float64)  # in double precision differences can be small
    vector += 0.1 * random.standard_normal(len(vector))
    return Network(inputs, shape, vector, np.arange(4, dtype=np.int32))  # type: ignore[arg-type]


def some_turns(random: np.random.Generator, count: int = 40) -> Experience:
    masks = random.random((count, 4)) < 0.7
    masks[:, 1] = True
    return Experience(
        random_rows(random, count),
        masks,
        np.ones(count, dtype=np.int32),
        np.log(random.uniform(0.1, 0.9, count)),
        random.standard_normal(count, dtype=np.float32),
        random.standard_normal(count, dtype=np.float32),
    )


def loss(network: Network, turns: Experience, *, is_lesson: bool) -> float:
    _, losses = part_gradient(network, turns, TUNING, is_lesson=is_lesson)
    return losses.policy + TUNING.value_weight * losses.value - TUNING.entropy * losses.entropy


@pytest.mark.parametrize("is_lesson", [False, True])
def test_the_gradient_is_that_of_the_loss(network, is_lesson):
    random = np.random.default_rng(5)
    turns = some_turns(random)
    gradient, _ = part_gradient(network, turns, TUNING, is_lesson=is_lesson)
    for _ in range(30):
        direction = random.standard_normal(len(network.vector))
        direction /= np.linalg.norm(direction)
        kept = network.vector.copy()
        network.vector[:] = kept + STEP * direction
        above = loss(network, turns, is_lesson=is_lesson)
        network.vector[:] = kept - STEP * direction
        below = loss(network, turns, is_lesson=is_lesson)
        network.vector[:] = kept
        assert (above - below) / (2 * STEP) == pytest.approx(gradient @ direction, abs=2e-3)


def test_drawn_actions_are_legal_and_as_frequent_as_their_chances():
    random = np.random.default_rng(1)
    scores = np.tile(np.log(np.array([1, 2, 5, 2], dtype=np.float32)), (8000, 1))
    mask = np.tile([True, True, False, True], (8000, 1))
    drawn = np.bincount(draw(log_chances(scores, mask), random), minlength=4) / 8000
    assert drawn == pytest.approx([0.2, 0.4, 0.0, 0.4], abs=0.03)


def test_an_advantage_ends_with_its_match():
    rewards = np.array([[0.0], [1.0], [0.0]], dtype=np.float32)
    done = np.array([[False], [True], [False]])
    values = np.zeros((4, 1), dtype=np.float32)
    tuning = Tuning(discount=0.5, trace=1.0)
    assert advantages(rewards, done, values, tuning)[:, 0].tolist() == [0.5, 1.0, 0.0]


def test_inputs_that_never_change_are_left_out():
    rows = random_rows(np.random.default_rng(1), 100)
    rows[:, 0] = 1
    rows[:, SPEC.index("speed")] = 2
    inputs = inputs_of(SPEC, rows)
    assert inputs.code_at.tolist() == [1, 2, 3, 4, 5]
    assert SPEC.index("speed") not in inputs.equal_at
    assert np.abs(inputs.plain(rows)[:, -1].mean()) < 1e-4
