"""The rows of a table: each entry's scores, by seat, and its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lanista.core.text import inert
from lanista.league.format import FormatRank
from lanista.league.history import LeagueHistory
from lanista.league.match_log import MatchLog
from lanista.league.store.records import LeagueEntry, StoredResult
from lanista.league.values import Estimated, Row, SeatScore
from lanista.series.stats.bootstrap import Intervals
from lanista.series.stats.rankings import Floats, Ints, sums

RATING_DIGITS = 2  # the rest depends on the machine
SCORE_DIGITS = 6


def make_rows(history: LeagueHistory, log: MatchLog, rated: Intervals, places: Sequence[FormatRank]) -> list[Row]:
    """A row for each entry, in the order in which they joined."""
    scores, incidents = _Scores.of(log), _Incidents.of(history)
    placed = {place.entry: place for place in places}
    ratings = _ratings(rated)
    return [
        _row(history.entries[entry], player, scores, incidents, placed.get(entry), ratings[player])
        for player, entry in enumerate(log.entries)
    ]


def _ratings(rated: Intervals) -> list[Estimated]:
    columns = (np.round(column, RATING_DIGITS).tolist() for column in rated)
    return [Estimated(*values) for values in zip(*columns, strict=True)]


def _row(
    entry: LeagueEntry,
    player: int,
    scores: _Scores,
    incidents: _Incidents,
    place: FormatRank | None,
    rating: Estimated,
) -> Row:
    won, drawn, played = (int(counts[player]) for counts in (scores.won, scores.drawn, scores.played))
    stays = place if entry.left is None else None
    return Row(
        rank=stays.rank if stays else None,
        entry=entry.id,
        bot=inert(entry.bot),
        version=entry.version,
        digest=entry.digest,
        builtin=inert(entry.builtin),
        rating=rating,
        points=stays.points if stays else None,
        remark=inert(stays.remark)
        if stays
        else f"quarantined: {inert(entry.quarantined)}"
        if entry.quarantined
        else "",
        matches=played,
        won=won,
        drawn=drawn,
        lost=played - won - drawn,
        score=_share(float(np.sum(scores.by_seat[player])), played),
        faults=incidents.faults[entry.id],
        faulty_matches=incidents.faulty[entry.id],
        void=incidents.void[entry.id],
        cancelled=incidents.cancelled[entry.id],
        seats=scores.seats(player),
        left=entry.left is not None,
        quarantined=inert(entry.quarantined),
    )


def _share(score: float, matches: int) -> float | None:
    return round(score / matches, SCORE_DIGITS) if matches else None


@dataclass(frozen=True)
class _Scores:
    """Per player: matches won, drawn and played, and its score and matches by seat."""

    won: Ints
    drawn: Ints
    played: Ints
    by_seat: Floats  # players x seats
    matches_by_seat: Ints

    @classmethod
    def of(cls, log: MatchLog) -> _Scores:
        players, seats = len(log.entries), log.players.shape[1]
        leads = (log.ranks == 1) & log.seated
        alone = leads & (np.count_nonzero(leads, axis=1) == 1)[:, None]
        won, drawn, played = (
            np.bincount(log.players[chosen], minlength=players) for chosen in (alone, leads & ~alone, log.seated)
        )
        keys = (log.players * seats + np.arange(seats))[log.seated]
        by_seat = sums(keys, log.scores[log.seated], players * seats).reshape(players, seats)
        matches = np.bincount(keys, minlength=players * seats).reshape(players, seats)
        return cls(won, drawn, played, by_seat, matches)

    def seats(self, player: int) -> list[SeatScore]:
        """A player's score in each seat."""
        counts, scores = self.matches_by_seat[player].tolist(), self.by_seat[player].tolist()
        rows = enumerate(zip(counts, scores, strict=True))
        return [SeatScore(seat, count, _share(score, count)) for seat, (count, score) in rows]


@dataclass(frozen=True)
class _Incidents:
    """Per entry: turns at fault, matches with faults, and matches that do not count."""

    faults: Counter[int] = field(default_factory=Counter)
    faulty: Counter[int] = field(default_factory=Counter)
    void: Counter[int] = field(default_factory=Counter)
    cancelled: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, history: LeagueHistory) -> _Incidents:
        found = cls()
        for number, result in history.results.items():
            if number < len(history.matches) and (any(result.faults) or not result.counts):
                found._add(history.matches[number].entries, result)
        return found

    def _add(self, entries: Sequence[int], result: StoredResult) -> None:
        for entry, faults in zip(entries, result.faults, strict=False):
            self.faults[entry] += faults
            self.faulty[entry] += faults > 0
        if not result.counts:
            (self.cancelled if result.is_cancelled else self.void).update(entries)
