"""The results of all contests of a server, and the addresses of their matches."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, func, select

from lanista.league.store.records import CANCELLED
from lanista.league.store.tables import entries, leagues, results
from lanista.serve.results.book import Book

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

KEPT_SECONDS = 600.0  # without a reader
MAX_KEPT = 20  # contests whose results stay in memory


def match_path(slug: str, number: int) -> str:
    """The page that shows a match of a contest's league."""
    return f"/c/{slug}/m/{number}/"


def practice_path(slug: str, job_id: int) -> str:
    """The page that shows a match of a team's own."""
    return f"/c/{slug}/m/practice-{job_id}/"


class ContestSummary(NamedTuple):
    """The results of a contest in three numbers."""

    bots: int  # that play
    played: int  # matches that count
    last: float  # when the newest result came; 0 without one


class Books:
    """The results of contests, read when they are first wanted; thread-safe."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._books: dict[int, Book] = {}
        self._summaries: dict[int, tuple[int, ContestSummary]] = {}  # by contest, and as of which cursor
        self._lock = threading.Lock()

    def book(self, contest: Contest) -> Book:
        """The results of a contest, as of a second ago at most; not for the event loop."""
        with self._lock:
            book = self._books.get(contest.id)
            if book is None:
                self._make_room()
                book = self._books[contest.id] = Book(self._site, contest)
        book.refresh()
        return book

    def summary(self, contest: Contest) -> ContestSummary:
        """The results in short, without reading them all: for lists of contests."""
        with self._lock:
            book, known = self._books.get(contest.id), self._summaries.get(contest.id)
        if book is not None:
            book.refresh()
            return ContestSummary(len(book.active()), book.index.played, book.index.last[0])
        cursor = self._site.read(partial(_cursor, league_id=contest.league.id))
        if known is None or known[0] != cursor:
            known = cursor, self._site.read(partial(_summary, league_id=contest.league.id))
            with self._lock:
                self._summaries[contest.id] = known
        return known[1]

    def _make_room(self) -> None:
        """Forget contests that nobody looks at, and the one longest not looked at if there are many."""
        now = time.monotonic()
        self._books = {key: book for key, book in self._books.items() if now - book.used < KEPT_SECONDS}
        if len(self._books) >= MAX_KEPT:
            del self._books[min(self._books, key=lambda key: self._books[key].used)]


def _cursor(connection: Connection, league_id: int) -> int:
    """A number that changes with everything in a league."""
    return int(connection.execute(select(leagues.c.cursor).where(leagues.c.id == league_id)).scalar_one())


def _summary(connection: Connection, league_id: int) -> ContestSummary:
    active = select(func.count()).where(entries.c.league_id == league_id, entries.c.left.is_(None))
    ended = results.c.void.startswith(CANCELLED).is_(False)
    found = select(func.count().filter(results.c.places != "[]"), func.max(results.c.ended))
    played, last = connection.execute(found.where(results.c.league_id == league_id, ended)).one()
    return ContestSummary(int(connection.execute(active).scalar_one()), int(played), float(last or 0.0))
