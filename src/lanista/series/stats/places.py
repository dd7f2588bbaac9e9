"""The probability that the first places of a table are right."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from lanista.series.stats.rankings import Floats
from lanista.series.stats.threads import one_thread

MARGIN = 10.0  # Elo; bots that are closer than this may stand in either order
DRAWS = 4096
SEED = 14
FAR = 6.0  # standard deviations of a lead beyond which a bot cannot matter


@one_thread
def right_places(elo: Floats, covariance: Floats, places: int, margin: float = MARGIN) -> float:
    """P(no bot in the first `places` is ahead of one that is better by more than `margin` Elo).

    The bots are ranked by `elo`; their true ratings are normal around it with this covariance.
    """
    order = np.argsort(-elo, kind="stable")
    places = min(places, len(elo) - 1)
    if places < 1:
        return 1.0
    order = order[_matters(elo[order], covariance[np.ix_(order, order)], places, margin)]
    draws = elo[order] + _normals(len(order)) @ _root(covariance[np.ix_(order, order)]).T
    best_behind = np.maximum.accumulate(draws[:, ::-1], axis=1)[:, ::-1]
    right = draws[:, :places] + margin >= best_behind[:, 1 : places + 1]
    return float(np.mean(np.all(right, axis=1)))


def contenders(elo: Floats, sigma: Floats, places: int, margin: float = MARGIN) -> list[int]:
    """The bots whose ratings may decide the first places, best first; `sigma` are standard errors."""
    order = np.argsort(-elo, kind="stable")
    first = order[:places]
    lead = np.min((elo[first] - FAR * sigma[first] + margin), initial=np.inf)
    return [int(bot) for at, bot in enumerate(order) if at < places or elo[bot] + FAR * sigma[bot] > lead]


def _matters(elo: Floats, covariance: Floats, places: int, margin: float) -> list[int]:
    """The first places, and the bots not far behind the last of them."""
    variance = np.diagonal(covariance)
    gaps = elo[:places, None] + margin - elo[None, :]
    spread = np.sqrt(np.maximum(variance[:places, None] + variance - 2 * covariance[:places], 0))
    near = np.any(gaps < FAR * spread, axis=0)
    near[: places + 1] = True
    return [int(at) for at in np.flatnonzero(near)]


def _root(covariance: Floats) -> Floats:
    """A matrix whose square is the covariance, which may be singular."""
    values, vectors = np.linalg.eigh(covariance)
    root: Floats = vectors * np.sqrt(np.maximum(values, 0))
    return root


@lru_cache(maxsize=8)
def _normals(columns: int) -> Floats:
    half = np.random.default_rng(SEED).standard_normal((DRAWS // 2, columns))
    return np.concatenate([half, -half])
