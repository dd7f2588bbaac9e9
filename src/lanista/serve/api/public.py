"""The API of everything that the public pages of a contest show."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import PathParameter, QueryParameter

from lanista.league.values import LeagueProgress
from lanista.serve.access import Need, Standpoint
from lanista.serve.api.errors import ERRORS
from lanista.serve.contests import Contest
from lanista.serve.heartbeat import heartbeat
from lanista.serve.http.connection import AnyRequest, Sender, sender_of
from lanista.serve.results.desk import DeskView, desk_view
from lanista.serve.results.index import BotOutcome
from lanista.serve.results.rulebook import ContestRules, contest_rules
from lanista.serve.results.searching import MatchQuery, match_filter
from lanista.serve.results.views import BotView, MatchView, TableRow, bot_view, table_row, table_rows
from lanista.serve.settings import Phase, phase
from lanista.serve.standing import BotOutlook, own_bot
from lanista.serve.visits import Visit

SEEN = {"need": Need.SEE}
MAX_COUNT = 200
LAST = 2**31 - 1
Numbered = Annotated[int, PathParameter(ge=0, le=LAST)]
Number = Annotated[int, QueryParameter(ge=0, le=LAST)]
Text = Annotated[str, QueryParameter(max_length=200)]
Switch = Annotated[bool, QueryParameter()]


class ContestInfo(msgspec.Struct):
    """A contest."""

    slug: str
    title: str
    game: str
    phase: Phase
    starts: float  # seconds since 1970; 0: at once
    ends: float  # 0: never
    joining: str
    team_size: int
    text: str  # by the organiser, in Markdown
    page: str  # its path on this server


class TableInfo(msgspec.Struct):
    """The table of a contest."""

    made: float  # seconds since 1970; 0 if it has not been made yet
    rows: list[TableRow]  # best first; those that are new in the league are last, without a rank
    left: list[TableRow]  # versions that play no more
    progress: LeagueProgress


class BotName(msgspec.Struct):
    """A bot that plays."""

    entry: int
    bot: str
    version: int
    builtin: str


class MatchList(msgspec.Struct):
    """Matches, and where there are more: pass `before` to the next request; 0 if these are all."""

    matches: list[MatchView]
    before: int


class QueueInfo(msgspec.Struct):
    """The matches that are played now, and those that come next."""

    playing: list[MatchView]
    next: list[MatchView]  # the first ones
    waiting: int
    mine: BotOutlook | None  # when the sender's bot plays next


class HeartbeatInfo(msgspec.Struct):
    """The last match, the next one, and if none, why."""

    phase: Phase
    played: int
    waiting: int
    last: MatchView | None
    playing: list[MatchView]
    next: MatchView | None
    why: str  # why nothing is played now; empty if something is
    seconds_per_match: float  # lately; 0 if unknown


@get("/api/contests", opt={"need": Need.ANYONE}, responses=ERRORS, sync_to_thread=True)
def contests(request: AnyRequest) -> list[ContestInfo]:
    """The contests of this server that the sender may see."""
    sender = sender_of(request)
    return [_info(sender, contest) for contest in sender.site.contests.all() if _sees(sender, contest)]


def _sees(sender: Sender, contest: Contest) -> bool:
    member = sender.site.teams.member(contest.id, sender.actor.id) if sender.actor.id else None
    return Standpoint(sender.actor, contest.settings, member).sees


def _info(sender: Sender, contest: Contest) -> ContestInfo:
    settings = contest.settings
    return ContestInfo(
        slug=contest.slug,
        title=settings.title,
        game=contest.league.game,
        phase=phase(settings, sender.site.now()),
        starts=settings.starts,
        ends=settings.ends,
        joining=settings.joining.value,
        team_size=settings.team_size,
        text=settings.text,
        page=f"/c/{contest.slug}",
    )


@get("/api/c/{slug:str}", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def contest(request: AnyRequest) -> ContestInfo:
    """A contest."""
    sender = sender_of(request)
    return _info(sender, sender.named_contest)


@get("/api/c/{slug:str}/table", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def table(request: AnyRequest) -> TableInfo:
    """The table."""
    book = Visit.of(request).book
    left = [table_row(book, row) for row in book.table.left]
    return TableInfo(book.table.made, table_rows(book), left, book.table.progress)


@get("/api/c/{slug:str}/bots", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def bots(request: AnyRequest) -> list[BotName]:
    """The bots that play, in the order in which they joined."""
    active = Visit.of(request).book.active()
    return [BotName(entry.id, entry.bot, entry.version, entry.builtin) for entry in active]


@get("/api/c/{slug:str}/bots/{entry:int}", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def bot(request: AnyRequest, entry: Numbered) -> BotView:
    """A version of a bot: its rating over time, head to head, and the bot's other versions."""
    visit = Visit.of(request)
    return bot_view(visit.book, visit.book.bot(entry), visit.audience)


@get("/api/c/{slug:str}/matches", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def matches(
    request: AnyRequest,
    bot: Text = "",
    entry: Annotated[int, QueryParameter(ge=-1, le=LAST)] = -1,
    result: Annotated[BotOutcome | None, QueryParameter()] = None,
    faults: Switch = False,
    map: Text = "",  # noqa: A002 - as pages have it
    live: Switch = False,
    before: Number = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MAX_COUNT)] = 50,
) -> MatchList:
    """Matches, the newest first: of a bot or version, with a result for it, with faults, on a map, or to come."""
    visit = Visit.of(request)
    asked = MatchQuery(bot, entry, result.value if result else "", faults, map, live, before)
    found, more = visit.book.find(match_filter(visit.book, asked), count)
    return MatchList(visit.matches(found), more)


@get("/api/c/{slug:str}/matches/{number:int}", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def match(request: AnyRequest, number: Numbered) -> MatchView:
    """A match; why a bot failed is for its team and for helpers."""
    visit = Visit.of(request)
    return visit.match(visit.book.match(number))


@get("/api/c/{slug:str}/queue", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def queue(request: AnyRequest) -> QueueInfo:
    """The matches that are played now, and those that come next."""
    visit = Visit.of(request)
    book = visit.book
    waiting = len(book.index.pending) - len(book.playing)
    return QueueInfo(visit.matches(book.playing), visit.matches(book.next), waiting, own_bot(visit))


@get("/api/c/{slug:str}/heartbeat", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def beat(request: AnyRequest) -> HeartbeatInfo:
    """The last match, the next one, and if none, why."""
    visit = Visit.of(request)
    found = heartbeat(visit.contest, visit.book, visit.site.now())
    return HeartbeatInfo(
        phase=found.phase,
        played=found.played,
        waiting=found.waiting,
        last=visit.match(found.last) if found.last else None,
        playing=visit.matches(found.playing),
        next=visit.match(found.next) if found.next else None,
        why=found.why,
        seconds_per_match=found.pace,
    )


@get("/api/c/{slug:str}/rules", opt=SEEN, responses=ERRORS, sync_to_thread=True)
def rules(request: AnyRequest) -> ContestRules:
    """The terms of the contest's matches, and the chapter of the manual about the game."""
    return contest_rules(sender_of(request).named_contest)


@get("/api/c/{slug:str}/desk", opt={"need": Need.HELPER}, responses=ERRORS, sync_to_thread=True)
def desk(request: AnyRequest) -> DeskView:
    """Queues, runners, the disk, and what went wrong lately."""
    return desk_view(Visit.of(request))


HANDLERS = (contests, contest, table, bots, bot, matches, match, queue, beat, rules, desk)
