"""The table of a contest's league as runners make it, with what pages add to its rows."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

import msgspec

from lanista.league.values import (
    Estimated,
    LeagueProgress,
    MapBias,
    Pair,
    RatingCurve,
    Row,
    SeatBias,
)
from lanista.serve.records import Snapshot

TREND_SHARE = 0.15  # of the league's matches: a trend is the change of a rating in the newest ones
NO_PROGRESS = LeagueProgress(0, 0, 0, 0, None, None, "", is_over=False)

_pairs = msgspec.json.Decoder(list[Pair])


class _Table(msgspec.Struct):
    """A `LeagueOverview`, whose matches are not read, and its pairs only when they are wanted."""

    rows: list[Row] = []
    left: list[Row] = []
    seats: list[SeatBias] = []
    maps: list[MapBias] = []
    pairs: msgspec.Raw = msgspec.Raw(b"[]")
    curves: list[RatingCurve] = []
    progress: LeagueProgress = NO_PROGRESS


class HeadToHead(msgspec.Struct, frozen=True):
    """A bot's record against another, as the bot sees it."""

    entry: int
    matches: int
    won: int
    drawn: int
    lost: int
    score: Estimated  # from 0 to 1


class TableSnapshot:
    """A table that a runner has made."""

    def __init__(self, stored: Snapshot | None = None) -> None:
        found = _Table() if stored is None else msgspec.json.decode(stored.data, type=_Table)
        self.cursor = 0 if stored is None else stored.cursor
        self.made = 0.0 if stored is None else stored.made
        self.seconds = 0.0 if stored is None else stored.seconds
        self.rows = found.rows
        self.left = found.left
        self.seats = found.seats
        self.maps = found.maps
        self.progress = found.progress
        self._pairs = found.pairs
        self.curves = {curve.entry: curve for curve in found.curves}
        self.by_entry = {row.entry: row for row in (*found.rows, *found.left)}
        trends = {entry: _trend(curve) for entry, curve in self.curves.items()}
        self.trends = {entry: trend for entry, trend in trends.items() if trend is not None}

    @cached_property
    def span(self) -> tuple[float, float]:
        """The lowest and the highest end of the intervals of the bots that play."""
        ratings = [row.rating for row in self.rows if row.matches]
        if not ratings:
            return -100.0, 100.0
        low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
        return min(low, -10.0), max(high, 10.0)

    @cached_property
    def _opponents(self) -> dict[int, list[HeadToHead]]:
        found: dict[int, list[HeadToHead]] = {}
        for pair in _pairs.decode(self._pairs):
            score = pair.score
            mirrored = Estimated(1 - score.value, 1 - score.high, 1 - score.low)
            first = HeadToHead(pair.second, pair.matches, pair.won, pair.drawn, pair.lost, score)
            second = HeadToHead(pair.first, pair.matches, pair.lost, pair.drawn, pair.won, mirrored)
            found.setdefault(pair.first, []).append(first)
            found.setdefault(pair.second, []).append(second)
        return found

    def opponents(self, entry: int) -> list[HeadToHead]:
        """A version's record against each other version that it met, the most matches first."""
        return sorted(self._opponents.get(entry, []), key=lambda each: (-each.matches, each.entry))


def _trend(curve: RatingCurve) -> float | None:
    """The change of a rating in the newest part of the league; None if it played too little before."""
    numbers = [point.matches for point in curve.points]
    if len(numbers) < 2:
        return None
    before = bisect_right(numbers, numbers[-1] * (1 - TREND_SHARE)) - 1
    if before < 0:
        return None
    return curve.points[-1].rating.value - curve.points[before].rating.value
