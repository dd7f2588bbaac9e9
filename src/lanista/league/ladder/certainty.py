"""The certainty of the first places, and the matches needed until it is sufficient."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from lanista.league.ladder.beliefs import START_ELO, Floats, relative_variances
from lanista.series.stats.places import contenders, right_places
from lanista.series.stats.plackett_luce import Fit, wins

LOOKS = 6  # the effective number of independent looks of all checkpoints; found by simulation, see docs/ladder.md
STEPS = 14  # of the search for the precision that is needed
MIN_UNITS = 2  # per bot, from which on its scatter is estimated
MAX_FACTOR = 1e5  # by which precision may have to grow


@dataclass(frozen=True, eq=False)
class Certainty:
    """A fit's statement about the first places, among the active bots that matter to them."""

    elo: Floats
    covariance: Floats
    places: int
    margin: float

    @classmethod
    def of(cls, fit: Fit, active: Sequence[int], places: int, margin: float) -> Certainty:
        """From a fit; a bot that it lacks may be as strong as any."""
        known = [bot for bot in active if bot < len(fit.elo)]
        elo, covariance = fit.elo[known], fit.covariance[np.ix_(known, known)] * dispersion(fit)
        missing = len(active) - len(known)
        if missing:
            elo = np.append(elo, np.zeros(missing))
            covariance = np.pad(covariance, (0, missing))
            covariance[range(len(known), len(elo)), range(len(known), len(elo))] = START_ELO**2
        chosen = contenders(elo, np.sqrt(relative_variances(covariance)), places, margin)
        return cls(elo[chosen], covariance[np.ix_(chosen, chosen)], places, margin)

    @cached_property
    def probability(self) -> float:
        """P(the first places are right), reduced because it is checked repeatedly."""
        return self._after(1.0)

    def is_at_least(self, sure: float) -> bool:
        """Whether the probability reaches this value; doubt about one pair is often enough to deny it."""
        return self._most() >= sure and self.probability >= sure

    def _most(self) -> float:
        """An upper bound: P(the least certain pair of bots is right)."""
        first = np.argsort(-self.elo, kind="stable")[: min(self.places, len(self.elo) - 1)]
        variance = np.diagonal(self.covariance)
        spread = np.sqrt(np.maximum(variance[first][:, None] + variance - 2 * self.covariance[first], 1e-12))
        lead = self.elo[first][:, None] - self.elo
        z = np.min((lead + self.margin) / spread, where=(lead >= 0) & (spread > 1e-5), initial=9.0)
        return float((math.erfc(-z / math.sqrt(2)) / 2) ** LOOKS)

    def _after(self, factor: float) -> float:
        """The certainty if precision grew by a factor and the ratings stayed."""
        return right_places(self.elo, self.covariance / factor, self.places, self.margin) ** LOOKS

    @lru_cache(maxsize=4)  # noqa: B019 - few are kept, and the search takes a while
    def needed_factor(self, sure: float) -> float:
        """The factor by which precision must grow if the estimated ratings are true."""
        low, high = 0.0, np.log(MAX_FACTOR)
        if self.probability >= sure:
            return 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if self._after(float(np.exp(middle))) >= sure else (middle, high)
        return float(np.exp(high))


def dispersion(fit: Fit) -> float:
    """The factor by which unit scores scatter more than those of independent matches.

    Both matches of a unit share seed and map; if these decide more than the seats do, two matches tell little more
    than one. Factors below 1, or from few units, are not used.
    """
    pairs = fit.rankings.only(fit.rankings.is_pair)
    units, at = np.unique(pairs.units, return_inverse=True)
    players = len(fit.x)
    if len(units) < MIN_UNITS * players:
        return 1.0
    best, other = pairs.order[:, 0], pairs.order[:, 1]
    expected = wins(fit.x[best] - fit.x[other])
    surplus = np.where(pairs.ranks[:, 0] == pairs.ranks[:, 1], 0.5, 1.0) - expected
    of_units = np.bincount(at, np.where(best < other, surplus, -surplus))
    degrees = len(units) / (len(units) - players)
    return max(1.0, float(degrees * np.sum(of_units**2) / np.sum(expected * (1 - expected))))
