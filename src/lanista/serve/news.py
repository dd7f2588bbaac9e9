"""Tells the pages of a contest that its results have changed: one look at the store for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from lanista.core.errors import LanistaError
from lanista.serve.books import Books
from lanista.serve.contests import Contest

if TYPE_CHECKING:
    from lanista.serve.results.book import Book

LOOK_SECONDS = 1.5  # between two looks at the store, while somebody listens
BEAT_SECONDS = 20.0  # between two messages without news, so that broken connections are noticed


class ContestNews(msgspec.Struct, frozen=True):
    """A message to a page."""

    revision: str  # changes with the results
    playing: int  # matches right now


def contest_news(book: Book) -> ContestNews:
    """The state of a contest in a few words."""
    cursor, made = book.revision
    return ContestNews(f"{cursor}-{made:.3f}", len(book.playing))


class NewsDesk:
    """Looks at contests while pages listen; for one event loop."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self._listeners: dict[int, int] = {}  # how many, by contest
        self._latest: dict[int, ContestNews] = {}
        self._changed: dict[int, asyncio.Event] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def listen(self, contest: Contest) -> AsyncGenerator[bytes, None]:
        """Messages about a contest, without end."""
        key = contest.id
        self._listeners[key] = self._listeners.get(key, 0) + 1
        if key not in self._tasks:
            self._changed[key] = asyncio.Event()
            self._tasks[key] = asyncio.create_task(self._look(contest))
        try:
            told: ContestNews | None = None
            while True:
                changed, latest = self._changed[key], self._latest.get(key)
                if latest is not None and latest != told:
                    told = latest
                    yield msgspec.json.encode(latest)
                try:
                    await asyncio.wait_for(changed.wait(), BEAT_SECONDS)
                except TimeoutError:
                    yield b"{}"
        finally:
            self._listeners[key] -= 1
            if not self._listeners[key]:
                self._tasks.pop(key).cancel()
                del self._listeners[key]
                self._latest.pop(key, None)

    async def _look(self, contest: Contest) -> None:
        """Look for changes until nobody listens."""
        key = contest.id
        while True:
            with suppress(LanistaError):  # a store that is away for a while
                news = await asyncio.to_thread(lambda: contest_news(self._books.book(contest)))
                if news != self._latest.get(key):
                    self._latest[key] = news
                    before, self._changed[key] = self._changed[key], asyncio.Event()
                    before.set()
            await asyncio.sleep(LOOK_SECONDS)
