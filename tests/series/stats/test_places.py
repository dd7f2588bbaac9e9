"""How likely the first places are right."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from lanista.series.stats.coverage import MadeUp, calibration
from lanista.series.stats.places import contenders, right_places


@pytest.mark.parametrize("lead", [0, 20, 60, 200])
def test_two_bots_are_right_as_a_normal_distribution_says(lead):
    """Better by more than the margin, with a standard error of 50 of the difference."""
    found = right_places(np.array([0.0, lead]), np.eye(2) * 50**2 / 2, 1, margin=10)
    assert found == pytest.approx(NormalDist().cdf((lead + 10) / 50), abs=0.01)


def test_the_order_within_the_first_places_counts():
    elo, covariance = np.array([300.0, 290.0, 0.0, -300.0]), np.eye(4) * 400
    assert right_places(elo, covariance, 1, 0) == pytest.approx(NormalDist().cdf(10 / 28.28), abs=0.02)
    assert right_places(elo, covariance, 2, 0) == pytest.approx(NormalDist().cdf(10 / 28.28), abs=0.02)
    assert right_places(elo, covariance, 1, 120) > 0.999


def test_equal_bots_are_right_once_they_are_known_within_the_margin():
    assert right_places(np.zeros(5), np.eye(5), 3, margin=10) == 1.0
    assert right_places(np.zeros(5), np.eye(5) * 10_000, 3, margin=10) < 0.1


@pytest.mark.parametrize(("bots", "places"), [(0, 3), (1, 1), (1, 3), (3, 0)])
def test_without_a_choice_places_are_right(bots, places):
    assert right_places(np.zeros(bots), np.eye(bots), places) == 1.0


def test_all_places_of_a_small_league_may_be_asked_for():
    elo = np.array([0.0, 500.0, -500.0])
    assert right_places(elo, np.eye(3), 3) == right_places(elo, np.eye(3), 2) == 1.0


def test_far_bots_do_not_change_the_answer():
    elo, covariance = np.array([100.0, 80.0, 60.0, 40.0]), np.eye(4) * 900
    more = np.append(elo, np.full(200, -2000.0))
    assert right_places(more, np.eye(204) * 900, 3) == right_places(elo, covariance, 3)
    assert contenders(more, np.full(204, 30.0), 3) == [0, 1, 2, 3]


def test_correlated_errors_count():
    """Only the difference matters: both ratings may be unsure by the same amount."""
    elo = np.array([20.0, 0.0])
    assert right_places(elo, np.full((2, 2), 1e6) + np.eye(2), 1, margin=0) > 0.999


def test_places_are_right_as_often_as_promised():
    found = calibration(MadeUp("", bots=8, seats=2, units=12, draws=0.0), places=2, margin=10, leagues=120)
    assert found.promised == pytest.approx(found.right, abs=0.08)
