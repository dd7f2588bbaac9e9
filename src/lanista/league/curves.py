"""Ratings over time: fits after growing numbers of a league's matches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lanista.league.match_log import MatchLog
from lanista.league.values import CurvePoint, Estimated, RatingCurve
from lanista.series.stats.bootstrap import Intervals
from lanista.series.stats.plackett_luce import Fit, fit_rankings
from lanista.series.stats.rankings import Floats

MOMENTS = 60
MAX_POINTS = 15_000  # of all curves
MAX_SEATS = 2_000_000  # of all matches in all fits together
CLOSE_ELO = 1.0  # the last step of a fit; the remaining error is far smaller


def make_curves(
    log: MatchLog, fit: Fit, final: Intervals, zero: Sequence[int], scheduled: int
) -> list[RatingCurve]:
    """The rating of each entry from its first match on; its last point is that of the table.

    Earlier intervals are those of the table, widened because fewer matches tell less about a bot.
    """
    points: list[list[CurvePoint]] = [[] for _ in log.entries]
    chosen = list(zero) or list(range(len(log.entries)))
    now, x = _doubt(fit), None
    for matches in _moments(log):
        then = fit_rankings(fit.rankings.only(slice(matches)), start=x, close_elo=CLOSE_ELO)
        x = then.elo
        elo = then.elo - np.mean(then.elo[chosen])
        wider = np.sqrt(_doubt(then) / now)
        values = elo, elo - (final.elo - final.low) * wider, elo + (final.high - final.elo) * wider
        _add(points, int(log.numbers[matches - 1]) + 1, values, log.seen(matches))
    _add(points, scheduled, (final.elo, final.low, final.high), log.seen())
    return [RatingCurve(entry, found) for entry, found in zip(log.entries, points, strict=True) if found]


def _moments(log: MatchLog) -> list[int]:
    """Numbers of matches after which ratings are fitted, before the last."""
    matches, seats = log.players.shape
    most = min(MOMENTS, MAX_POINTS // max(1, len(log.entries)), 2 * MAX_SEATS // max(1, matches * seats))
    return sorted({matches * moment // max(2, most) for moment in range(1, max(2, most))} - {0, matches})


def _add(
    points: list[list[CurvePoint]], matches: int, values: tuple[Floats, Floats, Floats], seen: Sequence[int]
) -> None:
    columns = [np.round(column, 2).tolist() for column in values]
    for player in seen:
        points[player].append(CurvePoint(matches, Estimated(*(column[player] for column in columns))))


def _doubt(fit: Fit) -> Floats:
    """The approximate variance of each rating: from its own matches and its opponents' ratings."""
    own = fit.curvature.diagonal
    return (1 + fit.curvature.around(1 / own, power=2) / own) / own
