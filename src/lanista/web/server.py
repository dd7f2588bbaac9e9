"""The web server: runs in a thread, on loopback by default.

`with ViewerServer(gallery) as server: server.url` serves until the block is left. Its routes are listed in
docs/browser.md; what a bot wrote is sent only as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import uvicorn
from litestar import WebSocket

from lanista.core.errors import InputError, LanistaError
from lanista.web.address import ListenAddress, find_address
from lanista.web.connections import BoundedConnection
from lanista.web.gallery import Gallery
from lanista.web.guard import Guard
from lanista.web.routes import make_app
from lanista.web.show import Show
from lanista.web.stream import HEARTBEAT, EventStream

LOOPBACK = "127.0.0.1"
START_SECONDS = 10.0
STOP_SECONDS = 5.0
HEARTBEAT_SECONDS = 5.0  # between two signs of life to a page without news
PING_SECONDS = 10.0  # how soon a page that vanished without a word is noticed
SLOW_SECONDS = 10.0  # a viewer that reads nothing for this long is dropped
SEND_BYTES = 64 * 1024  # send buffer per connection
MESSAGE_BYTES = 1024  # a viewer has nothing to say
NORMAL_CLOSE, GOING_AWAY, UNWANTED = 1000, 1001, 1008  # codes of closed WebSockets


class ViewerServer:
    """Serves a gallery in a thread."""

    def __init__(
        self, gallery: Gallery, host: str = LOOPBACK, port: int = 0, *, slow_seconds: float = SLOW_SECONDS
    ) -> None:
        self.gallery = gallery
        self.address = find_address(host)
        self.slow_seconds = slow_seconds
        self.closing = False
        self._streams: set[Callable[[], None]] = set()
        self.port = port  # if 0, replaced by the actual port on start
        self._socket: socket.socket | None = None
        config = uvicorn.Config(
            Guard(make_app(self), self.address),
            http=BoundedConnection,
            ws="wsproto",
            ws_max_size=MESSAGE_BYTES,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            ws_per_message_deflate=False,  # costs more time on this machine than it saves
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="web-server", daemon=True)

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://{self.address.shown}:{self.port}/"

    def page_url(self, show: Show, query: str = "") -> str:
        """The URL of a match's page."""
        return f"{self.url}m/{show.id}/{'?' + query if query else ''}"

    def person_url(self, show: Show, seat: int) -> str:
        """The secret URL of the page on which a person plays."""
        return self.page_url(show, f"seat={seat}&key={show.persons.keys[seat]}")

    def __enter__(self) -> ViewerServer:
        self._socket = _listen(self.address, self.port)
        self.port = self._socket.getsockname()[1]
        self._thread.start()
        deadline = time.monotonic() + START_SECONDS
        while not self._uvicorn.started:
            if time.monotonic() > deadline or not self._thread.is_alive():
                self._stop()
                raise LanistaError(f"the server did not start within {START_SECONDS:g} s at {self.url}")
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.gallery.close()
        finally:
            self._stop()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        assert self._socket is not None, "the socket is opened before the thread starts"
        await self._uvicorn.serve(sockets=[self._socket])
        for _ in range(3):  # connections of the last moment, which the loop must see begin and end
            await asyncio.sleep(0)
            self._abort_connections()

    def _stop(self) -> None:
        """End all streams, then the thread; connections that stay open are aborted."""
        self.closing = True
        self._uvicorn.should_exit = True
        for wake in list(self._streams):
            wake()
        self._thread.join(STOP_SECONDS)
        if self._thread.is_alive() and self._loop is not None:
            self._uvicorn.force_exit = True
            self._loop.call_soon_threadsafe(self._abort_connections)
            self._thread.join(STOP_SECONDS)
        if self._socket is not None:
            self._socket.close()

    def _abort_connections(self, client: tuple[str, int] | None = None) -> None:
        """Abort connections: one client's, or all."""
        connection: Any
        for connection in list(self._uvicorn.server_state.connections):
            if client is None or connection.client == client:
                connection.transport.abort()

    async def stream(self, events: EventStream, viewer: WebSocket[Any, Any, Any]) -> None:
        """Send a match to a viewer as it happens, until it has ended or the viewer disconnects."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and the stream with it
                loop.call_soon_threadsafe(news.set)

        gone = asyncio.create_task(_wait_for_disconnect(viewer, wake))
        self._streams.add(wake)
        events.show.subscribe(wake)
        try:
            await self._send_news(events, viewer, news, gone)
            if not gone.done():
                await viewer.close(NORMAL_CLOSE if events.ended else GOING_AWAY)
            elif gone.result():
                await viewer.close(UNWANTED, "expected no messages from a viewer")
        except TimeoutError:
            self._abort_connections(viewer.scope["client"])
        except OSError:  # the viewer has left
            pass
        finally:
            events.show.unsubscribe(wake)
            self._streams.discard(wake)
            gone.cancel()

    async def _send_news(
        self,
        events: EventStream,
        viewer: WebSocket[Any, Any, Any],
        news: asyncio.Event,
        gone: asyncio.Task[bool],
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


async def _wait_for_disconnect(viewer: WebSocket[Any, Any, Any], wake: Callable[[], None]) -> bool:
    """Return when the viewer has closed the connection: whether by an unwanted message."""
    message = await viewer.receive()
    wake()
    return bool(message["type"] == "websocket.receive")


def _listen(address: ListenAddress, port: int) -> socket.socket:
    try:
        listener = socket.socket(address.family, socket.SOCK_STREAM)
    except OSError as error:
        raise InputError(f"cannot serve at {address.host}: {error.strerror}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)  # inherited by every connection
        listener.bind((address.numeric, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        hint = "choose another --port, or none for a free one"
        if error.errno == errno.EADDRNOTAVAIL:
            hint = "choose a --host that is an address or a name of this machine"
        raise InputError(f"cannot serve at {address.host}, port {port}: {error.strerror}; {hint}") from None
    return listener
