"""Intervals of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lanista.stats.elo import Z95
from lanista.stats.plackett_luce import Fit
from lanista.stats.rankings import Floats


class Intervals(NamedTuple):
    """Ratings relative to the mean of some players, with their 95 % intervals, in Elo."""

    elo: Floats
    low: Floats
    high: Floats


def intervals(fit: Fit, zero: Sequence[int] | None = None) -> Intervals:
    """The ratings of all players as differences from the mean of the players `zero`, or of all, with intervals."""
    chosen = list(range(len(fit.x)) if zero is None else zero)
    elo, covariance = fit.elo, fit.covariance
    if chosen:
        elo = elo - np.mean(elo[chosen])
        to_zero = np.mean(covariance[:, chosen], axis=1)
        variance = np.diagonal(covariance) - 2 * to_zero + np.mean(to_zero[chosen])
    else:
        variance = np.diagonal(covariance)
    half = Z95 * np.sqrt(np.maximum(variance, 0))
    return Intervals(elo, elo - half, elo + half)
