"""Streams of one client leave room for those of others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from lanista.serve.http.server import StreamLimits

ROOM = 16
REFUSED, ANSWERED = 503, 200


class Streams:
    """An application whose streams stay open until they are closed, behind the limits."""

    def __init__(self) -> None:
        self.app = StreamLimits(self._answer, lambda: ROOM)
        self.closing = asyncio.Event()
        self.open = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def _answer(self, scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": ANSWERED, "headers": []})
            return
        self.open += 1
        await self.closing.wait()
        self.open -= 1

    async def ask(self, client: str, kind: str = "websocket") -> int:
        """The status of the refusal or the answer; 0 if a stream is open."""
        statuses: list[int] = []

        async def send(message: Any) -> None:
            if message["type"].endswith("response.start"):
                statuses.append(message["status"])

        task = asyncio.create_task(self.app({"type": kind, "client": (client, 1)}, None, send))
        self.tasks.add(task)
        for _ in range(3):
            await asyncio.sleep(0)
        return statuses[0] if statuses else 0

    async def close(self) -> None:
        """End all streams."""
        self.closing.set()
        await asyncio.gather(*self.tasks)
        self.closing.clear()
        self.tasks.clear()


def test_a_client_gets_half_of_the_streams_that_are_free() -> None:
    async def run() -> None:
        streams = Streams()
        first = [await streams.ask("10.0.0.1") for _ in range(ROOM)]
        assert first == [0] * 8 + [REFUSED] * 8
        others = [await streams.ask(f"10.0.0.{number}") for number in range(2, 6)]
        assert others == [0] * 4, "each other client gets one"
        assert await streams.ask("10.0.0.1") == REFUSED
        assert streams.open == 12
        assert await streams.ask("10.0.0.1", "http") == ANSWERED, "requests are no streams"
        await streams.close()
        assert [await streams.ask("10.0.0.1") for _ in range(8)] == [0] * 8, "there is room again"
        await streams.close()

    asyncio.run(run())
