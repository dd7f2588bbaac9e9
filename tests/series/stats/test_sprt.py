"""The sequential test: published results, its decisions, and what odd samples give."""

import csv
import random
from pathlib import Path

import numpy as np
import pytest

from lanista.core.errors import ConfigError
from lanista.series.stats import PAIR, PAIR_SCORES, EloScale, ScoreSample, Sprt, SprtDecision
from lanista.series.stats.arithmetic import FLOATS
from lanista.series.stats.likelihood import moments
from lanista.series.stats.simulate import ratios
from lanista.series.stats.sprt import exit_time
from tests.rows import every_row

PUBLISHED = Path(__file__).with_name("sprt-published.csv")


def test_every_published_result_comes_out():
    """987 sequential tests of a chess engine's developers, on both scales; the file rounds to 0.01."""
    with PUBLISHED.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 987
    assert {row["model"] for row in rows} == {"logistic", "normalized"}
    for row in rows:
        test = Sprt(float(row["elo0"]), float(row["elo1"]), model=EloScale(row["model"]))
        sample = ScoreSample.of_pairs([int(row[name]) for name in ("ll", "ld", "dd_wl", "wd", "ww")])
        assert test.status(sample).llr == pytest.approx(float(row["llr"]), abs=0.01), row
        assert (test.lower, test.upper) == pytest.approx((float(row["lower"]), float(row["upper"])), abs=0.01)


@pytest.mark.parametrize("model", EloScale)
def test_decisions(model):
    test = Sprt(model=model)
    assert test.status(ScoreSample.of_pairs([10, 20, 100, 70, 60])).decision is SprtDecision.ACCEPTED
    assert test.status(ScoreSample.of_pairs([60, 70, 100, 20, 10])).decision is SprtDecision.REJECTED
    undecided = test.status(ScoreSample.of_pairs([5, 10, 20, 10, 6]))
    assert undecided.decision is SprtDecision.UNDECIDED
    assert undecided.units_left is not None
    assert undecided.units_left > 10


def test_nothing_is_left_after_a_decision():
    assert Sprt().status(ScoreSample.of_pairs([10, 20, 100, 70, 60])).units_left == 0


@pytest.mark.parametrize("model", EloScale)
def test_an_empty_sample_says_nothing(model):
    for sample in (ScoreSample({}), ScoreSample.of_pairs([0] * 5)):
        status = Sprt(model=model).status(sample)
        assert (status.llr, status.decision, status.units_left) == (0, SprtDecision.UNDECIDED, None)


@every_row("model", EloScale)
@every_row("outcome", range(5))
def test_a_single_pair_decides_nothing(model, outcome):
    counts = [int(at == outcome) for at in range(5)]
    status = Sprt(model=model).status(ScoreSample.of_pairs(counts))
    assert status.decision is SprtDecision.UNDECIDED
    assert abs(status.llr) < 0.1
    assert (status.llr > 0) == (outcome > 2)


@pytest.mark.parametrize("model", EloScale)
def test_more_wins_never_lower_the_ratio(model):
    """Also while some counts are still zero."""
    llr = [Sprt(model=model).status(ScoreSample.of_pairs([0, 0, 5, 0, wins])).llr for wins in range(12)]
    assert llr == sorted(llr)


@every_row("model", EloScale)
@every_row(
    ("counts", "decision"),
    [
        ([0, 0, 0, 0, 1000], SprtDecision.ACCEPTED),
        ([1000, 0, 0, 0, 0], SprtDecision.REJECTED),
        ([0, 0, 1000, 0, 0], SprtDecision.REJECTED),
        ([0, 0, 0, 1000, 0], SprtDecision.ACCEPTED),
    ],
)
def test_samples_of_one_outcome_are_decided(model, counts, decision):
    assert Sprt(model=model).status(ScoreSample.of_pairs(counts)).decision is decision


@pytest.mark.parametrize("model", EloScale)
@pytest.mark.parametrize("counts", [(3, 5, 9, 8, 7), (0, 0, 9, 1, 0), (0, 0, 0, 0, 4)])
def test_swapping_sides_negates(model, counts):
    test, other = Sprt(-5, 20, model=model), Sprt(-20, 5, model=model)
    llr = test.status(ScoreSample.of_pairs(counts)).llr
    assert other.status(ScoreSample.of_pairs(counts[::-1])).llr == pytest.approx(-llr, abs=1e-6)


@every_row("model", EloScale)
@every_row("elo", [-200, -20, 0, 5, 60, 200])
@every_row("counts", [(3, 5, 9, 8, 7), (0, 0, 9, 1, 0), (0, 0, 0, 0, 4), (0, 0, 500, 0, 0)])
def test_the_likeliest_distribution_has_the_strength_asked_for(model, elo, counts):
    test = Sprt(model=model)
    seen = [max(count, 0.001) for count in counts]
    found = test.likeliest(FLOATS, [count / sum(seen) for count in seen], PAIR_SCORES, elo, PAIR)
    mean, deviation = moments(found, PAIR_SCORES)
    assert sum(found) == pytest.approx(1)
    if model is EloScale.LOGISTIC:
        assert mean == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    else:
        assert (mean - 0.5) / deviation == pytest.approx(elo / (800 / np.log(10)) * 2**0.5, rel=1e-5)


@pytest.mark.parametrize("model", EloScale)
def test_many_samples_at_once_give_the_same_ratios(model):
    chance = random.Random(3)
    rows = [[chance.choice((0, 0, 1, 5, 80)) for _ in range(5)] for _ in range(60)]
    test = Sprt(0, 30, model=model)
    expected = [test.status(ScoreSample.of_pairs(row)).llr for row in rows]
    assert ratios(test, np.array(rows, dtype=float).T) == pytest.approx(expected, abs=1e-5)


def test_units_of_more_seats_have_other_scores():
    thirds = ScoreSample.of_scores([1 / 3, 0.5, 2 / 3, 2 / 3, 1] * 60, matches=4)
    assert Sprt().status(thirds).decision is SprtDecision.ACCEPTED


def test_a_unit_may_be_worth_a_fraction_of_a_match():
    counts = {0.4: 40, 0.5: 50, 0.6: 60}
    llr = [Sprt().status(ScoreSample(counts, matches)).llr for matches in (0.5, 2)]
    assert llr[0] < llr[1]  # the same excess is less evidence of a difference in fewer matches


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "expected elo0 below elo1, both from -500 to 500 normalized Elo, got 5 and 5"),
        ({"elo1": 900, "model": EloScale.LOGISTIC}, "from -800 to 800 logistic Elo, got 0 and 900"),
        ({"elo0": float("nan")}, "expected elo0 below elo1"),
        ({"alpha": 0}, "expected alpha between 0 and 0.5, got 0"),
        ({"beta": 0.5}, "expected beta between 0 and 0.5, got 0.5"),
    ],
)
def test_bad_hypotheses(options, message):
    with pytest.raises(ConfigError, match=message):
        Sprt(**options)


@pytest.mark.parametrize(
    ("walk", "expected"),
    [
        ((3, 3, 0, 1), 9),  # without drift: the product of the distances in variances
        ((3, 6, 0.5, 0), 12),
        ((3, 6, -0.5, 0), 6),
        ((3, 3, 1, 0.001), 3),
        ((3, 3, -1, 0.001), 3),
        ((3, 3, 0, 0), None),
    ],
)
def test_exit_times(walk, expected):
    assert exit_time(*walk) == (None if expected is None else pytest.approx(expected))
