"""Finds the weights of `Chances` that make the results of known matches most likely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.game.chances import Chances
from lanista.tools.analysis.mapping import Seats, combined

ROUNDS = 30  # of Newton's method, which needs about six
CLOSE = 1e-4  # a change of weights that ends it
RIDGE = 2.0  # how strongly weights are kept near those of plain playouts
CENTRE = np.array([1.0, 1.0, 0.0, 0.0])

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class KnownPosition:
    """A position of a match whose result is known."""

    match: str
    won: Seats  # the part of the playouts that each seat won
    valued: Seats  # each seat's part of the values
    played: float  # the part of the match that was played
    result: Seats  # what each seat has of the result: 1 for the winner, equal parts of a draw

    @property
    def features(self) -> Array:
        """By seat, what the four weights are multiplied with."""
        won, valued, late = np.log(self.won), np.log(self.valued), self.played
        return np.stack([won * (1 - late), won * late, valued * (1 - late), valued * late], axis=1)

    def chances(self, chances: Chances) -> Seats:
        """The chances at this position."""
        return combined(chances, self.won, self.valued, self.played)


def fitted(chances: Chances, samples: Sequence[KnownPosition]) -> Chances:
    """The same manner of playouts with the weights that fit best; none is negative."""
    known = [(sample.features, sample.result) for sample in samples]
    free = np.ones(len(CENTRE), bool)
    weights = _most_likely(known, free)
    while (weights[free] < 0).any():
        free &= weights > 0
        weights = _most_likely(known, free)
    a, b, c, d = (round(float(weight), 3) for weight in weights)
    return replace(chances, playouts=(a, b), value=(c, d))


def _most_likely(known: Sequence[tuple[Array, Seats]], free: Array) -> Array:
    """The weights that make results most likely, by Newton's method; those that are not free are 0."""
    weights = CENTRE * free
    for _ in range(ROUNDS):
        slope, bend = RIDGE * (CENTRE - weights), RIDGE * np.eye(len(CENTRE))
        for features, result in known:
            parts = _shares(features @ weights)
            slope += features.T @ (result - parts)
            bend += features.T @ (np.diag(parts) - np.outer(parts, parts)) @ features
        change = np.zeros(len(CENTRE))
        change[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        weights = weights + change
        if np.abs(change).max() < CLOSE:
            break
    return weights


def _shares(scores: Array) -> Seats:
    parts = np.exp(scores - scores.max())
    shares: Seats = parts / parts.sum()
    return shares


def surprise(chances: Chances, samples: Sequence[KnownPosition]) -> float:
    """The mean of -log(chance of what came), in bits: 1 is a coin that was thrown, 0 knew everything."""
    total = sum(float(-(sample.result * np.log2(sample.chances(chances))).sum()) for sample in samples)
    return total / max(1, len(samples))
