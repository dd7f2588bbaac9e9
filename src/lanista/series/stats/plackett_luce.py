"""Ratings of many players, fitted to all their matches at once.

Plackett-Luce: each player wins a match with a chance in proportion to its strength, then each of the others gets
the next rank likewise, and so on. With two seats that is Bradley-Terry. Strengths are exp(x); a rating is x on the
scale of Elo. A tie counts as the mean log-likelihood of the orders that it leaves open: a draw is half a win each.
A weak normal prior keeps the rating of a player finite that won or lost everything, and connects groups that never
met. Ratings are relative: their mean is 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lanista.series.stats.rankings import (
    Floats,
    Ints,
    PairCounts,
    Ranked,
    Rankings,
    Stages,
    pairs_of,
    stages_of,
    sums,
)
from lanista.series.stats.threads import one_thread

ELO = 400 / math.log(10)  # per unit of x
PRIOR_ELO = 700.0  # standard deviation of the prior
DENSE = 128  # players up to which equations are solved directly
MAX_STEPS = 200
STILL = 1e-11  # a largest step that ends the search
CHUNK = 4_000_000  # entries of a matrix that are summed at once


def fit(players: int, matches: Sequence[Ranked], *, prior_elo: float = PRIOR_ELO) -> Fit:
    """The likeliest ratings of players 0 to `players` - 1; the same for any order of the matches."""
    return fit_rankings(Rankings.of(players, matches), prior_elo=prior_elo)


@one_thread
def fit_rankings(
    rankings: Rankings, *, prior_elo: float = PRIOR_ELO, start: Floats | None = None, close_elo: float = 0.0
) -> Fit:
    """The same for matches in arrays. `start` are ratings (in Elo) that are near, and save steps.

    With `close_elo` the search ends after a step that changes no rating by more.
    """
    data = Likelihood(rankings.players, pairs_of(rankings), stages_of(rankings), (ELO / prior_elo) ** 2)
    x = np.zeros(rankings.players) if start is None else start / ELO
    return Fit(rankings, data, _climb(data, x, max(STILL, close_elo / ELO)) if rankings.players else x)


@dataclass(frozen=True)
class Likelihood:
    """The log-likelihood of strengths x, with its derivatives."""

    players: int
    pairs: PairCounts
    stages: Stages
    precision: float  # of the prior

    def value(self, x: Floats) -> float:
        """The logarithm of likelihood and prior."""
        pairs, lost = self.pairs, self.pairs.matches - self.pairs.score
        lead = x[pairs.first] - x[pairs.second]
        of_pairs = -pairs.score @ np.logaddexp(0, -lead) - lost @ np.logaddexp(0, lead)
        rest = self._remaining(x)
        of_stages = self.stages.counts @ x - np.sum(self.stages.weights * np.log(rest))
        return float(of_pairs + of_stages - self.precision * x @ x / 2)

    def gradient(self, x: Floats) -> Floats:
        """Per player: what it scored beyond what its strength promises, and the pull of the prior."""
        pairs = self.pairs
        surplus = pairs.score - pairs.matches * wins(x[pairs.first] - x[pairs.second])
        found = sums(pairs.first, surplus, self.players) - sums(pairs.second, surplus, self.players)
        return (
            found
            + self.stages.counts
            - sums(self.stages.order, self.shares(x), self.players + 1)[:-1]
            - self.precision * x
        )

    def curvature(self, x: Floats) -> Curvature:
        """Minus the second derivative: what the matches say about each pair, and the prior about each player."""
        pairs = self.pairs
        chance = wins(x[pairs.first] - x[pairs.second])
        weights = pairs.matches * chance * (1 - chance)
        stages = self._stage_weights(x) if len(self.stages.order) else None
        return Curvature(self.players, pairs.first, pairs.second, weights, stages, self.precision)

    def shares(self, x: Floats) -> Floats:
        """How often each player of a row should have been chosen."""
        strength = np.append(np.exp(x), 0.0)[self.stages.order]
        return strength * np.cumsum(self.stages.weights / self._remaining(x), axis=1)

    def _remaining(self, x: Floats) -> Floats:
        """The sum of the strengths of each player of a row and of all after it; 1 where there is none."""
        strength = np.append(np.exp(x), 0.0)[self.stages.order]
        return _or_one(np.cumsum(strength[:, ::-1], axis=1)[:, ::-1])

    def _stage_weights(self, x: Floats) -> Floats:
        order, size = self.stages.order, self.players + 1
        strength = np.append(np.exp(x), 0.0)[order]
        squares = np.cumsum(self.stages.weights / self._remaining(x) ** 2, axis=1)
        found = np.zeros(size * size)
        seats = np.arange(order.shape[1])
        earlier = np.minimum(seats[:, None], seats)
        for rows in _chunks(len(order), earlier.size):
            keys = order[rows, :, None] * size + order[rows, None, :]
            both = strength[rows, :, None] * strength[rows, None, :] * squares[rows][:, earlier]
            found += sums(keys, both, size * size)
        square = found.reshape(size, size)[:-1, :-1]
        np.fill_diagonal(square, 0.0)
        return square


@dataclass(frozen=True)
class Curvature:
    """The Laplacian of a weighted graph of players, plus a diagonal."""

    players: int
    first: Ints
    second: Ints
    weights: Floats  # of the pair of first and second; each pair stands here once
    more: Floats | None  # further weights, players x players
    precision: float

    @cached_property
    def diagonal(self) -> Floats:
        """The diagonal of the matrix."""
        return self.around(np.ones(self.players)) + self.precision

    def around(self, values: Floats, power: int = 1) -> Floats:
        """For each player the sum of the values of all others, times the weights to this power."""
        weights = self.weights**power
        found = sums(self.first, weights * values[self.second], self.players)
        found += sums(self.second, weights * values[self.first], self.players)
        return found if self.more is None else found + np.asarray(self.more**power @ values, np.float64)

    def times(self, values: Floats) -> Floats:
        """The product of the matrix with a vector."""
        return self.diagonal * values - self.around(values)

    def dense_weights(self) -> Floats:
        """The weights of all pairs."""
        found = np.zeros((self.players, self.players))
        found[self.first, self.second] = self.weights
        found += found.T
        return found if self.more is None else found + self.more

    def solve(self, right: Floats, precision: float) -> Floats:
        """The vector whose product with the matrix is `right`: directly, or by conjugate gradients among many."""
        if self.players <= DENSE:
            dense = laplacian(self.dense_weights(), self.precision)
            return np.asarray(np.linalg.solve(dense, right), np.float64)
        return conjugate_gradients(self.times, right, self.diagonal, precision)


def wins(lead: Floats) -> Floats:
    """The chance to win with a lead of x, without overflow."""
    return 0.5 + 0.5 * np.tanh(lead / 2)


def _or_one(sums: Floats) -> Floats:
    return np.where(sums > 0, sums, 1.0)


def _chunks(rows: int, each: int) -> list[slice]:
    step = max(1, CHUNK // each)
    return [slice(start, start + step) for start in range(0, rows, step)]


def laplacian(weights: Floats, diagonal: float | Floats) -> Floats:
    """The Laplacian of a weighted graph plus a diagonal."""
    found = -weights
    found[np.diag_indices(len(weights))] = np.sum(weights, axis=1) + diagonal
    return found


def _climb(data: Likelihood, x: Floats, still: float) -> Floats:
    """Newton's steps, halved while they do not lead upwards; the function has a single maximum."""
    value = data.value(x)
    for _ in range(MAX_STEPS):
        step = data.curvature(x).solve(data.gradient(x), 1e-6 if still > STILL else 1e-11)
        while (after := data.value(x + step)) < value - 1e-12 * abs(value) and np.max(np.abs(step)) > STILL:
            step /= 2
        x, value = x + step, after
        if np.max(np.abs(step)) < still:
            break
    return x - np.mean(x)


def conjugate_gradients(
    times: Callable[[Floats], Floats], right: Floats, diagonal: Floats, precision: float
) -> Floats:
    """The solution of equations with a positive definite matrix; several right sides may be given as columns."""
    scale = 1 / (diagonal if right.ndim == 1 else diagonal[:, None])
    x, rest = np.zeros_like(right), right
    ready = rest * scale
    direction, size = ready, np.sum(rest * ready, axis=0)
    enough = precision**2 * np.maximum(size, 1e-300)
    for _ in range(10 * len(right)):
        if np.all(size <= enough):
            break
        image = times(direction)
        step = size / np.maximum(np.sum(direction * image, axis=0), 1e-300)
        x, rest = x + step * direction, rest - step * image
        ready = rest * scale
        before, size = size, np.sum(rest * ready, axis=0)
        direction = ready + size / np.maximum(before, 1e-300) * direction
    return x


@dataclass(frozen=True)
class Fit:
    """Ratings of players, with their uncertainty."""

    rankings: Rankings
    likelihood: Likelihood
    x: Floats  # natural logarithms of strengths, with mean 0

    @property
    def elo(self) -> Floats:
        """The ratings; their mean is 0."""
        return self.x * ELO

    @cached_property
    def curvature(self) -> Curvature:
        """The information of the matches about each pair, and of the prior about each player, in units of x."""
        return self.likelihood.curvature(self.x)

    @cached_property
    def weights(self) -> Floats:
        """The information of the matches about each pair, players x players."""
        return self.curvature.dense_weights()

    @cached_property
    def information(self) -> Floats:
        """Minus the second derivative of the log-likelihood with its prior."""
        return laplacian(self.weights, self.likelihood.precision)

    @cached_property
    @one_thread
    def covariance(self) -> Floats:
        """The covariance of all ratings in Elo, by the model; differences of ratings follow from it."""
        return np.asarray(np.linalg.inv(self.information), np.float64) * ELO**2

    @one_thread
    def covariance_of(self, players: Sequence[int]) -> Floats:
        """The same for a few players only, which is cheaper among many."""
        chosen = list(players)
        columns = np.zeros((len(self.x), len(chosen)))
        columns[chosen, np.arange(len(chosen))] = 1.0
        found = self._solve(columns)[chosen] * ELO**2
        return (found + found.T) / 2

    def _solve(self, columns: Floats) -> Floats:
        matrix = self.information
        if len(matrix) <= DENSE:
            return np.asarray(np.linalg.solve(matrix, columns), np.float64)
        return conjugate_gradients(lambda x: np.asarray(matrix @ x), columns, np.diagonal(matrix), 1e-9)
