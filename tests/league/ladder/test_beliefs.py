"""Beliefs from matches, against the models that they approximate."""

import itertools

import numpy as np
import pytest

from lanista.league.ladder.beliefs import PER_ELO, START_ELO, Beliefs, ranking_weight


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_ranking_of_equal_bots_tells_as_much_as_plackett_luce_says(seats):
    """The Fisher information about one bot is the mean of the square of its score function."""
    scores = []
    for order in itertools.permutations(range(seats)):
        place = order.index(0)
        scores.append(1 - sum(1 / (seats - stage) for stage in range(place + 1)))
    by_comparisons = ranking_weight(seats) * (seats - 1) / 4
    assert np.mean(np.square(scores)) == pytest.approx(by_comparisons)


def test_one_match_of_two_is_the_step_of_a_kalman_filter():
    beliefs = Beliefs(np.array([30.0, -20.0]), np.array([900.0, 2500.0]))
    beliefs.observe((0, 1), (2, 1))
    expected = 1 / (1 + 10 ** (-50 / 400))
    fisher = PER_ELO**2 * expected * (1 - expected)
    gain = 1 / (1 + fisher * 3400)
    assert beliefs.variance == pytest.approx([900 - 900**2 * fisher * gain, 2500 - 2500**2 * fisher * gain])
    assert beliefs.mean == pytest.approx(
        [30 - 900 * PER_ELO * expected * gain, -20 + 2500 * PER_ELO * expected * gain]
    )


def test_beliefs_come_near_the_true_strengths():
    random = np.random.default_rng(3)
    elo = np.array([150.0, 50.0, 0.0, -200.0])
    beliefs = Beliefs()
    beliefs.grow(4)
    for _ in range(600):
        pair = random.choice(4, 2, replace=False)
        won = random.random() < 1 / (1 + 10 ** ((elo[pair[1]] - elo[pair[0]]) / 400))
        beliefs.observe(tuple(pair), (1, 2) if won else (2, 1))
    off = (beliefs.mean - beliefs.mean.mean() - elo + elo.mean()) / np.sqrt(beliefs.variance)
    assert np.max(np.abs(off)) < 3.5


def test_equal_places_leave_equal_bots_where_they_are():
    beliefs = Beliefs()
    beliefs.grow(3)
    beliefs.observe((0, 1, 2), (1, 1, 1))
    assert beliefs.mean == pytest.approx([0, 0, 0])
    assert np.all(beliefs.variance < START_ELO**2)


def test_matches_to_come_lower_the_variances_as_they_will():
    beliefs = Beliefs(np.array([10.0, 0.0, 5.0]), np.full(3, 400.0))
    expected = beliefs.expecting([(0, 1)], beliefs.variance)
    beliefs.observe((0, 1), (1, 2))
    assert expected == pytest.approx(beliefs.variance)
