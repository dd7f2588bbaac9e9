"""News of a contest reach the pages that listen, also after the store was away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from lanista.core.errors import StoreError
from lanista.serve import news
from lanista.serve.contests import Contest
from lanista.serve.news import ContestNews, NewsDesk

SECONDS = 60.0  # for anything, even on a busy machine


class Store:
    """The results of a contest, in a store that is away when it has to be."""

    def __init__(self) -> None:
        self.revision: tuple[int, float] | None = (1, 0.0)
        self.playing: list[object] = []
        self.looks = 0

    def book(self, _contest: Contest) -> Any:
        self.looks += 1
        if self.revision is None:
            raise StoreError("cannot use the store")
        return self


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(news, "LOOK_SECONDS", 0.01)
    return Store()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(SECONDS):
        while not holds():
            await asyncio.sleep(0.01)


def test_listeners_hear_of_changes_after_the_store_was_away(store: Store) -> None:
    contest: Any = type("Named", (), {"id": 5})

    async def run() -> list[str]:
        desk: Any = NewsDesk(store)  # type: ignore[arg-type]
        messages = desk.listen(contest)

        async def heard() -> str:
            return msgspec.json.decode(await anext(messages), type=ContestNews).revision

        found = [await heard()]
        store.revision, before = None, store.looks
        await until(lambda: store.looks > before + 2)
        store.revision = (2, 0.0)
        found.append(await heard())
        await messages.aclose()
        return found

    assert asyncio.run(run()) == ["1-0.000", "2-0.000"]


def test_nobody_looks_when_nobody_listens(store: Store) -> None:
    contest: Any = type("Named", (), {"id": 5})

    async def run() -> int:
        desk: Any = NewsDesk(store)  # type: ignore[arg-type]
        messages = [desk.listen(contest) for _ in range(2)]
        for each in messages:
            await anext(each)
            await each.aclose()
        await asyncio.sleep(0)
        before = store.looks
        await asyncio.sleep(0.1)
        return store.looks - before

    assert asyncio.run(run()) <= 1  # that had begun
