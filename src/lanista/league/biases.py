"""The biases of seats and maps, and the scores of entries against each other, with intervals over units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lanista.core.text import inert
from lanista.league.match_log import MatchLog
from lanista.league.values import Estimated, MapBias, Pair, SeatBias
from lanista.series.stats.elo import estimate_of
from lanista.series.stats.rankings import Floats, Ints, sums

DIGITS = 6  # of scores; the rest depends on the machine


@dataclass(frozen=True)
class Groups:
    """Values grouped by key: their number, the number of their units, and the mean and variance of unit means."""

    keys: Ints
    count: Ints
    units: Ints
    mean: Floats
    variance: Floats

    @classmethod
    def of(cls, keys: Ints, units: Ints, values: Floats) -> Groups:
        """Each unit counts once in each group."""
        order = np.lexsort((values, units, keys))
        keys, units, values = keys[order], units[order], values[order]
        new_key = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
        new_unit = new_key | np.append(True, units[1:] != units[:-1])[: len(keys)]
        unit = np.cumsum(new_unit) - 1
        per_unit = sums(unit, values, 0) / np.bincount(unit)
        group = (np.cumsum(new_key) - 1)[new_unit]
        count = np.bincount(group)
        mean = sums(group, per_unit, 0) / count
        variance = sums(group, (per_unit - mean[group]) ** 2, 0) / count
        return cls(keys[new_key], np.bincount(np.cumsum(new_key) - 1), count, mean, variance)

    def estimates(self, offset: float = 0.0) -> list[Estimated]:
        """The mean of each group with its interval; `offset` is added to shares that are differences."""
        means = np.clip(np.round(self.mean + offset, DIGITS), 0, 1)
        variances = np.round(self.variance, DIGITS)
        rows = zip(means.tolist(), variances.tolist(), self.units.tolist(), strict=True)
        return [_estimated(*row, offset) for row in rows]


@lru_cache(maxsize=4096)
def _estimated(mean: float, variance: float, units: int, offset: float) -> Estimated:
    found = estimate_of(mean, variance, units)
    return Estimated(*(round(value - offset, DIGITS) for value in (found.value, found.low, found.high)))


def seat_biases(log: MatchLog, x: Floats) -> tuple[list[SeatBias], list[MapBias]]:
    """The bias of each seat, over all matches and on each map if there are several."""
    seats = log.players.shape[1]
    surplus = log.scores - log.expected(x)
    there = log.seated
    seat = np.broadcast_to(np.arange(seats), there.shape)
    unit = np.broadcast_to(log.units[:, None], there.shape)
    over_all = _biases(Groups.of(seat[there], unit[there], surplus[there]), seats)
    if len(log.maps) < 2:
        return over_all.get(0, []), []
    of_map = seat + log.map_of[:, None] * seats
    by_map = _biases(Groups.of(of_map[there], unit[there], surplus[there]), seats)
    maps = [MapBias(inert(log.maps[index]), found[0].matches, found) for index, found in by_map.items()]
    return over_all.get(0, []), sorted(maps, key=_unfairness)


def _biases(groups: Groups, seats: int) -> dict[int, list[SeatBias]]:
    found: dict[int, list[SeatBias]] = {}
    for key, count, bias in zip(groups.keys.tolist(), groups.count.tolist(), groups.estimates(0.5), strict=True):
        found.setdefault(key // seats, []).append(SeatBias(key % seats, count, bias))
    return found


def _unfairness(found: MapBias) -> tuple[float, str]:
    """The most biased map comes first."""
    return -max(abs(seat.bias.value) for seat in found.seats), found.map


def head_to_head(log: MatchLog) -> list[Pair]:
    """Each pair of entries that met, once."""
    keys, units, scores = _meetings(log)
    if not len(keys):
        return []
    groups = Groups.of(keys, units, scores)
    at = np.searchsorted(groups.keys, keys)
    won, drawn = (np.bincount(at[scores == score], minlength=len(groups.keys)) for score in (1.0, 0.5))
    first, second = (np.array(log.entries)[side] for side in np.divmod(groups.keys, len(log.entries)))
    columns = (column.tolist() for column in (first, second, groups.count, won, drawn))
    rows = zip(*columns, groups.estimates(), strict=True)
    return [Pair(a, b, met, w, d, met - w - d, score) for a, b, met, w, d, score in rows]


def _meetings(log: MatchLog) -> tuple[Ints, Ints, Floats]:
    """For each pair of seats in each match: the players (lower one first), the unit, and the first one's score."""
    parts = []
    for one, other in zip(*np.triu_indices(log.players.shape[1], 1), strict=True):
        met = log.seated[:, one] & log.seated[:, other] & (log.players[:, one] != log.players[:, other])
        a, b = log.players[met, one], log.players[met, other]
        lead = np.sign(log.ranks[met, other] - log.ranks[met, one]) * np.where(a < b, 1, -1)
        keys = np.minimum(a, b) * len(log.entries) + np.maximum(a, b)
        parts.append((keys, log.units[met], 0.5 + 0.5 * lead))
    keys, units, scores = (np.concatenate(column) for column in zip(*parts, strict=True))
    return keys, units, scores
