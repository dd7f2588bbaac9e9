"""By simulation: how often a test errs, and how long it takes."""

import random

import pytest

from lanista.series.stats import EloScale, ScoreSample, Sprt, SprtDecision
from lanista.series.stats.simulate import simulate

SHAPES = {  # both lost, lost and drawn, even, won and drawn, both won
    "few draws": (23, 4, 46, 4, 23),
    "many draws": (1, 10, 78, 10, 1),
    "correlated": (40, 5, 10, 5, 40),
}
ERRORS = (0.05, 0.01)
TESTS = 250


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("error", ERRORS)
def test_equal_bots_are_accepted_as_rarely_as_promised(shape, error):
    test = Sprt(0, 30, error, error)
    rates = simulate(test, SHAPES[shape], 0, played_at=30, tests=TESTS, seed=1)
    assert rates.accepted == pytest.approx(error, abs=0.01)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("error", ERRORS)
def test_a_difference_at_the_upper_bound_is_rejected_as_rarely_as_promised(shape, error):
    test = Sprt(0, 30, error, error)
    rates = simulate(test, SHAPES[shape], 30, played_at=0, tests=TESTS, seed=2)
    assert rates.rejected == pytest.approx(error, abs=0.01)


@pytest.mark.parametrize("shape", ["few draws", "correlated"])
def test_weighed_rates_are_those_of_counted_errors(shape):
    """The assumption behind the two tests above."""
    test = Sprt(0, 60, 0.1, 0.1)
    counted = simulate(test, SHAPES[shape], 0, tests=500, seed=3)
    weighed = simulate(test, SHAPES[shape], 0, played_at=60, tests=200, seed=3)
    assert counted.accepted + counted.rejected == 1
    assert weighed.accepted == pytest.approx(counted.accepted, abs=0.03)


def test_errors_on_the_logistic_scale():
    test = Sprt(0, 30, model=EloScale.LOGISTIC)
    rates = simulate(test, SHAPES["few draws"], 0, played_at=30, tests=TESTS, seed=3)
    assert rates.accepted == pytest.approx(0.05, abs=0.01)


def test_unequal_errors_keep_their_sides():
    test, shape = Sprt(0, 30, alpha=0.2, beta=0.01), SHAPES["few draws"]
    wrongly_accepted = simulate(test, shape, 0, played_at=30, tests=TESTS, seed=5).accepted
    wrongly_rejected = simulate(test, shape, 30, played_at=0, tests=TESTS, seed=5).rejected
    assert (wrongly_accepted, wrongly_rejected) == pytest.approx((0.2, 0.01), abs=0.02)


def test_a_difference_beyond_the_bounds_is_decided_sooner():
    lengths = [simulate(Sprt(0, 30), SHAPES["few draws"], elo, tests=100, seed=4).units for elo in (15, 30, 90)]
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize("model", EloScale)
def test_estimated_ratios_change_no_decision(model, monkeypatch):
    """Far from the bounds the exact ratios are not computed."""
    test, shape = Sprt(0, 50, model=model), SHAPES["few draws"]
    quick = simulate(test, shape, 25, tests=100, seed=6)
    monkeypatch.setattr("lanista.series.stats.simulate.NEAR", -1.0)
    assert simulate(test, shape, 25, tests=100, seed=6) == quick


def test_expected_units_left_are_those_of_tests_that_go_on_like_this():
    test, counts = Sprt(0, 80), (8, 4, 20, 8, 12)
    left = test.status(ScoreSample.of_pairs(counts)).units_left
    chance = random.Random(8)
    mean = sum(play(test, counts, chance) for _ in range(40)) / 40
    assert left == pytest.approx(mean, rel=0.3)


def play(test: Sprt, counts: tuple[int, ...], chance: random.Random) -> int:
    """The units until a test is decided that continues with the shares it has."""
    found, units = list(counts), 0
    while test.status(ScoreSample.of_pairs(found)).decision is SprtDecision.UNDECIDED:
        found[chance.choices(range(5), counts)[0]] += 1
        units += 1
    return units


def test_a_limit_on_units_leaves_tests_undecided():
    rates = simulate(Sprt(), SHAPES["few draws"], 10, tests=20, seed=1, max_units=50)
    assert (rates.accepted, rates.rejected, rates.units) == (0, 0, 50)
