"""Samples of unit scores, and what makes one."""

import pytest

from lanista.core.errors import InputError
from lanista.series.stats import ScoreSample, match_score


def test_pentanomial_counts_make_a_sample_and_come_back():
    sample = ScoreSample.of_pairs([1, 2, 3, 4, 5])
    assert (sample.units, sample.pentanomial) == (15, (1, 2, 3, 4, 5))
    assert sample.mean == pytest.approx(40 / 60)


def test_scores_make_a_sample():
    sample = ScoreSample.of_scores([0.5, 0.75, 0.5])
    assert sample.pentanomial == (0, 0, 2, 1, 0)
    assert sample.mean == pytest.approx(7 / 12)


def test_scores_that_differ_by_rounding_are_equal():
    assert ScoreSample.of_scores([0.1 + 0.2, 0.3]).counts == {0.3: 2}


@pytest.mark.parametrize("sample", [ScoreSample.of_scores([1 / 3]), ScoreSample.of_scores([0.5], matches=4)])
def test_units_that_are_not_pairs_have_no_pentanomial_counts(sample):
    assert sample.pentanomial is None


def test_variance():
    assert ScoreSample.of_scores([0, 1]).variance == 0.25
    assert ScoreSample.of_scores([0.5] * 9).variance == 0


@pytest.mark.parametrize("counts", [(1, 2, 3), (1, 2, 3, 4, -5), ()])
def test_bad_counts(counts):
    with pytest.raises(InputError, match="expected five counts of pairs from 0 on, got"):
        ScoreSample.of_pairs(counts)


@pytest.mark.parametrize(
    ("ranks", "scores"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((1, 2, 3, 4), (1, 2 / 3, 1 / 3, 0)),
        ((1, 1, 3, 3), (5 / 6, 5 / 6, 1 / 6, 1 / 6)),
        ((1,), (0,)),
    ],
)
def test_a_match_scores_the_share_of_opponents_beaten(ranks, scores):
    assert tuple(match_score(ranks, seat) for seat in range(len(ranks))) == pytest.approx(scores)
