"""Finds the match that tells most about the order of the first places.

The order is right if no bot among the first places is behind one that is better by more than a margin. So each
pair of a bot in the first places and one placed after it is a question. Under a Gaussian belief about their
difference, with mean d and variance s², the probability of "wrong" is p = 1 - Phi(z) with z = (d + margin) / s.
A match that lowers s² by a small delta lowers the entropy of the answer, in the mean of its outcomes, by

    delta * phi(z)² / (2 s² p (1 - p)),

because p is a martingale: its mean stays, and the entropy falls by half its second derivative times the variance
of p. A match of a and b with Fisher information I lowers the variance of d by cov(d, a - b)² I / (1 + I s_ab²).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from lanista.league.ladder.beliefs import PER_ELO, Floats, Indices, expected_score, ranking_weight

REACH = 8.0  # deviations beyond which an answer is certain
STARTS = 12  # bots that are tried as the first of a match
DIGITS = 9  # significant digits of a value, so that machines that round differently choose alike


def _curve() -> tuple[Floats, Floats]:
    """phi² / (p (1 - p)) over z; NumPy has no error function."""
    z = np.linspace(-REACH, REACH, 1601)
    worth = [_worth(float(value)) for value in z]
    worth[0] = worth[-1] = 0.0
    return z, np.array(worth)


def _worth(z: float) -> float:
    wrong, right = math.erfc(z / math.sqrt(2)) / 2, math.erfc(-z / math.sqrt(2)) / 2
    return math.exp(-z * z) / (2 * math.pi) / (wrong * right)


CURVE = _curve()


class Questions:
    """The open questions about the first places among some bots, by index."""

    def __init__(
        self, mean: Floats, variance: Floats, places: int, margin: float, seats: int, matches: int
    ) -> None:
        self._mean = mean
        self._variance = variance
        self._fisher = matches * ranking_weight(seats) * PER_ELO**2
        self.order = np.argsort(-mean, kind="stable")
        self._first = self.order[: min(places, len(mean) - 1)]
        self._open = self._open_pairs(margin)
        self.needs = self._needs()

    def _open_pairs(self, margin: float) -> Floats:
        """The information in a lower variance of a difference: a row per first place, a column per bot."""
        first = self._first
        spread = self._variance[first][:, None] + self._variance
        z = (self._mean[first][:, None] - self._mean + margin) / np.sqrt(spread)
        worth: Floats = np.interp(z, *CURVE) / (2 * spread)
        for row in range(len(first)):
            worth[row, first[: row + 1]] = 0  # each pair counts once, under the higher-ranked bot
        return worth

    def _needs(self) -> Floats:
        """The information in a lower variance of each bot, times its squared variance."""
        total = np.sum(self._open, axis=0)
        total[self._first] += np.sum(self._open, axis=1)
        needs: Floats = total * self._variance**2
        return needs

    def values(self, bots: Indices) -> Floats:
        """The information in a comparison: a row for each of these bots, a column for each opponent."""
        expected = expected_score(self._mean[bots][:, None] - self._mean)
        fisher = self._fisher * expected * (1 - expected)
        variance = self._variance[bots][:, None]
        told = self.needs[bots][:, None] + self.needs + 2 * variance * self._variance * self._between(bots)
        values: Floats = told * fisher / (1 + fisher * (variance + self._variance))
        values[np.arange(len(bots)), bots] = -1
        return _rounded(values)

    def _between(self, bots: Indices) -> Floats:
        """The open questions between these bots and all others."""
        rank = np.full(len(self._mean), -1)
        rank[self._first] = np.arange(len(self._first))
        between = np.zeros((len(bots), len(self._mean)))
        inside = rank[bots] >= 0
        between[inside] += self._open[rank[bots[inside]]]
        between[:, self._first] += self._open[:, bots].T
        return between

    @property
    def is_settled(self) -> bool:
        """Whether no match would tell anything."""
        return not np.any(self.needs)

    def best_pair(self, last: Indices) -> list[int]:
        """The two bots whose match tells most; `last` gives the last opponent of each, or -1."""
        starts = np.argsort(-_rounded(self.needs), kind="stable")[:STARTS]
        values = self.values(starts)
        values[_rematches(starts, last)] = -1
        row, column = np.unravel_index(int(np.argmax(values)), values.shape)
        return [int(starts[row]), int(column)]

    def best_opponent(self, bot: int, last: Indices) -> int:
        """The bot whose match with this one tells most."""
        starts = np.array([bot])
        values = self.values(starts)
        values[_rematches(starts, last)] = -1
        return int(np.argmax(values))

    def add_best(self, chosen: list[int], seats: int) -> list[int]:
        """Those chosen, and the others whose comparisons with them tell most, twice as many at each step."""
        chosen = list(chosen)
        while len(chosen) < seats:
            values = np.sum(self.values(np.array(chosen)), axis=0)
            values[chosen] = -1
            count = min(seats - len(chosen), len(chosen))
            chosen += np.argsort(-values, kind="stable")[:count].tolist()
        return chosen


def _rematches(starts: Indices, last: Indices) -> npt.NDArray[np.bool_]:
    """Mask of pairs in which each bot was the other's last opponent; all false with fewer than three bots."""
    if len(last) < 3:
        return np.zeros((len(starts), len(last)), bool)
    found: npt.NDArray[np.bool_] = (last[starts][:, None] == np.arange(len(last))) & (last == starts[:, None])
    return found


def _rounded(values: Floats) -> Floats:
    """With DIGITS digits after the largest."""
    largest = float(np.max(values, initial=0.0))
    if largest <= 0:
        return values
    scale = 10.0 ** (DIGITS - math.ceil(math.log10(largest)))
    rounded: Floats = np.round(values * scale)
    return rounded
