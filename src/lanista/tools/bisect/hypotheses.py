"""The hypotheses that the tests of a bisection decide between, and their error rates.

All tests are of a commit against GOOD, from the commit's side, so a loss is a negative Elo. With `elo0` (normally
0) and `elo1` as requested:

- BAD against GOOD: a loss of at most `elo0` against one of at least `elo1`. It also measures the loss L.
- A commit against GOOD: a loss of at most `elo0` against one of (elo0 + L) / 2, but of `elo1` at least. A test
  that stops early overestimates L, often by half; at half of the measured loss the error rates hold even if L is
  twice as great as the true one. Losses below `elo1` were not asked for, and would take far more matches.
- A search that makes n tests is wrong if one of them is. Each test gets 1 / n of the requested error rates, so
  that the whole answer keeps them (Bonferroni's correction, which needs no independence).
"""

from __future__ import annotations

from dataclasses import replace

from lanista.series.stats import EloEstimate, EloScale, Sprt, Strength

MAX_LOSS = 200.0  # Elo of the far bound; such a loss is decided within twenty pairs
ENDLESS = 1e-12  # error rates that no test reaches: it continues until it has measured well enough
MIN_PRECISION = 5.0  # Elo on either side of the loss that are precise enough
PRECISION = 0.25  # of the loss


def first_test(requested: Sprt, tests: int) -> Sprt:
    """The test of BAD against GOOD, which is one of `tests`; accepted if BAD is as good."""
    return replace(
        requested,
        elo0=-requested.elo1,
        elo1=-requested.elo0,
        alpha=requested.beta / tests,
        beta=requested.alpha / tests,
    )


def step_test(first: Sprt, loss: float) -> Sprt:
    """The test of a commit against GOOD, given the first test and the loss that it measured."""
    return replace(first, elo0=min(first.elo0, first.elo1 - min((loss + first.elo1) / 2, MAX_LOSS)))


def endless(test: Sprt) -> Sprt:
    """The same test without a decision, to measure a difference."""
    return replace(test, alpha=ENDLESS, beta=ENDLESS)


def measured_loss(strength: Strength | None, model: EloScale) -> float:
    """The loss that a sample shows, on the scale of the test."""
    if strength is None:
        return 0.0
    return -(strength.elo if model is EloScale.LOGISTIC else strength.normalized_elo).value


def units_missing(strength: Strength | None, units: int) -> float | None:
    """The units until a loss is measured well enough; on the normalized scale, which is always finite."""
    if strength is None:
        return None
    found = strength.normalized_elo
    wanted = max(MIN_PRECISION, PRECISION * abs(found.value))
    return max(0.0, units * ((half_width(found) / wanted) ** 2 - 1))


def half_width(estimate: EloEstimate) -> float:
    """Half of an interval."""
    return (estimate.high - estimate.low) / 2


def is_loss(strength: Strength | None) -> bool:
    """Whether the whole interval is below 0."""
    return strength is not None and strength.score.high < 0.5
