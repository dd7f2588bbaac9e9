"""Two scales of strength: what they say, and how often the truth is inside their intervals."""

import math
import random

import pytest

from lanista.series.stats import ScoreSample, elo_of, score_of, strength
from tests.rows import every_row

SHAPES = {
    "independent": (0.25, 0, 0.5, 0, 0.25),
    "many draws": (0.01, 0.1, 0.78, 0.1, 0.01),
    "correlated": (0.4, 0.05, 0.1, 0.05, 0.4),
    "uneven": (0.02, 0.08, 0.2, 0.3, 0.4),
}


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (191, 0.7502)])
def test_logistic_elo(elo, score):
    assert score_of(elo) == pytest.approx(score, abs=1e-4)
    assert elo_of(score) == pytest.approx(elo, abs=0.1)


def test_a_score_of_all_or_nothing_is_infinite():
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_both_scales_agree_for_a_small_difference_without_draws():
    """Two independent matches with a score of 51 %."""
    found = strength(ScoreSample.of_pairs([2401, 0, 4998, 0, 2601]))
    assert found is not None
    assert found.elo.value == pytest.approx(found.normalized_elo.value, rel=0.01)


def test_draws_raise_normalized_elo_only():
    few, many = (
        strength(ScoreSample.of_pairs([240, 0, 500, 0, 260])),
        strength(ScoreSample.of_pairs([40, 0, 900, 0, 60])),
    )
    assert few is not None
    assert many is not None
    assert few.elo.value == pytest.approx(many.elo.value)
    assert many.normalized_elo.value > 2 * few.normalized_elo.value


def test_an_empty_sample_shows_nothing():
    assert strength(ScoreSample.of_pairs([0, 0, 0, 0, 0])) is None


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 1), (0, 0, 0, 0, 9), (0, 0, 1, 0, 0), (0, 0, 500, 0, 0)])
def test_a_few_equal_scores_do_not_make_an_interval_of_one_point(counts):
    found = strength(ScoreSample.of_pairs(counts))
    assert found is not None
    assert found.score.low < found.score.value or found.score.value == 0
    assert found.score.high - found.score.low > 0.001
    assert found.normalized_elo.low < found.normalized_elo.value < found.normalized_elo.high
    assert 0 < found.superiority < 1


def test_swapping_sides_negates():
    one, other = strength(ScoreSample.of_pairs([3, 5, 9, 8, 7])), strength(ScoreSample.of_pairs([7, 8, 9, 5, 3]))
    assert one is not None
    assert other is not None
    for mine, theirs in ((one.elo, other.elo), (one.normalized_elo, other.normalized_elo)):
        assert (mine.value, mine.low, mine.high) == pytest.approx((-theirs.value, -theirs.high, -theirs.low))
    assert one.superiority == pytest.approx(1 - other.superiority)


def test_superiority():
    equal, better = (
        strength(ScoreSample.of_pairs([9, 9, 9, 9, 9])),
        strength(ScoreSample.of_pairs([20, 0, 50, 0, 30])),
    )
    assert equal is not None
    assert better is not None
    assert equal.superiority == pytest.approx(0.5)
    assert better.superiority == pytest.approx(0.92, abs=0.01)  # 0.05 in errors of 0.0354: 1.41 deviations


def test_a_unit_worth_fewer_matches_has_a_larger_normalized_elo():
    pair, panel = (strength(ScoreSample.of_scores([0.25, 0.5, 0.75, 1], matches=n)) for n in (2, 0.5))
    assert pair is not None
    assert panel is not None
    assert panel.normalized_elo.value == pytest.approx(2 * pair.normalized_elo.value)
    assert panel.elo == pair.elo


@every_row("shape", SHAPES)
@every_row("units", [10, 100])
def test_the_truth_is_in_19_of_20_intervals(shape, units):
    """By simulation with a fixed seed; a few units may give intervals that are too wide, hardly too narrow."""
    scores, shares = (0, 0.25, 0.5, 0.75, 1), SHAPES[shape]
    truth = sum(score * share for score, share in zip(scores, shares, strict=True))
    chance, inside, runs = random.Random(7), 0, 400
    for _ in range(runs):
        found = strength(ScoreSample.of_scores(chance.choices(scores, shares, k=units)))
        assert found is not None
        inside += found.score.low <= truth <= found.score.high
    assert 0.92 <= inside / runs <= (1 if units == 10 else 0.98)
