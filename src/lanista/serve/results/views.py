"""Results as pages and the API show them, to one person: what is private to others is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from lanista.core.text import inert, seat_letter
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
from lanista.league.values import CurvePoint, Estimated, Row
from lanista.serve.privacy import Audience
from lanista.serve.results.book import Book, PendingMatch, ScheduledMatch
from lanista.serve.results.index import BotOutcome

T = TypeVar("T")
STEADY = 0.25  # of half the interval: a smaller change of a rating says nothing
MatchStage = Literal["waiting", "playing", "over", "void", "cancelled"]


class TableRow(msgspec.Struct, frozen=True):
    """A version of a bot in the table."""

    rank: int | None  # None of a version that plays no more, or has no match yet
    entry: int
    bot: str
    version: int
    builtin: str  # the name of a built-in bot, else ""
    rating: Estimated | None  # Elo above the mean of the bots that play, at 95 %; None without matches
    trend: float | None  # the change of the rating in the newest matches
    matches: int
    won: int
    drawn: int
    lost: int
    score: float | None  # the mean share of opponents beaten
    faults: int  # turns
    faulty_matches: int
    void: int
    quarantined: bool

    @property
    def is_steady(self) -> bool:
        """Whether the trend is far smaller than what is known of the rating."""
        unsure = 0.0 if self.rating is None else (self.rating.high - self.rating.low) / 2
        return abs(self.trend or 0.0) < max(1.0, STEADY * unsure)


class SeatView(msgspec.Struct, frozen=True):
    """A seat of a match."""

    seat: str  # its letter
    entry: int
    bot: str
    version: int
    rank: int | None
    score: int | None
    outcome: BotOutcome | None
    faults: int  # turns
    fault: str  # the first one in words, for the bot's team and helpers
    failure: str  # why the bot failed the match, for the same


class MatchView(msgspec.Struct, frozen=True):
    """A match of the league."""

    number: int
    stage: MatchStage
    map: str
    label: str
    round: int
    seats: list[SeatView]
    reason: str  # why it ended
    turns: int
    ended: float  # seconds since 1970; 0 if it is not over
    replay: str  # its digest, or ""
    watch: str  # the address of its page, if it can be opened

    @property
    def is_faulty(self) -> bool:
        """Whether any bot was at fault."""
        return any(seat.faults for seat in self.seats)


class VersionView(msgspec.Struct, frozen=True):
    """A version of a bot."""

    entry: int
    version: int
    digest: str
    builtin: str
    plays: bool
    quarantined: bool
    why: str  # it was quarantined; for its team and helpers
    row: TableRow | None  # None if the table does not have it yet


class OpponentView(msgspec.Struct, frozen=True):
    """A version's record against another."""

    entry: int
    bot: str
    version: int
    plays: bool
    matches: int
    won: int
    drawn: int
    lost: int
    score: Estimated


class BotView(msgspec.Struct, frozen=True):
    """A bot, and one of its versions."""

    bot: str
    entry: int
    version: int
    is_mine: bool
    row: TableRow | None
    versions: list[VersionView]  # the newest first
    curve: list[CurvePoint]
    opponents: list[OpponentView]


def table_row(book: Book, row: Row) -> TableRow:
    """A row of the table, without what only its team may know."""
    return TableRow(
        rank=row.rank if row.matches else None,
        entry=row.entry,
        bot=row.bot,
        version=row.version,
        builtin=row.builtin,
        rating=row.rating if row.matches else None,
        trend=book.table.trends.get(row.entry),
        matches=row.matches,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        score=row.score,
        faults=row.faults,
        faulty_matches=row.faulty_matches,
        void=row.void,
        quarantined=bool(row.quarantined),
    )


def table_rows(book: Book) -> list[TableRow]:
    """The bots that play, best first; those that joined after the table was made are last, without a rank."""
    rows = [table_row(book, row) for row in book.table.rows if _plays(book, row.entry)]
    gone = [row.rank for row in book.table.rows if row.rank and row.matches and not _plays(book, row.entry)]
    if gone:  # since the table was made
        rows = [_moved_up(row, gone) for row in rows]
    known = {row.entry for row in rows}
    return rows + [new_row(entry) for entry in book.active() if entry.id not in known]


def _moved_up(row: TableRow, gone: Sequence[int]) -> TableRow:
    """A row without the bots above it that have left."""
    rank = row.rank
    return row if rank is None else replace(row, rank=rank - sum(each < rank for each in gone))


def _plays(book: Book, entry: int) -> bool:
    found = book.entries.get(entry)
    return found is not None and found.left is None


def new_row(entry: LeagueEntry) -> TableRow:
    """A version that the table does not have yet."""
    return TableRow(
        rank=None,
        entry=entry.id,
        bot=inert(entry.bot),
        version=entry.version,
        builtin=entry.builtin,
        rating=None,
        trend=None,
        matches=0,
        won=0,
        drawn=0,
        lost=0,
        score=None,
        faults=0,
        faulty_matches=0,
        void=0,
        quarantined=False,
    )


# Matches


def match_view(book: Book, slug: str, found: ScheduledMatch | PendingMatch, audience: Audience) -> MatchView:
    """A match as a person may see it."""
    match = found.match
    result = found.result if isinstance(found, ScheduledMatch) else None
    stage = _stage(book, found, result)
    can_watch = stage == "playing" or bool(result and result.replay)
    return MatchView(
        number=match.number,
        stage=stage,
        map=inert(match.map),
        label=inert(match.label),
        round=match.round,
        seats=_seats(book, match, result, audience),
        reason=inert(result.reason) if result else "",
        turns=result.turns if result else 0,
        ended=result.ended if result else 0.0,
        replay=result.replay if result else "",
        watch=f"/c/{slug}/m/{match.number}/" if can_watch else "",
    )


def _stage(book: Book, found: ScheduledMatch | PendingMatch, result: StoredResult | None) -> MatchStage:
    if result is None:
        playing = any(each.match.number == found.match.number for each in book.playing)
        return "playing" if playing else "waiting"
    return "over" if result.counts else "cancelled" if result.is_cancelled else "void"


def _seats(book: Book, match: LeagueMatch, result: StoredResult | None, audience: Audience) -> list[SeatView]:
    entries = [book.entries[entry] for entry in match.entries]
    found = result or StoredResult(match.number)
    owned = audience.owned([entry.bot for entry in entries])
    seats = range(len(entries))
    return [
        SeatView(
            seat=seat_letter(seat),
            entry=entry.id,
            bot=inert(entry.bot),
            version=entry.version,
            rank=_at(found.ranks, seat),
            score=_at(found.scores, seat),
            outcome=book.index.outcome(match.number, seat) if result else None,
            faults=_at(found.faults, seat) or 0,
            fault=(_at(found.first_faults, seat) or "") if owned is None or seat in owned else "",
            failure=(_at(found.failures, seat) or "") if owned is None or seat in owned else "",
        )
        for seat, entry in zip(seats, entries, strict=True)
    ]


def _at(values: Sequence[T], seat: int) -> T | None:
    return values[seat] if seat < len(values) else None


def match_views(
    book: Book, slug: str, found: Iterable[ScheduledMatch | PendingMatch], audience: Audience
) -> list[MatchView]:
    """Matches as a person may see them."""
    return [match_view(book, slug, each, audience) for each in found]


# Bots


def bot_view(book: Book, entry: LeagueEntry, audience: Audience) -> BotView:
    """A version of a bot, and the bot's other versions."""
    is_open = audience.owns(entry.bot)
    curve = book.table.curves.get(entry.id)
    row = book.table.by_entry.get(entry.id)
    return BotView(
        bot=inert(entry.bot),
        entry=entry.id,
        version=entry.version,
        is_mine=bool(audience.team) and audience.team == entry.bot,
        row=None if row is None else table_row(book, row),
        versions=[_version(book, each, is_open=is_open) for each in book.versions(entry.bot)],
        curve=list(curve.points) if curve else [],
        opponents=[
            OpponentView(
                entry=other.id,
                bot=inert(other.bot),
                version=other.version,
                plays=other.left is None,
                matches=each.matches,
                won=each.won,
                drawn=each.drawn,
                lost=each.lost,
                score=each.score,
            )
            for each in book.table.opponents(entry.id)
            if (other := book.entries.get(each.entry)) is not None
        ],
    )


def _version(book: Book, entry: LeagueEntry, *, is_open: bool) -> VersionView:
    row = book.table.by_entry.get(entry.id)
    return VersionView(
        entry=entry.id,
        version=entry.version,
        digest=entry.digest,
        builtin=entry.builtin,
        plays=entry.left is None,
        quarantined=bool(entry.quarantined),
        why=inert(entry.quarantined) if is_open else "",
        row=None if row is None else table_row(book, row),
    )
