"""Intervals of ratings, by an estimating-function bootstrap over units.

The ratings solve equations: what each player scored equals what the ratings promise. A replicate asks which
ratings would be true if the observed scores were off by a random error: the errors are drawn with the spread that
units of matches have at *those* ratings, and the equations are solved again. The replicates of a player spread as
Wilson's interval of a share does: honest for few matches, and lopsided for a player that won nearly everything.
(Hu and Kalbfleisch, "The estimating function bootstrap", Canadian Journal of Statistics 28, 2000.)

Resampling units as they are would not do: three units that a player won do not vary, however often they are drawn.
So the spread of a unit is that of the model times a factor that is learned from the units, see `dispersion`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lanista.series.stats.elo import Z95
from lanista.series.stats.plackett_luce import ELO, Fit, fit_rankings, laplacian, wins
from lanista.series.stats.rankings import Floats, Ints, sums
from lanista.series.stats.threads import one_thread

SEED = 14
REPLICATES = 1000
OPEN_ELO = 1500.0  # standard deviation of the wider prior of intervals
MIN_REPLICATES = 300
MAX_WORK = 2_000_000  # replicates times what each costs; beyond, they are normal around the ratings
MAX_STEPS = 50
STILL = 0.01  # a step that changes no rating by more ends the search: 2 Elo
TAIL = 0.025
LEVERAGE = 0.1  # the least share of a unit's spread that the fit leaves visible
EXPECTED = 1.5  # the dispersion that is expected before units are seen: half of the pairs end alike
POOLED = 8.0  # units' worth of belief in it
MIN_FACTOR = 0.3  # of the share that draws leave
OWN = 30.0  # units after which a player's spread counts as much as that of all players


class Intervals(NamedTuple):
    """Ratings relative to the mean of some players, with their 95 % intervals, in Elo."""

    elo: Floats
    low: Floats
    high: Floats


@one_thread
def intervals(fit: Fit, zero: Sequence[int] | None = None) -> Intervals:
    """The ratings of all players as differences from the mean of the players `zero`, or of all, with intervals."""
    players = len(fit.x)
    chosen = list(zero or range(players))
    if not players:
        return Intervals(fit.elo, fit.elo, fit.elo)
    elo = fit.elo - np.mean(fit.elo[chosen])
    bounds = [_bounds(each, chosen) for each in (fit, *_freed(fit))]
    low, high = np.min([low for low, _ in bounds], axis=0), np.max([high for _, high in bounds], axis=0)
    return Intervals(elo, np.minimum(low, elo), np.maximum(high, elo))


def _freed(fit: Fit) -> list[Fit]:
    """The fit with a prior that hardly pulls: an interval holds what either of both priors leaves open.

    By its prior a fit guesses that nobody is a thousand Elo better than all others. An interval must not share
    that guess, nor the opposite one: without a prior, a bot that won its few matches seems far too strong.
    """
    if fit.likelihood.precision <= (ELO / OPEN_ELO) ** 2:
        return []
    return [fit_rankings(fit.rankings, prior_elo=OPEN_ELO, start=fit.elo)]


def _bounds(fit: Fit, chosen: list[int]) -> tuple[Floats, Floats]:
    spread = dispersion(fit)
    graph = _Graph.of(fit, spread.factors)
    if graph.work * MIN_REPLICATES > MAX_WORK:
        elo = fit.elo - np.mean(fit.elo[chosen])
        half = Z95 * np.sqrt(_variance(fit, spread.factors, chosen))
        return elo - half, elo + half
    drawn = _replicates(fit, graph, spread.freedom) * ELO
    drawn -= np.mean(drawn[chosen], axis=0)
    low, high = np.quantile(drawn, [TAIL, 1 - TAIL], axis=1)
    return low, high


@dataclass(frozen=True)
class Dispersion:
    """For each player the variance of its units as a share of the model's, and how well that is known."""

    factors: Floats
    freedom: float  # degrees of freedom


def dispersion(fit: Fit) -> Dispersion:
    """The variation of units, relative to independent matches without draws.

    Draws make it smaller; matches of a unit that end alike make it larger. Players with few units share the
    factor of all units. Residuals of a fit are too small by what the fit adapted to, which is put back.
    """
    model = np.sum(fit.weights, axis=1)
    if not np.any(model > 0):
        return Dispersion(np.ones(len(fit.x)), POOLED)
    squares, units, freedom = _unit_residuals(fit)
    adapted = len(fit.x) - fit.likelihood.precision * np.trace(fit.covariance) / ELO**2
    visible = max(LEVERAGE, 1 - adapted / freedom)
    known = visible * freedom + POOLED
    pooled = (np.sum(squares) / np.sum(model) * freedom + POOLED * EXPECTED * _undrawn(fit)) / known
    own = squares / np.maximum(model, 1e-12) / visible
    return Dispersion((own * units + OWN * pooled) / (units + OWN), known)


def _undrawn(fit: Fit) -> float:
    """The variance of independent matches of two seats as a share of what it would be without draws."""
    rankings, curvature = fit.rankings, fit.curvature
    drawn = np.count_nonzero(rankings.is_pair & (rankings.ranks[:, 0] == rankings.ranks[:, 1]))
    return max(MIN_FACTOR, 1 - drawn / 4 / float(np.sum(curvature.weights))) if drawn else 1.0


def _unit_residuals(fit: Fit) -> tuple[Floats, Ints, int]:
    """Per player the sum over units of its squared residual, its units; and how many are independent."""
    players = len(fit.x)
    keys, values = _residuals(fit)
    found, where = np.unique(keys, return_inverse=True)
    residual = sums(where, values, len(found))
    player = found % players
    units = np.bincount(player, minlength=players)
    freedom = len(found) - len(np.unique(found // players))
    return sums(player, residual**2, players), units, freedom


def _residuals(fit: Fit) -> tuple[Ints, Floats]:
    """For each player of each match what it scored beyond what the ratings promise; keys are unit and player."""
    rankings, x, players = fit.rankings, fit.x, len(fit.x)
    pairs, rows = rankings.only(rankings.is_pair), rankings.only(~rankings.is_pair)
    best, other = pairs.order[:, 0], pairs.order[:, 1]
    score = np.where(pairs.ranks[:, 0] == pairs.ranks[:, 1], 0.5, 1.0)
    surplus = score - wins(x[best] - x[other])
    stages = fit.likelihood.stages
    chosen = np.zeros(stages.order.shape)
    chosen[: len(rows.order)] = 1.0
    real = stages.order < players
    unit = np.broadcast_to(rows.units[stages.match][:, None], real.shape)[real]
    keys = [pairs.units * players + best, pairs.units * players + other, unit * players + stages.order[real]]
    return np.concatenate(keys), np.concatenate([surplus, -surplus, (chosen - fit.likelihood.shares(x))[real]])


def _variance(fit: Fit, factors: Floats, chosen: list[int]) -> Floats:
    """The variance of each rating's difference from the mean of the chosen ones: that of one-step replicates."""
    root = np.sqrt(factors)
    errors = laplacian(fit.weights, 0.0) * np.outer(root, root)
    errors[np.diag_indices(len(root))] += fit.likelihood.precision
    half = fit.covariance @ errors / ELO**2
    to_zero = half @ np.mean(fit.covariance[:, chosen], axis=1)
    variance: Floats = np.sum(half * fit.covariance, axis=1) - 2 * to_zero + np.mean(to_zero[chosen])
    return np.maximum(variance, 0.0)


@dataclass(frozen=True)
class _Graph:
    """Pairs of players, with the number of matches of two that would say as much about them."""

    first: Ints
    second: Ints
    matches: Floats
    factors: Floats  # of the variance
    players: int

    @classmethod
    def of(cls, fit: Fit, factors: Floats) -> _Graph:
        first, second = np.nonzero(np.triu(fit.weights, 1))
        chance = wins(fit.x[first] - fit.x[second])
        matches = fit.weights[first, second] / np.maximum(chance * (1 - chance), 1e-12)
        return cls(first, second, matches, (factors[first] + factors[second]) / 2, len(fit.x))

    @property
    def work(self) -> int:
        """The cost of a replicate, in pairs: the equations have the square of the players."""
        return 1 + len(self.first) + self.players**2 // 20


def _replicates(fit: Fit, graph: _Graph, freedom: float) -> Floats:
    """Strengths that the observed scores would fit with random errors; players x replicates.

    The spread of units is itself estimated, so each replicate has its own, as in Student's distribution.
    """
    count = min(REPLICATES, MAX_WORK // graph.work)
    random = np.random.default_rng(SEED)
    errors = random.standard_normal((len(graph.first), count))
    prior = random.standard_normal((len(fit.x), count)) * np.sqrt(fit.likelihood.precision)
    errors *= np.sqrt(freedom / random.chisquare(freedom, count))
    into = [(side[:, None] * count + np.arange(count)).ravel() for side in (graph.first, graph.second)]
    observed = wins(fit.x[graph.first] - fit.x[graph.second])[:, None]
    matches, scale = graph.matches[:, None], np.sqrt(graph.matches * graph.factors)[:, None]

    def gradient(x: Floats) -> Floats:
        chance = wins(x[graph.first] - x[graph.second])
        surplus = matches * (observed - chance) - errors * scale * np.sqrt(chance * (1 - chance))
        flat = sums(into[0], surplus, x.size) - sums(into[1], surplus, x.size)
        pull = prior + fit.likelihood.precision * (x - fit.x[:, None])
        found: Floats = flat.reshape(x.shape) - pull
        return found

    start = np.repeat(fit.x[:, None], count, axis=1)
    x = start + np.asarray(fit.covariance @ gradient(start), np.float64) / ELO**2
    inverse = _cautious_inverse(fit)
    for _ in range(MAX_STEPS):
        step = np.asarray(inverse @ gradient(x), np.float64)
        x += step
        if np.max(np.abs(step)) < STILL:
            break
    return x


def _cautious_inverse(fit: Fit) -> Floats:
    """Steps by it do not diverge, since no replicate is more than twice as curved as this."""
    chance = wins(fit.x[:, None] - fit.x)
    curvature = chance * (1 - chance)
    weights = fit.weights * (0.5 + 0.125 / np.maximum(curvature, 1e-12))
    return np.asarray(np.linalg.inv(laplacian(weights, fit.likelihood.precision)), np.float64)
