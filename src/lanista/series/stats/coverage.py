"""Leagues of made-up bots whose strengths are known: how often intervals contain them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lanista.series.stats.bootstrap import intervals
from lanista.series.stats.places import right_places
from lanista.series.stats.plackett_luce import ELO, Fit, fit_rankings, wins
from lanista.series.stats.rankings import Floats, Ints, Rankings


@dataclass(frozen=True)
class MadeUp:
    """A league in which every bot plays some units; a unit is played with every rotation of the seats."""

    name: str
    bots: int
    seats: int
    units: int  # per bot
    draws: float = 0.0  # share of the closest results that are draws (with more seats: of the last two)
    first_seat: float = 0.0  # Elo that the first seat is worth
    alike: float = 0.0  # share of units of two seats in which the better bot of the day wins both matches
    spread: float = 200.0  # standard deviation of the strengths in Elo
    star: float = 0.0  # Elo that one bot is better by than its strength says

    def strengths(self, random: np.random.Generator) -> Floats:
        """True strengths with mean 0."""
        drawn = random.normal(0, self.spread / ELO, self.bots)
        drawn[0] += self.star / ELO
        return drawn - np.mean(drawn)

    def play(self, strengths: Floats, random: np.random.Generator) -> Rankings:
        """The results of all matches."""
        rounds = [random.permutation(self.bots)[: self.bots - self.bots % self.seats] for _ in range(self.units)]
        groups = np.concatenate(rounds).reshape(-1, self.seats)
        luck = random.random((len(groups), 2))
        turns = [np.roll(groups, turn, axis=1) for turn in range(self.seats)]
        places = [self._places(strengths[group], luck, turn, random) for turn, group in enumerate(turns)]
        units = np.tile(np.arange(len(groups)), self.seats)
        return Rankings.of_arrays(self.bots, np.concatenate(turns), np.concatenate(places), units)

    def _places(self, strengths: Floats, luck: Floats, turn: int, random: np.random.Generator) -> Ints:
        """Ranks by seat; the order of the last two is redrawn, with ties."""
        lifted = strengths.copy()
        lifted[:, 0] += self.first_seat / ELO
        order = np.argsort(-(lifted + random.gumbel(size=lifted.shape)), axis=1)
        rows, seats = np.arange(len(order)), self.seats
        last = np.sort(order[:, -2:], axis=1)
        chance = wins(lifted[rows, last[:, 0]] - lifted[rows, last[:, 1]])
        drawn = self.draws * np.minimum(chance, 1 - chance)
        again = (luck[:, 0] < self.alike) & (seats == 2)
        shared = luck[:, 1] if turn == 0 else 1 - luck[:, 1]
        day = np.where(again, shared, random.random(len(order)))
        places = np.argsort(order, axis=1) + 1
        places[rows, last[:, 0]] = np.where(day < chance + drawn, seats - 1, seats)
        places[rows, last[:, 1]] = np.where(day < chance - drawn, seats, seats - 1)
        return places


@dataclass(frozen=True)
class IntervalCoverage:
    """Over many leagues: the share of intervals that contain the truth, its error, and how wide they are."""

    share: float
    error: float  # standard error of the share
    width: float  # mean, in Elo
    best: float  # the share for the best bot of each league


def coverage(league: MadeUp, *, leagues: int, seed: int = 14) -> IntervalCoverage:
    """Play leagues and compare the ratings' intervals with the true strengths."""
    shares, widths, best = [], [], []
    for number in range(leagues):
        true, fit = _played(league, (seed, number))
        rated = intervals(fit)
        inside = (rated.low <= true * ELO) & (true * ELO <= rated.high)
        shares.append(np.mean(inside))
        widths.append(np.mean(rated.high - rated.low))
        best.append(inside[np.argmax(true)])
    means = (float(np.mean(values)) for values in (shares, widths, best))
    share, width, of_best = means
    return IntervalCoverage(share, float(np.std(shares)) / leagues**0.5, width, of_best)


@dataclass(frozen=True)
class Calibration:
    """Over many leagues: how sure the first places seemed on average, and how often they were right."""

    promised: float
    right: float
    error: float  # standard error of `right`


def calibration(league: MadeUp, places: int, margin: float, *, leagues: int, seed: int = 14) -> Calibration:
    """Compare P(the first places are right) with how often they are."""
    promised, right = [], []
    for number in range(leagues):
        true, fit = _played(league, (seed, number))
        promised.append(right_places(fit.elo, fit.covariance, places, margin))
        ordered = true[np.argsort(-fit.elo, kind="stable")] * ELO
        behind = np.maximum.accumulate(ordered[::-1])[::-1]
        right.append(np.all(ordered[:places] + margin >= behind[1 : places + 1]))
    share = float(np.mean(right))
    return Calibration(float(np.mean(promised)), share, (share * (1 - share) / leagues) ** 0.5)


def _played(league: MadeUp, seed: tuple[int, int]) -> tuple[Floats, Fit]:
    random = np.random.default_rng(seed)
    strengths = league.strengths(random)
    return strengths, fit_rankings(league.play(strengths, random))
