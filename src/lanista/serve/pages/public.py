"""The pages of a contest that everybody who sees it may read: front page, table, bots, matches."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from markupsafe import Markup

from lanista.core.text import whole_number
from lanista.serve.access import Need, Standpoint
from lanista.serve.contests import Contest
from lanista.serve.errors import Missing
from lanista.serve.heartbeat import heartbeat
from lanista.serve.http.connection import AnyRequest, Sender, see_other, sender_of
from lanista.serve.markdown import as_html
from lanista.serve.pages import desk, news, reading
from lanista.serve.pages.charts import interval_bar, outcome_bar, rating_curve
from lanista.serve.pages.fragments import Fragments
from lanista.serve.pages.rendering import HTML, page, render_part
from lanista.serve.results.index import MatchFilter
from lanista.serve.results.searching import MatchQuery, match_filter
from lanista.serve.results.table_order import COLUMNS, TableOrder, ordered
from lanista.serve.results.views import bot_view, table_rows
from lanista.serve.settings import phase
from lanista.serve.standing import next_step, own_bot
from lanista.serve.viewing import HANDLERS as VIEWER
from lanista.serve.visits import Visit

SEEN = {"need": Need.SEE}
TOP = 8  # rows on the front page
LATEST = 8  # matches there
SHOWN = 30  # matches on a page
FAULTY = 10  # matches with faults on a bot's page
fragments = Fragments()


@get("/", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def front(request: AnyRequest) -> Response[str]:
    """The contests of the server that the visitor may see, and how to begin."""
    sender = sender_of(request)
    contests = [contest for contest in sender.site.contests.all() if _sees(sender, contest)]
    now = sender.site.now()
    books = request.app.state.books
    shown = [(contest, phase(contest.settings, now), books.summary(contest)) for contest in contests]
    can_register = sender.site.invitations.may_register(None)
    return page(request, "public_front.html", contests=shown, can_register=can_register)


def _sees(sender: Sender, contest: Contest) -> bool:
    member = sender.site.teams.member(contest.id, sender.actor.id) if sender.actor.id else None
    return Standpoint(sender.actor, contest.settings, member).sees


@get("/c/{slug:str}", opt=SEEN, include_in_schema=False, sync_to_thread=True)
def contest(request: AnyRequest) -> Response[str]:
    """The front page of a contest."""
    visit = Visit.of(request)
    book, about = visit.book, visit.contest
    latest, _ = book.find(MatchFilter(), LATEST)
    beat = heartbeat(about, book, visit.site.now())
    return page(
        request,
        "public_contest.html",
        text=fragments.get(("text", about.id, about.settings.text), lambda: as_html(about.settings.text)),
        beat=beat,
        last=visit.match(beat.last) if beat.last else None,
        playing=visit.matches(beat.playing),
        upcoming=visit.match(beat.next) if beat.next else None,
        phase=phase(about.settings, visit.site.now()),
        rows=table_rows(book)[:TOP],
        bots=len(book.active()),
        sentence=book.table.progress.sentence,
        latest=visit.matches(latest),
        step=next_step(visit),
        mine=own_bot(visit),
        bar=_bar(visit),
        revision=visit.revision,
    )


@get("/c/{slug:str}/table", opt=SEEN, include_in_schema=False, sync_to_thread=True)
def table(request: AnyRequest) -> Response[str]:
    """The table; for people who have not signed in it is the same, so it is made once."""
    visit = Visit.of(request)
    order = TableOrder.of(request.query_params)
    if visit.sender.actor.user is not None:
        return _table_page(request, visit, order)
    key = ("page", visit.contest.id, visit.contest.record.options, visit.book.revision, order)
    return Response(fragments.get(repr(key), lambda: _table_page(request, visit, order).content), media_type=HTML)


def _table_page(request: AnyRequest, visit: Visit, order: TableOrder) -> Response[str]:
    key = ("table", visit.contest.id, visit.contest.settings.title, visit.book.revision, order)
    return page(
        request,
        "public_table.html",
        rows=fragments.get(key, lambda: _table_part(visit, order)),
        order=order,
        table=visit.book.table,
        bots=len(visit.book.active()),
        played=visit.book.index.played,
        mine=own_bot(visit) if visit.audience.team else None,
        revision=visit.revision,
    )


def _table_part(visit: Visit, order: TableOrder) -> Markup:
    found = ordered(table_rows(visit.book), order)
    return render_part(
        "public_table_rows.html",
        contest=visit.contest,
        rows=found.rows,
        found=found,
        order=order,
        columns=COLUMNS,
        bar=_bar(visit),
        outcomes=outcome_bar,
        has_trends=bool(visit.book.table.trends),
        link=lambda **changes: f"?{urlencode(order.query(**changes))}",
    )


def _bar(visit: Visit) -> Any:
    span = visit.book.table.span
    return lambda rating: interval_bar(rating, span)


@get("/c/{slug:str}/bots/{bot:str}", opt=SEEN, include_in_schema=False, sync_to_thread=True)
def bot(request: AnyRequest) -> Response[Any]:
    """A bot, by the number of one of its versions, or by its name."""
    visit = Visit.of(request)
    name = str(request.path_params["bot"])
    number = whole_number(name)
    entry = visit.book.entries.get(number) if number is not None else None
    if entry is None:
        newest = visit.book.newest(name)
        if newest is None:
            raise Missing("there is no such bot in this contest")
        return see_other(f"/c/{visit.contest.slug}/bots/{newest.id}")
    return _bot_page(request, visit, entry.id)


def _bot_page(request: AnyRequest, visit: Visit, number: int) -> Response[str]:
    book, entry = visit.book, visit.book.bot(number)
    view = bot_view(book, entry, visit.audience)
    only = frozenset({number})
    latest, more = book.find(MatchFilter(only), SHOWN // 2)
    faulty, _ = book.find(MatchFilter(only, faults=True), FAULTY)
    waiting, _ = book.find(MatchFilter(only, pending=True), 3)
    return page(
        request,
        "public_bot.html",
        bot=view,
        curve=rating_curve(view.curve, f"{view.bot} version {view.version}"),
        bar=_bar(visit),
        outcomes=outcome_bar,
        latest=visit.matches(latest),
        more=more,
        faulty=visit.matches(faulty),
        waiting=visit.matches(waiting),
        is_open=visit.audience.owns(entry.bot),
        plays=entry.left is None,
        revision=visit.revision,
    )


@get("/c/{slug:str}/matches", opt=SEEN, include_in_schema=False, sync_to_thread=True)
def matches(request: AnyRequest) -> Response[str]:
    """The matches, with filters."""
    visit = Visit.of(request)
    asked = MatchQuery.of(request.query_params)
    found, more = visit.book.find(match_filter(visit.book, asked), SHOWN)
    return page(
        request,
        "public_matches.html",
        asked=asked,
        matches=visit.matches(found),
        older=f"?{urlencode(asked.query(before=more))}" if more else "",
        newest=f"?{urlencode(asked.query(before=0))}" if asked.before else "",
        playing=visit.matches(visit.book.playing),
        maps=visit.book.index.map_names(),
        names=sorted({entry.bot for entry in visit.book.active()}, key=str.casefold)[:1000],
        revision=visit.revision,
    )


@get("/c/{slug:str}/matches/{number:int}", opt=SEEN, include_in_schema=False, sync_to_thread=True)
def match(request: AnyRequest) -> Response[str]:
    """A match: who played, how it ended, and for its teams why."""
    visit = Visit.of(request)
    found = visit.match(visit.book.match(int(request.path_params["number"])))
    queue = visit.book.index.queue()
    ahead = queue.index(found.number) if found.stage == "waiting" and found.number in queue else 0
    return page(request, "public_match.html", match=found, ahead=ahead, revision=visit.revision)


HANDLERS = (front, contest, table, bot, matches, match, *reading.HANDLERS, *desk.HANDLERS, *news.HANDLERS, *VIEWER)
