"""Beliefs about the strengths of bots between two fits: a mean and a variance for each, in Elo."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

PER_ELO = math.log(10) / 400  # of the logarithm of a strength
START_ELO = 350.0  # the deviation of an unknown bot


def ranking_weight(seats: int) -> float:
    """The weight of a comparison of two seats in a match of `seats`: comparisons within a match overlap.

    A match of equal bots then tells as much about each as in the Plackett-Luce model: (n - H_n) / n, where
    n - 1 comparisons on their own would tell (n - 1) / 4.
    """
    harmonic = sum(1 / k for k in range(1, seats + 1))
    return 4 * (seats - harmonic) / (seats * (seats - 1))


class Beliefs:
    """A Gaussian approximation that neglects correlations; each match moves it by one Newton step."""

    def __init__(self, mean: Floats | None = None, variance: Floats | None = None) -> None:
        self.mean = np.zeros(0) if mean is None else mean.copy()
        self.variance = np.zeros(0) if variance is None else variance.copy()

    def grow(self, bots: int) -> None:
        """Cover at least this many bots; a new one may be as strong as any."""
        missing = bots - len(self.mean)
        if missing > 0:
            self.mean = np.append(self.mean, np.zeros(missing))
            self.variance = np.append(self.variance, np.full(missing, START_ELO**2))

    def observe(self, bots: Sequence[int], places: Sequence[int]) -> None:
        """Update by a judged match."""
        at = np.array(bots)
        ranks = np.array(places)
        expected, precision = _comparisons(self.mean[at], self.variance[at])
        score = 0.5 + 0.5 * np.sign(ranks[None, :] - ranks[:, None])
        share = precision / (PER_ELO * expected * (1 - expected))
        self.variance[at] = 1 / (1 / self.variance[at] + np.sum(precision, axis=1))
        self.mean[at] += self.variance[at] * np.sum(share * (score - expected), axis=1)

    def expecting(self, matches: Sequence[Sequence[int]], variance: Floats) -> Floats:
        """The variances after these matches, all with the same number of seats."""
        at = np.array(matches)
        _, precision = _comparisons(self.mean[at], variance[at])
        total = 1 / variance
        np.add.at(total, at, np.sum(precision, axis=-1))
        expected: Floats = 1 / total
        return expected


def _comparisons(mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """For every two seats of matches: the expected score, and the precision gained by the comparison.

    A comparison with a bot of uncertain strength tells less.
    """
    expected = expected_score(mean[..., :, None] - mean[..., None, :])
    seats = mean.shape[-1]
    fisher = ranking_weight(seats) * PER_ELO**2 * expected * (1 - expected)
    precision = fisher / (1 + fisher * variance[..., None, :])
    precision[..., np.arange(seats), np.arange(seats)] = 0
    return expected, precision


def expected_score(difference: Floats) -> Floats:
    """The expected scores at differences in Elo; far ones count as 2,000, so that they stay above 0."""
    scores: Floats = 1 / (1 + np.exp(-PER_ELO * np.clip(difference, -2000, 2000)))
    return scores


def relative_variances(covariance: Floats) -> Floats:
    """The variances of ratings relative to their mean, since ratings are known only up to a constant."""
    if not covariance.size:
        return np.zeros(0)
    variances: Floats = np.diagonal(covariance) - 2 * np.mean(covariance, axis=0) + np.mean(covariance)
    return np.maximum(variances, 1e-6)
