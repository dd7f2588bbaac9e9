"""Distributions of greatest likelihood under a hypothesis.

A distribution is a list of shares, all positive, one for each outcome. Among the distributions q that satisfy a
linear constraint sum(q * offsets) = 0, the likelihood sum(shares * ln q) is greatest for
q = shares / (1 + x * offsets), where the multiplier x solves sum(shares * offsets / (1 + x * offsets)) = 0. That
function falls from plus to minus infinity between the two poles next to 0, so it has exactly one root there.

The same functions serve one sample, whose shares are floats, and many at once, whose shares are arrays with an
entry for each sample; the few operations that differ are in `arithmetic`. Floats are much faster for one sample.
"""

from __future__ import annotations

from collections.abc import Sequence

from lanista.series.stats.arithmetic import Arithmetic, Number

MAX_STEPS = 300
HALVINGS = 12
CLOSE = 1e-7  # after a step that changes no share by more than this, the next would change nothing
INSIDE = 1 - 1e-14  # keeps the bracket off its poles, which are further from any root than this
FLAT = 1e-6  # the least slope of a step; a flatter one leads out of the bracket
STILL = 1e-9  # a distribution that moves by less has been found

Shares = list[Number]


def with_mean(on: Arithmetic, shares: Shares, scores: Sequence[float], mean: Number) -> Shares:
    """The likeliest distribution whose mean score is `mean`."""
    return _reweighed(on, shares, [score - mean + 0 * share for score, share in zip(scores, shares, strict=True)])


def with_t_value(on: Arithmetic, shares: Shares, scores: Sequence[float], t: float) -> Shares:
    """The likeliest distribution whose mean lies `t` standard deviations above 1/2.

    The constraint is not linear in the distribution, so it is linearised at the present one and solved again until
    the distribution stands still.
    """
    found = with_mean(on, shares, scores, 0.5)
    if t == 0:
        return found
    offsets = _first_offsets(on, shares, scores, t)
    for _ in range(MAX_STEPS):
        before, found = found, _reweighed(on, shares, offsets)
        moved = max(on.largest(abs(new - old)) for new, old in zip(found, before, strict=True))
        if moved < STILL:
            break
        offsets = _linearised(found, scores, t)
    return found


def _linearised(shares: Shares, scores: Sequence[float], t: float) -> list[Number]:
    """By how much each outcome lifts the mean above 1/2 + `t` deviations, near this distribution.

    Per unit of probability that moves to a score, the standard deviation d changes by
    ((score - mean)^2 - d^2) / 2d.
    """
    mean, deviation = moments(shares, scores)
    half = t * deviation / 2
    bend = half / deviation**2
    return [score - 0.5 - half - bend * (score - mean) ** 2 for score in scores]


def _first_offsets(on: Arithmetic, shares: Shares, scores: Sequence[float], t: float) -> list[Number]:
    """The constraint linearised where it can be met: at mean 1/2, or on the way to where it holds."""
    low, high = 0.5 + 0 * shares[0], float(t > 0) + 0 * shares[0]
    middle = low
    for _ in range(HALVINGS):
        found = with_mean(on, shares, scores, middle)
        offsets = _linearised(found, scores, t)
        if _can_be_met(on, offsets):
            break
        short = abs(middle - 0.5) < abs(t) * moments(found, scores)[1]
        low, high = on.where(short, middle, low), on.where(short, high, middle)
        middle = (low + high) / 2
    return offsets


def _can_be_met(on: Arithmetic, offsets: list[Number]) -> bool:
    """Whether some distribution gives the offsets mean 0, in every sample."""
    return bool(on.largest(-on.greatest(offsets)) < 0 and on.largest(on.least(offsets)) < 0)


def moments(shares: Shares, scores: Sequence[float]) -> tuple[Number, Number]:
    """The mean and the standard deviation of a distribution."""
    mean = sum([share * score for share, score in zip(shares, scores, strict=True)])
    variance = sum([share * (score - mean) ** 2 for share, score in zip(shares, scores, strict=True)])
    return mean, variance**0.5


def _reweighed(on: Arithmetic, shares: Shares, offsets: list[Number]) -> Shares:
    """The likeliest distribution under which the offsets have mean 0."""
    x = _multiplier(on, shares, offsets)
    return [share / (1 + x * offset) for share, offset in zip(shares, offsets, strict=True)]


def _multiplier(on: Arithmetic, shares: Shares, offsets: list[Number]) -> Number:
    """The root by Newton's steps, each replaced by half the bracket if it would leave it.

    The steps are those for the function times its two poles, which is nearly a straight line: one step would do
    for two outcomes. The function itself is steep at a root next to a pole, where an unseen outcome puts it.
    """
    low, high = -INSIDE / on.greatest(offsets), -INSIDE / on.least(offsets)
    x = 0 * low
    for _ in range(MAX_STEPS):
        ratios = [offset / (1 + x * offset) for offset in offsets]
        lifts = [share * ratio for share, ratio in zip(shares, ratios, strict=True)]
        value = sum(lifts)
        fall = sum([lift * ratio for lift, ratio in zip(lifts, ratios, strict=True)])
        top, bottom = on.greatest(ratios), on.least(ratios)
        low, high = on.where(value > 0, x, low), on.where(value > 0, high, x)
        newton = x + value / on.greatest([fall - value * (top + bottom), FLAT * fall])
        inside = (low <= newton) & (newton <= high)
        before, x = x, on.where(inside, newton, (low + high) / 2)
        if on.largest(abs(x - before) * (top - bottom)) < CLOSE:
            break
    return x
