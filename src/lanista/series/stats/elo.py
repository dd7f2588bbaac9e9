"""Two scales of strength, and the uncertainty of estimates on them.

Logistic Elo says what a single match scores: a score s is 400 log10(s / (1 - s)). It depends on how many matches
are drawn. Normalized Elo says how many matches it takes to see the difference: the mean above 1/2 in standard
deviations of one match, times 800 / ln 10. Both agree for small differences without draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist

from lanista.series.stats.units import ScoreSample

PER_T = 800 / math.log(10)  # normalized Elo per standard deviation of one match
Z95 = NormalDist().inv_cdf(0.975)


class EloScale(Enum):
    """The scale on which hypotheses are given."""

    LOGISTIC = "logistic"
    NORMALIZED = "normalized"


def score_of(elo: float) -> float:
    """The mean score of a logistic Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The logistic Elo difference of a mean score; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def t_value_of(elo: float, matches: float) -> float:
    """The distance of the mean of a unit worth `matches` matches from 1/2, in its standard deviations."""
    return elo / PER_T * math.sqrt(matches)


@dataclass(frozen=True)
class EloEstimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Strength:
    """The estimated difference between two bots."""

    score: EloEstimate
    elo: EloEstimate  # logistic
    normalized_elo: EloEstimate
    superiority: float  # the likelihood that the first bot is the better one


def strength(sample: ScoreSample) -> Strength | None:
    """The difference in a sample, with intervals; None for an empty one."""
    if not sample.units:
        return None
    score = score_estimate(sample)
    error = _error(sample)
    t = (score.value - 0.5) / error
    scale = PER_T / math.sqrt(sample.units * sample.matches)
    return Strength(
        score=score,
        elo=EloEstimate(elo_of(score.value), elo_of(score.low), elo_of(score.high)),
        normalized_elo=EloEstimate(t * scale, (t - Z95) * scale, (t + Z95) * scale),
        superiority=NormalDist().cdf(t),
    )


def score_estimate(sample: ScoreSample, deviations: float = Z95) -> EloEstimate:
    """The mean score, with Wilson's interval for the number of independent matches that the units are worth.

    `deviations` are those of a normal distribution on either side: 95 % without them.

    A unit whose score varies by a share c of what all-or-nothing results with the same mean would vary is worth
    1 / c of them. Wilson's interval stays honest for a few units, also if all of them were won.
    """
    return estimate_of(sample.mean, sample.variance, sample.units, deviations)


def estimate_of(mean: float, variance: float, units: int, deviations: float = Z95) -> EloEstimate:
    """The same from the mean and the variance of unit scores."""
    return EloEstimate(mean, *wilson(mean, units / _variation(mean, variance, units), deviations))


def wilson(mean: float, matches: float, deviations: float = Z95) -> tuple[float, float]:
    """Wilson's interval of the mean score of independent matches."""
    z2 = deviations * deviations / matches
    middle = (mean + z2 / 2) / (1 + z2)
    half = deviations / (1 + z2) * math.sqrt(mean * (1 - mean) / matches + z2 / (4 * matches))
    return max(0.0, middle - half), min(1.0, middle + half)


def _error(sample: ScoreSample) -> float:
    """The standard error of the mean; never 0, since a few equal scores do not show that all are equal."""
    mean = (sample.mean * sample.units + 0.5) / (sample.units + 1)
    variation = _variation(sample.mean, sample.variance, sample.units)
    return math.sqrt(variation * mean * (1 - mean) / sample.units)


def _variation(mean: float, variance: float, units: int) -> float:
    """The variance as a share of the greatest that the mean allows, drawn towards 1 as by one unit."""
    greatest = units * mean * (1 - mean)
    return (units * variance + 0.25) / (greatest + 0.25)
