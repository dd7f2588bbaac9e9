"""Ratings while a league runs."""

from __future__ import annotations

import numpy as np
import pytest

from lanista.stats.online import OnlineRatings


def test_a_new_player_starts_at_0_and_unsure():
    ratings = OnlineRatings()
    assert ratings.elo(7) == 0
    assert ratings.sigma(7) > 200


@pytest.mark.parametrize(("places", "order"), [((1, 2, 3), (0, 1, 2)), ((3, 1, 2), (1, 2, 0))])
def test_ratings_follow_the_places(places, order):
    ratings = OnlineRatings(seats=3)
    before = ratings.sigma(0)
    ratings.add((0, 1, 2), places)
    elo = [ratings.elo(player) for player in order]
    assert elo == sorted(elo, reverse=True)
    assert ratings.sigma(0) < before


def test_draws_between_equals_change_nothing():
    ratings = OnlineRatings()
    ratings.add((0, 1), (1, 1))
    assert ratings.elo(0) == pytest.approx(ratings.elo(1), abs=1e-9) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_scale_is_that_of_elo(seats):
    """Players who are 200 Elo apart come to differ by about that."""
    random = np.random.default_rng(14)
    strengths = np.array([200.0, 0.0, 0.0, 0.0])[:seats] * np.log(10) / 400
    ratings = OnlineRatings(seats)
    leads = []
    for _ in range(600):
        order = np.argsort(-(strengths + random.gumbel(size=seats)))
        ratings.add([*range(seats)], (1 + np.argsort(order)).tolist())
        leads.append(ratings.elo(0) - np.mean([ratings.elo(player) for player in range(1, seats)]))
    assert np.mean(leads[100:]) == pytest.approx(200, abs=50)
