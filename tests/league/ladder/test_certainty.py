"""How sure the first places are."""

import numpy as np
import pytest

from lanista.league.ladder.certainty import LOOKS, Certainty, dispersion
from lanista.series.stats.places import right_places
from lanista.series.stats.plackett_luce import Fit, fit
from lanista.series.stats.rankings import Ranked


def played(units: int, *, same: float, seed: int = 3) -> Fit:
    """Units of four equal bots; in a share of them the second match ends like the first."""
    random = np.random.default_rng(seed)
    matches = []
    for unit in range(units):
        a, b = random.choice(4, 2, replace=False).tolist()
        first = bool(random.integers(2))
        second = first if random.random() < same else bool(random.integers(2))
        matches += [
            Ranked((a, b), (1, 2) if first else (2, 1), unit),
            Ranked((b, a), (2, 1) if second else (1, 2), unit),
        ]
    return fit(4, matches)


@pytest.mark.parametrize(("same", "low", "high"), [(0, 1, 1.15), (1, 1.75, 2.25), (0.5, 1.3, 1.7)])
def test_units_whose_matches_end_alike_tell_less(same, low, high):
    assert low <= dispersion(played(600, same=same)) <= high


def test_few_units_do_not_say_how_they_scatter():
    assert dispersion(played(5, same=1)) == 1


def test_the_probability_is_counted_down_for_repeated_looks():
    found = played(100, same=0)
    certainty = Certainty(found.elo, found.covariance, 2, 10.0)
    assert certainty.probability == pytest.approx(right_places(found.elo, found.covariance, 2, 10.0) ** LOOKS)


def test_a_bot_that_is_not_rated_yet_may_be_the_best():
    found = fit(3, [Ranked((a, b), (1, 2)) for a in range(3) for b in range(a + 1, 3) for _ in range(60)])
    assert Certainty.of(found, [0, 1, 2], 2, 10.0).probability > 0.9
    assert Certainty.of(found, [0, 1, 2, 3], 2, 10.0).probability < 0.5


def test_precision_has_to_grow_until_the_places_are_sure():
    certainty = Certainty(np.array([60.0, 0.0]), np.diag([2000.0, 2000.0]), 1, 10.0)
    factor = certainty.needed_factor(0.95)
    assert Certainty(certainty.elo, certainty.covariance / factor, 1, 10.0).probability >= 0.95
    assert Certainty(certainty.elo, certainty.covariance / (0.95 * factor), 1, 10.0).probability < 0.95
    assert Certainty(np.array([600.0, 0.0]), np.eye(2), 1, 10.0).needed_factor(0.95) == 1


@pytest.mark.parametrize("lead", [0, 20, 60, 200])
def test_the_quick_denial_is_right(lead):
    certainty = Certainty(np.array([0.0, lead, -50]), np.diag([500.0, 700, 900]), 2, 10.0)
    assert certainty.probability <= certainty._most() + 0.02
    for sure in (0.5, 0.9, 0.99):
        assert certainty.is_at_least(sure) == (certainty.probability >= sure)
