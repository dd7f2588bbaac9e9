"""The value of a match is what it takes away from the entropy of the questions."""

import math

import numpy as np
import pytest

from lanista.league.ladder.beliefs import PER_ELO
from lanista.league.ladder.information import Questions

NOBODY = np.full(9, -1)


def entropy(difference: float, variance: float, margin: float) -> float:
    wrong = math.erfc((difference + margin) / math.sqrt(2 * variance)) / 2
    return -wrong * math.log(wrong) - (1 - wrong) * math.log(1 - wrong)


@pytest.mark.parametrize(("lead", "margin"), [(0, 10), (15, 10), (60, 10), (30, 1)])
def test_the_value_of_a_match_is_the_mean_fall_of_entropy(lead, margin):
    """By integrating over the normal distribution of where the difference of two bots moves."""
    variances = 900.0, 1600.0
    questions = Questions(np.array([lead, 0.0]), np.array(variances), 1, margin, 2, 1)
    spread = sum(variances)
    expected = 1 / (1 + 10 ** (-lead / 400))
    fisher = 1e-3 * PER_ELO**2 * expected * (1 - expected)  # a thousandth of a match: a small step
    fall = spread**2 * fisher / (1 + fisher * spread)
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    after = sum(
        weight * entropy(lead + node * math.sqrt(fall), spread - fall, margin)
        for node, weight in zip(nodes, weights, strict=True)
    ) / math.sqrt(2 * math.pi)
    told = entropy(lead, spread, margin) - after
    open_pairs = questions._open[0, 1]
    assert told == pytest.approx(fall * open_pairs, rel=0.01)


def test_the_bots_at_the_border_of_the_first_places_play():
    """Place 3 and 4 are close, all else is clear."""
    mean = np.array([-300.0, 400, 200, 5, 0, -200, -400])
    questions = Questions(mean, np.full(7, 400.0), 3, 10, 2, 2)
    assert sorted(questions.best_pair(NOBODY[:7])) == [3, 4]


def test_two_bots_do_not_meet_twice_running():
    mean = np.array([-300.0, 400, 200, 5, 0, -200, -400])
    questions = Questions(mean, np.full(7, 400.0), 3, 10, 2, 2)
    last = np.array([-1, -1, -1, 4, 3, -1, -1])
    pair = questions.best_pair(last)
    assert len({*pair} & {3, 4}) == 1
    assert questions.best_opponent(3, last) != 4


def test_nothing_is_open_about_bots_closer_than_the_margin():
    questions = Questions(np.zeros(5), np.full(5, 0.1), 3, 10, 2, 2)
    assert questions.is_settled


def test_more_seats_are_filled_with_those_who_matter():
    mean = np.array([-900.0, 400, 200, 5, 0, -10, -1000, -1100])
    questions = Questions(mean, np.full(8, 400.0), 3, 10, 4, 1)
    assert {3, 4, 5} < set(questions.add_best(questions.best_pair(NOBODY[:8]), 4))


def test_what_is_known_less_is_played_more():
    mean, variance = np.array([300.0, 200, 100, 0, 0]), np.array([400.0, 400, 400, 400, 40000])
    questions = Questions(mean, variance, 3, 10, 2, 2)
    assert 4 in questions.best_pair(NOBODY[:5])
