"""Sequential tests of made-up bots whose difference is known: how often a test errs, and how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lanista.series.stats.arithmetic import FLOATS, arrays
from lanista.series.stats.elo import EloScale, score_of, t_value_of
from lanista.series.stats.sprt import UNSEEN, Sprt
from lanista.series.stats.units import PAIR, PAIR_SCORES

NEAR = 0.7  # the share of a bound from which the exact ratio is computed
BLOCK = 100  # units simulated at once; the test still checks its ratio after each of them

Counts = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rates:
    """The results of many tests: the shares accepted and rejected, and the mean number of units."""

    accepted: float
    rejected: float
    units: float


def simulate(
    test: Sprt,
    shape: Sequence[float],
    elo: float,
    *,
    tests: int,
    seed: int,
    played_at: float | None = None,
    max_units: int = 100_000,
) -> Rates:
    """Run tests on pairs from the distribution nearest to `shape` with this Elo, each until it decides.

    With `played_at` the pairs are drawn at another Elo, and each test is weighed by how much likelier it is at
    `elo`: a decision that is rare here and common there gets a precise rate from few tests.
    """
    true, drawn_from = (_distribution(test, shape, at) for at in (elo, elo if played_at is None else played_at))
    ends = _play(test, drawn_from, tests, np.random.default_rng(seed), max_units)
    weights = np.exp(np.log(true / drawn_from) @ ends.counts)
    accepted, rejected = (
        float(weights @ over) / tests for over in (ends.llr >= test.upper, ends.llr <= test.lower)
    )
    return Rates(accepted, rejected, float(weights @ np.sum(ends.counts, axis=0)) / tests)


def _distribution(test: Sprt, shape: Sequence[float], elo: float) -> Counts:
    shares = [share / sum(shape) for share in shape]
    return np.array(test.likeliest(FLOATS, shares, PAIR_SCORES, elo, PAIR))


@dataclass(frozen=True)
class _Ends:
    """The ratio and the counts with which each test ended, along the last axis."""

    llr: Counts
    counts: Counts


def _play(test: Sprt, true: Counts, tests: int, random: np.random.Generator, max_units: int) -> _Ends:
    counts = np.zeros((len(true), tests, 1))
    ends: list[_Ends] = []
    for played in range(0, max_units, BLOCK):
        drawn = random.choice(len(true), p=true, size=(1, counts.shape[1], min(BLOCK, max_units - played)))
        counts = counts[:, :, -1:] + np.cumsum(drawn == np.arange(len(true))[:, None, None], axis=2)
        llr = _deciding_ratios(test, counts)
        over = (llr <= test.lower) | (llr >= test.upper)
        at = np.flatnonzero(np.any(over, axis=1)), np.argmax(over, axis=1)[np.any(over, axis=1)]
        ends.append(_Ends(llr[at], counts[:, at[0], at[1]]))
        counts = np.delete(counts, at[0], axis=1)
        if not counts.size:
            break
    ends.append(_Ends(np.zeros(counts.shape[1]), counts[:, :, -1]))  # undecided
    return _Ends(np.concatenate([end.llr for end in ends]), np.concatenate([end.counts for end in ends], axis=1))


def _deciding_ratios(test: Sprt, counts: Counts) -> Counts:
    """The ratios where they may decide, otherwise 0."""
    llr = np.zeros(counts.shape[1:])
    near = _is_near_a_bound(test, counts)
    if np.any(near):
        llr[near] = ratios(test, counts[:, near])
    return llr


def ratios(test: Sprt, counts: Counts) -> Counts:
    """The ratios of many samples of pairs at once: a row for each outcome, a column for each sample."""
    different, at = np.unique(counts, axis=1, return_inverse=True)  # short samples are often equal
    walk = test.walk(arrays(), list(np.maximum(different, UNSEEN)), PAIR_SCORES, PAIR)
    llr: Counts = walk.llr[at.ravel()]
    return llr


def _is_near_a_bound(test: Sprt, counts: Counts) -> npt.NDArray[np.bool_]:
    """Whether a test may be over by the ratio of normal distributions; saves most of the exact ratios."""
    scores = np.reshape(PAIR_SCORES, (-1, 1, 1))
    units = np.sum(counts, axis=0)
    mean = np.sum(counts * scores, axis=0) / units
    variance = np.sum(counts * (scores - mean) ** 2, axis=0) / units + 1e-9
    if test.model is EloScale.LOGISTIC:
        low, high = score_of(test.elo0), score_of(test.elo1)
    else:
        low, high = (0.5 + t_value_of(elo, PAIR) * variance**0.5 for elo in (test.elo0, test.elo1))
    llr = units * (high - low) * (2 * mean - low - high) / (2 * variance)
    near: npt.NDArray[np.bool_] = (llr < NEAR * test.lower) | (llr > NEAR * test.upper) | (variance < 0.001)
    return near
