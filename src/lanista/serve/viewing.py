"""The matches of contests for the viewer's pages: replays, and matches that a runner on this machine plays now.

Each is open to those who may see its contest, and a team's own matches to the team and to helpers. Bots' logs are
left out for those who may not see them.
"""

from __future__ import annotations

import logging
import re
import threading
from collections import OrderedDict
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Response, Router
from litestar.connection import ASGIConnection

from lanista.core.errors import FileError, LanistaError, ReplayError, StoreError
from lanista.core.text import describe, whole_number
from lanista.engine import State
from lanista.league.scratch import live_files
from lanista.league.store.replay_files import DIGEST
from lanista.match.replay import Replay
from lanista.serve.access import Need
from lanista.serve.books import Books
from lanista.serve.errors import Missing, RequestError
from lanista.serve.http.connection import Sender, sender_of
from lanista.serve.http.refusals import answer
from lanista.serve.news import NewsDesk
from lanista.serve.privacy import Audience
from lanista.serve.records import Job, JobKind
from lanista.web import watching
from lanista.web.film import WATCH_ONLY, MatchHistory
from lanista.web.followed_show import FollowedShow, Follower
from lanista.web.identity import Identity, stamp_of
from lanista.web.rerun import FIRST_TURNS, ReplayTape, origin_of, rerun_json
from lanista.web.show import ReplayShow, Show, UnknownMatch, Wake
from lanista.web.streams import Streams
from lanista.web.thumbnails import Thumbnails

if TYPE_CHECKING:
    from litestar import Litestar

    from lanista.league.store.records import LeagueEntry
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

MAX_OPENED = 16  # replays that stay in memory
MAX_FOLLOWED = 16  # matches that are followed, beside those that are watched
PRACTICE = re.compile(r"practice-(\d{1,9})")
GONE = "the replay of this match is no longer kept"
UNSEEN = "this match cannot be shown: it was played by other rules than this server has, or its file is damaged"
NOT_LIVE = "this match has not begun, or another machine plays it; it can be watched when it is over"

AnyConnection = ASGIConnection[Any, Any, Any, Any]
log = logging.getLogger("lanista.serve")


class SeenShow(Show):
    """A match as one audience sees it: all share its history, and those who own no seat see no logs."""

    def __init__(self, inner: Show, name: str, owned: frozenset[int] | None) -> None:
        super().__init__(name)
        self.id = name
        self.path = inner.path
        self.identity = inner.identity
        self._inner = inner
        self._owned = owned

    def new_id(self) -> str:
        """Its name in addresses."""
        return self.name

    @property
    def has_changed(self) -> bool:
        """Never: replays are stored by their digests."""
        return False

    @property
    def running(self) -> bool:
        """Whether it is still being played."""
        return self._inner.running

    def history(self) -> MatchHistory:
        """The match so far; raises Missing if it cannot be shown."""
        try:
            return self._inner.history()
        except UnknownMatch:
            raise
        except LanistaError as error:
            log.warning("match %s: %s", self.name, describe(error))
            raise Missing(UNSEEN) from None

    def tape(self) -> ReplayTape:
        """The start and moves, with the logs that the audience may see."""
        return self.history().cached(ReplayTape, self._owned)

    def match_json(self, seat: int | None) -> bytes:
        """The match so far; pages can only watch."""
        tape = self.tape()
        history = tape.history
        history.check_seat(seat)
        origin = None if self.running else origin_of(history)
        return rerun_json(tape, tape.part(0, FIRST_TURNS), WATCH_ONLY, origin)

    def board(self) -> tuple[State[Any, Any], int]:
        """The newest state."""
        return self._inner.board()

    def replay(self) -> Replay:
        """Not for visitors: it has everybody's logs."""
        raise Missing("there is no such page")

    def forget(self) -> None:
        """Nothing is kept here."""

    def subscribe(self, wake: Wake) -> None:
        """Add a viewer."""
        self._inner.subscribe(wake)

    def unsubscribe(self, wake: Wake) -> None:
        """Remove a viewer."""
        self._inner.unsubscribe(wake)


class FoundMatch(NamedTuple):
    """A match that a person may see: its replay, or its number while it is played, and whose bots are in it."""

    digest: str
    number: int  # in the league; -1 of a team's own match
    bots: list[str]  # by seat
    name: str  # in addresses


class ContestMatches:
    """Finds the matches of contests; thread-safe."""

    def __init__(self, site: Site, books: Books) -> None:
        self._site = site
        self._books = books
        self._opened: OrderedDict[str, ReplayShow] = OrderedDict()  # by digest, the one asked for last at the end
        self._followed: OrderedDict[tuple[int, int], FollowedShow] = OrderedDict()  # by league and number
        self._lock = threading.Lock()
        self._follower = Follower(self._watched)

    def close(self) -> None:
        """Follow no more, and close the files."""
        self._follower.close()
        with self._lock:
            for show in (*self._followed.values(), *self._opened.values()):
                show.forget()
            self._followed.clear()
            self._opened.clear()

    # For the viewer's routes

    def find(self, request: AnyConnection) -> Show:
        """The match that a route names, as the sender of the request may see it."""
        sender = sender_of(request)
        found = self._look_up(sender, str(request.path_params["name"]))
        owned = audience_of(self._site, sender).owned(found.bots)
        return SeenShow(self._open(sender.named_contest, found), found.name, owned)

    def matches(self, request: AnyConnection) -> int:
        """0: nothing can be dropped here."""
        return 0

    def home(self, request: AnyConnection) -> str:
        """The contest's list of matches."""
        return f"/c/{sender_of(request).named_contest.slug}/matches"

    # Finding

    def _look_up(self, sender: Sender, name: str) -> FoundMatch:
        contest = sender.named_contest
        if practice := PRACTICE.fullmatch(name):
            return self._own_match(sender, int(practice[1]))
        book = self._books.book(contest)
        number = book.number_of(name) if DIGEST.fullmatch(name) else whole_number(name)
        if number is None or not 0 <= number < 2**31:
            raise Missing("there is no such match")
        scheduled = book.match(number)
        match, result = scheduled.match, scheduled.result
        bots = [book.bot(entry).bot for entry in match.entries]
        if result is not None and not result.replay:
            raise Missing(f"this match has no replay: {'it was cancelled' if result.is_cancelled else GONE}")
        return FoundMatch(result.replay if result else "", number, bots, str(number))

    def _own_match(self, sender: Sender, job_id: int) -> FoundMatch:
        """A match that a team has asked for, which is nobody else's business."""
        contest, point = sender.named_contest, sender.standpoint
        job = self._site.jobs.get(job_id)
        is_own = point.member is not None and point.member.team_id == job.team_id and job.team_id != 0
        if job.contest_id != contest.id or not job.replay or not (is_own or point.is_helper):
            raise Missing("there is no such match")
        return FoundMatch(job.replay, -1, self._practice_bots(contest, job), f"practice-{job_id}")

    def _practice_bots(self, contest: Contest, job: Job) -> list[str]:
        """Whose bots are at the seats of a team's own match."""
        team = self._site.teams.get(contest.id, job.team_id).name
        if job.kind is not JobKind.PRACTICE:
            return [team] * len(job.request)
        entries = self._books.book(contest).entries
        return [
            team if "upload" in player else _name_of(entries.get(player.get("entry", -1)))
            for player in job.request.get("players", [])
        ]

    # Opening

    def _open(self, contest: Contest, found: FoundMatch) -> Show:
        if found.digest:
            return self._replay(found.digest)
        return self._live(contest.league.id, found.number)

    def _replay(self, digest: str) -> Show:
        with self._lock:
            show = self._opened.get(digest)
            if show is None:
                path = self._site.store.replays.path(digest)
                stamp = stamp_of(path)
                if stamp is None:
                    raise Missing(GONE)
                show = self._opened[digest] = ReplayShow(path, identity=Identity(stamp, digest))
            self._opened.move_to_end(digest)
            old = self._opened.popitem(last=False)[1] if len(self._opened) > MAX_OPENED else None
        if old is not None:
            old.forget()
        return show

    def _live(self, league_id: int, number: int) -> Show:
        path = live_files(self._site.store.replays.folder, league_id).get(number)
        with self._lock:
            show = self._followed.get((league_id, number))
            if path is not None and (show is None or not (show.running or show.is_of(path))):
                show = self._follow(league_id, number, path)
        if show is None:
            raise Missing(NOT_LIVE)
        self._follower.wake()
        return show

    def _follow(self, league_id: int, number: int, path: Path) -> FollowedShow | None:
        try:
            show = FollowedShow(path, str(number))
        except OSError:  # it has just ended
            return None
        self._followed[league_id, number] = show
        unwatched = [key for key, each in self._followed.items() if not each.viewers and each is not show]
        for key in unwatched[: max(0, len(self._followed) - MAX_FOLLOWED)]:
            self._followed.pop(key).forget()
        return show

    def _watched(self) -> list[FollowedShow]:
        with self._lock:
            return list(self._followed.values())


def _name_of(entry: LeagueEntry | None) -> str:
    return "" if entry is None else entry.bot


def audience_of(site: Site, sender: Sender) -> Audience:
    """The audience that the sender of a request is."""
    member = sender.standpoint.member
    has_team = member is not None and member.team_id and sender.contest is not None
    team = site.teams.get(sender.named_contest.id, member.team_id).name if member and has_team else ""
    return Audience.of(sender.standpoint, team)


# The routes


def _refuse(request: Any, error: LanistaError) -> Response[Any]:
    """Why a match is not shown; what is wrong with files is not for visitors."""
    if isinstance(error, RequestError):
        return answer(request, str(error), error.status, {})
    if isinstance(error, (ReplayError, FileError, StoreError)):
        log.warning("%s: %s", request.url.path, describe(error))
        return answer(request, UNSEEN, HTTPStatus.NOT_FOUND, {})
    return answer(request, str(error), watching.status_of(error), {})


HANDLERS = (
    Router(
        "/c/{slug:str}",
        route_handlers=watching.OF_MATCHES,
        opt={"need": Need.SEE},
        exception_handlers={LanistaError: _refuse},
        include_in_schema=False,
    ),
    Router(
        "/",
        route_handlers=watching.OF_GAMES,
        opt={"need": Need.ANYONE, "is_file": True},
        exception_handlers={LanistaError: _refuse},
        include_in_schema=False,
    ),
)


def prepare(app: Litestar, site: Site) -> None:
    """Give an application the state of these routes, and of the pages that show results."""
    app.state.books = Books(site)
    app.state.matches = ContestMatches(site, app.state.books)
    app.state.news = NewsDesk(app.state.books)
    app.state.streams = Streams()
    app.state.thumbnails = Thumbnails()
    app.on_shutdown.append(app.state.matches.close)
