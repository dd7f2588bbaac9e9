"""The generalised sequential probability ratio test: play on until the results decide between two hypotheses.

The test follows the log-likelihood ratio of `elo1` to `elo0`. Each hypothesis fixes only the strength, so each is
represented by the likeliest distribution of unit scores that has this strength. The ratio of a sample of N units
with shares p is N * sum(p * ln(p1 / p0)). It stops at ln(beta / (1 - alpha)) for `elo0` and at
ln((1 - beta) / alpha) for `elo1`: then the decision is wrong with a probability of at most about alpha or beta.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np

from lanista.errors import ConfigError
from lanista.stats.elo import Model, score_of, t_value_of
from lanista.stats.likelihood import Floats, with_mean, with_t_value
from lanista.stats.units import Sample

UNSEEN = 0.001  # the count of an outcome that never came up: possible, but hardly evidence


class Decision(Enum):
    """What the results say so far."""

    ACCEPTED = "accepted"  # elo1: the first bot is better
    REJECTED = "rejected"  # elo0: it is not
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Status:
    """Where a test stands."""

    llr: float
    decision: Decision
    units_left: float | None  # expected until a decision, if the results go on like this


@dataclass(frozen=True)
class Sprt:
    """A test of `elo1` against `elo0`; `alpha` and `beta` are the rates of wrong acceptance and rejection."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = Model.NORMALIZED

    def __post_init__(self) -> None:
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise ConfigError(f"expected elo0 below elo1, got {self.elo0:g} and {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ConfigError(f"expected {name} between 0 and 0.5, got {value:g}")

    @property
    def lower(self) -> float:
        """The ratio at which elo1 is rejected."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def status(self, sample: Sample) -> Status:
        """The ratio, the decision, and how long it may still take."""
        outcomes = sample.outcomes()
        counts = np.array([[sample.counts.get(outcome, 0) for outcome in outcomes]], dtype=np.float64)
        gains, shares, units = self._gains(counts, np.array(outcomes), sample.matches)
        llr = float(units[0, 0] * np.sum(shares * gains))
        return Status(llr, self.decide(llr), self._units_left(llr, shares[0], gains[0]) if sample.units else None)

    def ratios(self, counts: Floats, outcomes: Floats, matches: int) -> Floats:
        """The ratios of many samples at once: a row of counts for each, over the same outcomes."""
        gains, shares, units = self._gains(counts, outcomes, matches)
        llr: Floats = units[:, 0] * np.sum(shares * gains, axis=-1)
        return llr

    def decide(self, llr: float) -> Decision:
        """What a ratio means."""
        if llr >= self.upper:
            return Decision.ACCEPTED
        return Decision.REJECTED if llr <= self.lower else Decision.UNDECIDED

    def _gains(self, counts: Floats, outcomes: Floats, matches: int) -> tuple[Floats, Floats, Floats]:
        """What a unit of each outcome adds to the ratio, the observed shares, and the number of units."""
        seen = np.where(counts > 0, counts, UNSEEN)
        units = np.sum(seen, axis=-1, keepdims=True)
        shares = seen / units
        under0, under1 = (self.likeliest(shares, outcomes, elo, matches) for elo in (self.elo0, self.elo1))
        return np.log(under1 / under0), shares, units

    def likeliest(self, shares: Floats, outcomes: Floats, elo: float, matches: int) -> Floats:
        """The distributions closest to the observed ones whose strength is `elo` on the scale of this test."""
        if self.model is Model.LOGISTIC:
            return with_mean(shares, outcomes, score_of(elo))
        return with_t_value(shares, outcomes, t_value_of(elo, matches))

    def _units_left(self, llr: float, shares: Floats, gains: Floats) -> float | None:
        """Expected units to a bound: the ratio moves as a random walk with the observed drift and variance."""
        if self.decide(llr) is not Decision.UNDECIDED:
            return 0.0
        drift = float(np.sum(shares * gains))
        variance = float(np.sum(shares * (gains - drift) ** 2))
        return exit_time(llr - self.lower, self.upper - llr, drift, variance)


def exit_time(below: float, above: float, drift: float, variance: float) -> float | None:
    """Expected steps until a random walk is `below` under or `above` over its start; None if it never moves."""
    if variance <= 0:
        return None if drift == 0 else (above if drift > 0 else below) / abs(drift)
    pull = 2 * drift / variance
    if abs(pull) * (below + above) < 1e-6:
        return below * above / variance
    if abs(pull) * max(below, above) > 500:  # the walk hardly strays from its drift
        return (above if drift > 0 else below) / abs(drift)
    up = math.expm1(-pull * below) / math.expm1(-pull * (below + above))
    return ((below + above) * up - below) / drift
