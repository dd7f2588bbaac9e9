"""The WebSockets of viewers: sends each a match as it happens, until it has ended or the server stops."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from litestar import WebSocket

from lanista.web.stream import HEARTBEAT, EventStream

HEARTBEAT_SECONDS = 5.0  # between two signs of life to a page without news
SLOW_SECONDS = 10.0  # a viewer that reads nothing for this long is dropped
NORMAL_CLOSE, GOING_AWAY, UNWANTED = 1000, 1001, 1008  # codes of closed WebSockets

Socket = WebSocket[Any, Any, Any]
Abort = Callable[[tuple[str, int] | None], None]  # the connections of a client


class Streams:
    """The open streams of a server."""

    def __init__(self, slow_seconds: float = SLOW_SECONDS, abort: Abort = lambda client: None) -> None:
        self.slow_seconds = slow_seconds
        self.abort = abort
        self.closing = False
        self._wakes: set[Callable[[], None]] = set()

    def close(self) -> None:
        """End all streams soon; from any thread."""
        self.closing = True
        for wake in list(self._wakes):
            wake()

    async def stream(self, events: EventStream, viewer: Socket) -> None:
        """Send a match to a viewer as it happens, until it has ended or the viewer disconnects."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and the stream with it
                loop.call_soon_threadsafe(news.set)

        gone = asyncio.create_task(_wait_for_disconnect(viewer, wake))
        self._wakes.add(wake)
        events.show.subscribe(wake)
        try:
            await self._send_news(events, viewer, news, gone)
            if not gone.done():
                await viewer.close(NORMAL_CLOSE if events.ended else GOING_AWAY)
            elif gone.result():
                await viewer.close(UNWANTED, "expected no messages from a viewer")
        except TimeoutError:
            self.abort(viewer.scope["client"])
        except OSError:  # the viewer has left
            pass
        finally:
            events.show.unsubscribe(wake)
            self._wakes.discard(wake)
            gone.cancel()

    async def _send_news(
        self, events: EventStream, viewer: Socket, news: asyncio.Event, gone: asyncio.Task[bool]
    ) -> None:
        """Send messages until there are no more; TimeoutError if the viewer does not read them."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as send_timeout:

            async def send(message: str) -> None:
                send_timeout.reschedule(loop.time() + self.slow_seconds)
                await viewer.send_data(message)
                send_timeout.reschedule(None)

            while not self.closing and not gone.done():
                news.clear()
                async for message in events.new():
                    await send(message)
                if events.ended:
                    return
                try:
                    await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    await send(HEARTBEAT)


async def _wait_for_disconnect(viewer: Socket, wake: Callable[[], None]) -> bool:
    """Return when the viewer has closed the connection: whether by an unwanted message."""
    message = await viewer.receive()
    wake()
    return bool(message["type"] == "websocket.receive")
