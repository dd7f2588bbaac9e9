"""The hypotheses of a bisection: well separated, and with error rates that hold for the whole answer."""

import math

import pytest

from lanista.series.stats import EloScale, ScoreSample, Sprt, SprtDecision, strength
from lanista.tools.bisect.hypotheses import (
    MAX_LOSS,
    endless,
    first_test,
    is_loss,
    measured_loss,
    step_test,
    units_missing,
)

REQUESTED = Sprt(0, 20, 0.05, 0.1)


def test_the_first_test_is_of_a_loss():
    test = first_test(REQUESTED, tests=5)
    assert (test.elo0, test.elo1) == (-20, 0)
    assert test.beta == pytest.approx(0.01), "a loss is claimed by rejecting that BAD is as good"
    assert test.alpha == pytest.approx(0.02)
    assert test.status(ScoreSample.of_pairs([90, 0, 20, 0, 10])).decision is SprtDecision.REJECTED
    assert test.status(ScoreSample.of_pairs([10, 0, 20, 0, 90])).decision is SprtDecision.ACCEPTED


@pytest.mark.parametrize(
    ("elo0", "loss", "bounds"),
    [
        (0, 60, (-30, 0)),
        (0, 50, (-25, 0)),
        (0, 30, (-20, 0)),
        (10, 50, (-30, -10)),
        (0, 5000, (-MAX_LOSS, 0)),
        (0, math.inf, (-200, 0)),
    ],
)
def test_a_step_is_between_no_loss_and_half_of_it_or_elo1(elo0, loss, bounds):
    test = step_test(first_test(Sprt(elo0, elo0 + 20), 4), loss)
    assert (test.elo0, test.elo1) == bounds


@pytest.mark.parametrize("model", EloScale)
def test_the_loss_is_measured_on_the_scale_of_the_test(model):
    found = strength(ScoreSample.of_pairs([60, 20, 100, 10, 30]))
    assert found is not None
    expected = found.elo if model is EloScale.LOGISTIC else found.normalized_elo
    assert measured_loss(found, model) == -expected.value > 0
    assert measured_loss(None, model) == 0


def test_the_final_measurement_goes_on_until_it_is_precise():
    few, many = ScoreSample.of_pairs([6, 0, 10, 0, 3]), ScoreSample.of_pairs([6000, 0, 10000, 0, 3000])
    left = 19 * ((110.47 / (56.17 / 4)) ** 2 - 1)  # the interval of -56 ± 110 shrinks with the root of the units
    assert units_missing(strength(few), few.units) == pytest.approx(left, rel=0.01)
    assert units_missing(strength(many), many.units) == 0
    assert units_missing(strength(ScoreSample.of_pairs([12, 0, 0, 0, 0])), 12) == 0, "also if everything was lost"
    assert units_missing(None, 0) is None
    decided = endless(step_test(first_test(REQUESTED, 4), 100)).status(ScoreSample.of_pairs([20, 0, 0, 0, 0]))
    assert decided.decision is SprtDecision.UNDECIDED


def test_the_time_left_is_known_for_any_sample():
    """Also where the ratio hardly varies and the bounds are far apart."""
    test = endless(step_test(first_test(REQUESTED, 4), 100))
    for units in range(1, 40):
        for counts in ([0, 0, units, 0, 0], [units, 0, 0, 0, 0], [1, 0, units, 0, 0]):
            left = test.status(ScoreSample.of_pairs(counts)).units_left
            assert left is None or 0 <= left < math.inf


def test_a_loss_is_confirmed_if_the_whole_interval_shows_it():
    assert is_loss(strength(ScoreSample.of_pairs([60, 0, 100, 0, 30])))
    assert not is_loss(strength(ScoreSample.of_pairs([6, 0, 10, 0, 3])))
    assert not is_loss(None)
