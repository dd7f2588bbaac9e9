"""The generalised sequential probability ratio test: play on until the results decide between two hypotheses.

The test follows the log-likelihood ratio of `elo1` to `elo0`. Each hypothesis fixes only the strength, so each is
represented by the likeliest distribution of unit scores that has this strength. The ratio of a sample of N units
with shares p is N * sum(p * ln(p1 / p0)). It stops at ln(beta / (1 - alpha)) for `elo0` and at
ln((1 - beta) / alpha) for `elo1`: then the decision is wrong with a probability of at most about alpha or beta.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from lanista.core.errors import ConfigError
from lanista.series.stats.arithmetic import FLOATS, Arithmetic, Number
from lanista.series.stats.elo import EloScale, score_of, t_value_of
from lanista.series.stats.likelihood import moments, with_mean, with_t_value
from lanista.series.stats.units import ScoreSample

# Far out a likeliest distribution on the normalized scale is not unique; a few units show such differences anyway.
MAX_ELO = {EloScale.NORMALIZED: 500, EloScale.LOGISTIC: 800}
UNSEEN = 0.001  # the count of an outcome that never occurred: possible, but hardly evidence


class SprtDecision(Enum):
    """The decision so far."""

    ACCEPTED = "accepted"  # elo1: the first bot is better
    REJECTED = "rejected"  # elo0: it is not
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class SprtStatus:
    """Where a test stands."""

    llr: float
    decision: SprtDecision
    units_left: float | None  # expected until a decision, if the results continue like this


@dataclass(frozen=True)
class Walk:
    """The ratio as a random walk: where it is, and what one unit adds to it."""

    llr: Number
    drift: Number
    variance: Number


@dataclass(frozen=True)
class Sprt:
    """A test of `elo1` against `elo0`; `alpha` and `beta` are the rates of wrong acceptance and rejection."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    model: EloScale = EloScale.NORMALIZED

    def __post_init__(self) -> None:
        limit = MAX_ELO[self.model]
        if not -limit <= self.elo0 < self.elo1 <= limit:
            expected = f"elo0 below elo1, both from {-limit} to {limit} {self.model.value} Elo"
            raise ConfigError(f"expected {expected}, got {self.elo0:g} and {self.elo1:g}")
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

    def status(self, sample: ScoreSample) -> SprtStatus:
        """The ratio, the decision, and the expected remaining units."""
        if not sample.units:
            return SprtStatus(0.0, SprtDecision.UNDECIDED, None)
        outcomes = sample.outcomes()
        walk = self.walk(
            FLOATS, [max(sample.counts.get(o, 0), UNSEEN) for o in outcomes], outcomes, sample.matches
        )
        return SprtStatus(walk.llr, self.decide(walk.llr), self._units_left(walk))

    def expected_units(self, matches: float) -> float:
        """The mean number of units, each worth `matches` matches, if the lead is really `elo0` or `elo1`.

        On the logistic scale it is that without draws.
        """
        gain = t_value_of(self.elo1, matches) - t_value_of(self.elo0, matches)
        drift, variance = gain**2 / 2, gain**2
        times = (exit_time(-self.lower, self.upper, lead, variance) for lead in (drift, -drift))
        return max(time or 0.0 for time in times)

    def walk(self, on: Arithmetic, counts: list[Number], outcomes: Sequence[float], matches: float) -> Walk:
        """The ratio of a sample, or of many at once; every count must be positive."""
        units = sum(counts)
        shares = [count / units for count in counts]
        under0, under1 = (self.likeliest(on, shares, outcomes, elo, matches) for elo in (self.elo0, self.elo1))
        gains = [on.log(one / zero) for one, zero in zip(under1, under0, strict=True)]
        drift, deviation = moments(shares, gains)
        return Walk(units * drift, drift, deviation**2)

    def decide(self, llr: float) -> SprtDecision:
        """The decision at a ratio."""
        if llr >= self.upper:
            return SprtDecision.ACCEPTED
        return SprtDecision.REJECTED if llr <= self.lower else SprtDecision.UNDECIDED

    def likeliest(
        self, on: Arithmetic, shares: list[Number], outcomes: Sequence[float], elo: float, matches: float
    ) -> list[Number]:
        """The distribution closest to the observed one whose strength is `elo` on the scale of this test."""
        if self.model is EloScale.LOGISTIC:
            return with_mean(on, shares, outcomes, score_of(elo))
        return with_t_value(on, shares, outcomes, t_value_of(elo, matches))

    def _units_left(self, walk: Walk) -> float | None:
        """Expected units to a bound, if the ratio keeps moving as before."""
        if self.decide(walk.llr) is not SprtDecision.UNDECIDED:
            return 0.0
        return exit_time(walk.llr - self.lower, self.upper - walk.llr, walk.drift, walk.variance)


def exit_time(below: float, above: float, drift: float, variance: float) -> float | None:
    """Expected steps until a random walk is `below` under or `above` over its start; None if it never moves."""
    if drift < 0:
        return exit_time(above, below, -drift, variance)
    if variance <= 0:
        return above / drift if drift else None
    pull = 2 * drift / variance
    if pull * (below + above) < 1e-6:
        return below * above / variance
    up = math.expm1(-pull * below) / math.expm1(-pull * (below + above))
    return ((below + above) * up - below) / drift
