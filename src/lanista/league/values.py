"""The table of a league as values, for screens, exports and reports. All intervals hold with 95 %."""

from __future__ import annotations

import msgspec


class Estimated(msgspec.Struct, frozen=True, gc=False):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


class SeatScore(msgspec.Struct, frozen=True, gc=False):
    """A bot's score in one seat: the mean share of opponents beaten; a shared rank counts half."""

    seat: int
    matches: int
    score: float | None  # None without matches


class Row(msgspec.Struct, frozen=True):
    """One version of a bot in the table.

    A bot alone at rank 1 wins; bots that share rank 1 draw; all others lose.
    """

    rank: int | None  # by the format; None of an entry that has left
    entry: int
    bot: str
    version: int
    digest: str
    builtin: str  # name of a built-in bot, else ""
    rating: Estimated  # Elo above the mean of the bots that play and have not left; so is its interval
    points: float | None  # by the format; None of an entry that has left
    remark: str  # by the format, such as "lost the final"
    matches: int  # that count
    won: int
    drawn: int
    lost: int
    score: float | None  # mean share of opponents beaten per match
    faults: int  # turns at fault, in all matches with a result
    faulty_matches: int
    void: int  # void matches
    cancelled: int  # matches not played because a bot left
    seats: list[SeatScore]
    left: bool
    quarantined: str = ""  # why it left, if it failed too often


class SeatBias(msgspec.Struct, frozen=True):
    """How much more a seat scores per match than the ratings of its bots predict; 0 is fair."""

    seat: int
    matches: int
    bias: Estimated


class MapBias(msgspec.Struct, frozen=True):
    """The biases of the seats on one map."""

    map: str
    matches: int
    seats: list[SeatBias]


class Pair(msgspec.Struct, frozen=True, gc=False):
    """Two entries against each other, seen from the first; with more seats, by which of them ranked higher."""

    first: int  # entry
    second: int
    matches: int
    won: int
    drawn: int
    lost: int
    score: Estimated  # from 0 to 1


class CurvePoint(msgspec.Struct, frozen=True, gc=False):
    """The rating after some matches of the schedule."""

    matches: int  # of the league, by number, from the first on
    rating: Estimated


class RatingCurve(msgspec.Struct, frozen=True):
    """How the rating of an entry changed, from its first match on."""

    entry: int
    points: list[CurvePoint]


class MatchSummary(msgspec.Struct, frozen=True, gc=False):
    """A match with a result, in few words."""

    number: int
    unit: int
    round: int
    label: str
    map: str
    entries: tuple[int, ...]  # by seat
    places: tuple[int, ...]  # by seat; empty if the match does not count
    scores: tuple[int, ...]
    faults: tuple[int, ...]
    void: str
    replay: str  # its digest, or ""


class LeagueProgress(msgspec.Struct, frozen=True):
    """The progress of the league."""

    scheduled: int
    counted: int
    void: int
    cancelled: int
    expected: int | None  # matches in all, as far as known
    remaining: int | None
    sentence: str  # such as "P(top 3 is right) = 97 %"
    is_over: bool


class LeagueOverview(msgspec.Struct, frozen=True):
    """Everything that is shown of a league."""

    rows: list[Row]  # best first
    left: list[Row]  # entries that have left and earlier versions, best rating first, without a rank
    seats: list[SeatBias]
    maps: list[MapBias]  # the most biased first; empty if all matches are on one map
    pairs: list[Pair]  # those that met, each once, first < second
    curves: list[RatingCurve]
    matches: list[MatchSummary]  # by number
    progress: LeagueProgress
