"""Judged matches as arrays, in an order that does not depend on the order of arrival."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ALL_ORDERS = 4  # up to this many tied players every order counts; beyond, only rotations
NO_PLACE = np.iinfo(np.int64).max


class Ranked(NamedTuple):
    """A judged match: who played, by seat, and the rank at which each ended; equal ranks are ties."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    unit: int = 0  # matches of a unit share seed and map and are not independent


@dataclass(frozen=True)
class Rankings:
    """Matches of any number of seats. Each row lists the players from the first rank to the last.

    Rows shorter than the longest are filled up with the number of players, which is no player.
    """

    players: int
    order: Ints  # matches x seats
    ranks: Ints  # matches x seats
    units: Ints

    @classmethod
    def of(cls, players: int, matches: Sequence[Ranked]) -> Rankings:
        """The matches, sorted; those with fewer than two seats say nothing and are left out."""
        matches = [match for match in matches if len(match.players) > 1]
        seats = max((len(match.players) for match in matches), default=2)
        order = filled([match.players for match in matches], seats, players)
        ranks = filled([match.ranks for match in matches], seats, NO_PLACE)
        units = np.array([match.unit for match in matches], np.int64)
        rows = np.lexsort((*ranks.T, *order.T, units))
        return cls.of_arrays(players, order[rows], ranks[rows], units[rows])

    @classmethod
    def of_arrays(cls, players: int, by_seat: Ints, ranks: Ints, units: Ints) -> Rankings:
        """From arrays by seat, in this order; a missing seat has the player `players` and the rank `NO_PLACE`."""
        ranked = np.argsort(ranks, axis=1, kind="stable")
        order, ranks = np.take_along_axis(by_seat, ranked, 1), np.take_along_axis(ranks, ranked, 1)
        return cls(players, order, ranks, units)

    @property
    def is_pair(self) -> Flags:
        """Which matches have two seats."""
        two: Flags = np.count_nonzero(self.order < self.players, axis=1) == 2
        return two

    def only(self, rows: Flags | slice) -> Rankings:
        """Some of the matches."""
        return Rankings(self.players, self.order[rows], self.ranks[rows], self.units[rows])


def sums(keys: Ints, values: Floats, size: int) -> Floats:
    """For each key from 0 to `size` - 1 the sum of its values."""
    return np.bincount(keys.ravel(), values.ravel(), size).astype(np.float64, copy=False)


def filled(rows: list[tuple[int, ...]], width: int, value: int) -> Ints:
    """Rows of equal length, shorter ones filled up with a value."""
    filler = (value,) * width
    filled = [row if len(row) == width else (row + filler)[:width] for row in rows]
    return np.array(filled, np.int64).reshape(len(rows), width)


@dataclass(frozen=True)
class PairCounts:
    """Matches of two seats, counted by pair: the first player scored `score` of `matches`."""

    first: Ints
    second: Ints
    matches: Floats
    score: Floats


def pairs_of(rankings: Rankings) -> PairCounts:
    """How often each pair met and what it scored; a tie is half a win each."""
    pairs = rankings.only(rankings.is_pair)
    best, other = pairs.order[:, 0], pairs.order[:, 1]
    score = np.where(pairs.ranks[:, 0] == pairs.ranks[:, 1], 0.5, 1.0)
    swapped = best > other
    keys = np.where(swapped, other, best) * rankings.players + np.where(swapped, best, other)
    found, where = np.unique(keys, return_inverse=True)
    count = np.bincount(where, minlength=len(found)).astype(float)
    won = sums(where, np.where(swapped, 1 - score, score), len(found))
    return PairCounts(found // max(1, rankings.players), found % max(1, rankings.players), count, won)


@dataclass(frozen=True)
class Stages:
    """Rankings of more than two seats as successive choices of the next best player.

    Each row is an order of players; `weights` says how much the choice among a player and all after it counts.
    """

    order: Ints
    weights: Floats
    counts: Floats  # how often each player was ranked
    match: Ints  # the match that a row belongs to, as an index among those of more than two seats


def stages_of(rankings: Rankings) -> Stages:
    """The choices in matches of more than two seats. Ties count as the mean of the orders they leave open."""
    rows = rankings.only(~rankings.is_pair)
    real = rows.order < rankings.players
    starts = real.copy()  # a player starts a group of tied ones, which all come before the rest
    starts[:, 1:] &= rows.ranks[:, 1:] != rows.ranks[:, :-1]
    tied = [_tied_rows(rows.order, starts, real, pattern) for pattern in _tie_patterns(starts, real)]
    parts = [
        (rows.order, starts.astype(float), np.arange(len(starts))),
        *(part for parts in tied for part in parts),
    ]
    order, weights, match = (np.concatenate(column) for column in zip(*parts, strict=True))
    counts = np.bincount(rows.order[real], minlength=rankings.players).astype(float)
    return Stages(order, weights, counts, match)


def _tie_patterns(starts: Flags, real: Flags) -> list[Ints]:
    """The matches with ties, grouped by which ranks are tied."""
    tied = np.flatnonzero(np.any(real & ~starts, axis=1))
    _, pattern = np.unique(np.hstack([starts, real])[tied], axis=0, return_inverse=True)
    by_pattern = tied[np.argsort(pattern, kind="stable")]
    return np.split(by_pattern, np.cumsum(np.bincount(pattern))[:-1]) if len(tied) else []


def _tied_rows(order: Ints, starts: Flags, real: Flags, matches: Ints) -> list[tuple[Ints, Floats, Ints]]:
    """The choices within groups of tied players, over the orders that the ties of alike matches leave open."""
    one = matches[0]
    bounds = [*np.flatnonzero(starts[one]), np.count_nonzero(real[one])]
    found = []
    for start, end in pairwise(bounds):
        rotations = _rotations(end - start)
        for rotation in rotations:
            rotated, weights = order[matches], np.zeros((len(matches), order.shape[1]))
            rotated[:, start:end] = rotated[:, start:end][:, list(rotation)]
            weights[:, start + 1 : end] = 1 / len(rotations)
            found.append((rotated, weights, matches))
    return found


def _rotations(tied: int) -> list[tuple[int, ...]]:
    """Orders over which the mean is that over all orders, up to four players; beyond, rotations of the seats.

    The players that remain after some choices are the same set in either direction, so one direction is enough.
    """
    if tied == 1:
        return []
    cycles = [tuple(range(tied))]
    if tied <= ALL_ORDERS:
        cycles = [(0, *rest) for rest in permutations(range(1, tied)) if rest[0] <= rest[-1]]
    return [cycle[turn:] + cycle[:turn] for cycle in cycles for turn in range(tied)]
