"""Distributions of greatest likelihood under a hypothesis, for many samples at once.

A sample is a row of shares over the same outcomes, all positive. Among the distributions q that satisfy a linear
constraint sum(q * offsets) = 0, the likelihood sum(shares * ln q) is greatest for q = shares / (1 + x * offsets),
where the multiplier x solves sum(shares * offsets / (1 + x * offsets)) = 0. That function falls from plus to minus
infinity between the two poles next to 0, so it has exactly one root there.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MAX_STEPS = 300
HALVINGS = 12
CLOSE = 1e-12  # a multiplier that moves by less, in units of its bracket, has been found
STILL = 1e-9  # a distribution that moves by less has been found


def with_mean(shares: Floats, scores: Floats, mean: float | Floats) -> Floats:
    """The likeliest distributions whose mean score is `mean`."""
    return _reweighed(shares, np.broadcast_to(scores - mean, shares.shape))


def with_t_value(shares: Floats, scores: Floats, t: float) -> Floats:
    """The likeliest distributions whose mean lies `t` standard deviations above 1/2.

    The constraint is not linear in the distribution, so it is linearised at the present one and solved again until
    the distribution stands still. The standard deviation s changes by ((score - mean)^2 - s^2) / 2s per unit of
    probability that moves to a score.
    """
    found = _near_t_value(shares, scores, t)
    for _ in range(MAX_STEPS):
        mean, deviation = moments(found, scores)
        spread = ((scores - mean) / deviation) ** 2
        offsets = scores - 0.5 - t * deviation * (1 + spread) / 2
        before, found = found, _reweighed(shares, offsets)
        if np.max(np.abs(found - before)) < STILL:
            break
    return found


def _near_t_value(shares: Floats, scores: Floats, t: float) -> Floats:
    """Distributions about `t` deviations above 1/2, from where the linearised constraint can be met."""
    low, high = np.full((len(shares), 1), 0.5), np.full((len(shares), 1), float(t > 0))
    found = with_mean(shares, scores, low)
    for _ in range(HALVINGS if t else 0):
        middle = (low + high) / 2
        found = with_mean(shares, scores, middle)
        _, deviation = moments(found, scores)
        short = np.abs(middle - 0.5) < abs(t) * deviation
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return found


def moments(shares: Floats, scores: Floats) -> tuple[Floats, Floats]:
    """The mean and the standard deviation of each distribution, as columns."""
    mean = np.sum(shares * scores, axis=-1, keepdims=True)
    variance = np.sum(shares * (scores - mean) ** 2, axis=-1, keepdims=True)
    return mean, np.sqrt(variance)


def _reweighed(shares: Floats, offsets: Floats) -> Floats:
    """The likeliest distributions under which the offsets have mean 0."""
    weighed: Floats = shares / (1 + _multiplier(shares, offsets) * offsets)
    return weighed


def _multiplier(shares: Floats, offsets: Floats) -> Floats:
    """The root by Newton's steps, each replaced by half the bracket if it would leave it."""
    low = -1 / np.max(offsets, axis=-1, keepdims=True)
    high = -1 / np.min(offsets, axis=-1, keepdims=True)
    width = high - low
    x: Floats = np.zeros_like(low)
    for _ in range(MAX_STEPS):
        ratios = offsets / (1 + x * offsets)
        value = np.sum(shares * ratios, axis=-1, keepdims=True)
        slope = -np.sum(shares * ratios**2, axis=-1, keepdims=True)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        newton = x - value / slope
        before, x = x, np.where((low < newton) & (newton < high), newton, (low + high) / 2)
        if np.max(np.abs(x - before) / width) < CLOSE:
            break
    return x
