"""The results of all contests of a server, and the addresses of their matches."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

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


class Books:
    """The results of contests, read when they are first wanted; thread-safe."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._books: dict[int, Book] = {}
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

    def _make_room(self) -> None:
        """Forget contests that nobody looks at, and the one longest not looked at if there are many."""
        now = time.monotonic()
        self._books = {key: book for key, book in self._books.items() if now - book.used < KEPT_SECONDS}
        if len(self._books) >= MAX_KEPT:
            del self._books[min(self._books, key=lambda key: self._books[key].used)]
