"""The web server: runs in a thread, on loopback by default.

`with Server(gallery) as server: server.url` serves until the block is left. Its routes are listed in
docs/browser.md; what a bot wrote is sent only as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import uvicorn
from litestar.types import Receive, Scope, Send

from lanista.errors import InputError, LanistaError
from lanista.web.gallery import Gallery, Show
from lanista.web.guard import Guard
from lanista.web.routes import make_app
from lanista.web.stream import EventStream

LOOPBACK = "127.0.0.1"
START_SECONDS = 10.0
STOP_SECONDS = 5.0
HEARTBEAT_SECONDS = 5.0  # how soon a closed page is noticed
SLOW_SECONDS = 10.0  # a viewer that reads nothing for this long is dropped
SEND_BYTES = 64 * 1024  # send buffer per connection


class Server:
    """Serves a gallery in a thread."""

    def __init__(
        self, gallery: Gallery, host: str = LOOPBACK, port: int = 0, *, slow_seconds: float = SLOW_SECONDS
    ) -> None:
        self.gallery = gallery
        self.host = host
        self.slow_seconds = slow_seconds
        self.closing = False
        self._streams: set[Callable[[], None]] = set()
        self.port = port  # if 0, replaced by the actual port on start
        self._socket: socket.socket | None = None
        app = Guard(make_app(self), host)
        config = uvicorn.Config(
            app,
            http="h11",
            ws="none",
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
        shown = {"0.0.0.0": LOOPBACK, "::": "[::1]"}.get(self.host, self.host)
        shown = f"[{shown}]" if ":" in shown and not shown.startswith("[") else shown
        return f"http://{shown}:{self.port}/"

    def page_url(self, show: Show, query: str = "") -> str:
        """The URL of a match's page."""
        return f"{self.url}m/{show.id}/{'?' + query if query else ''}"

    def __enter__(self) -> Server:
        self._socket = _listen(self.host, self.port)
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

    async def stream(self, events: EventStream, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events of a match as they happen, until the viewer disconnects."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and the stream with it
                loop.call_soon_threadsafe(news.set)

        gone = asyncio.create_task(_wait_for_disconnect(receive, wake))
        self._streams.add(wake)
        events.show.subscribe(wake)
        try:
            async with asyncio.timeout(None) as send_timeout:
                while not self.closing and not gone.done():
                    news.clear()
                    async for chunk in events.new():
                        send_timeout.reschedule(loop.time() + self.slow_seconds)
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
                        send_timeout.reschedule(None)
                    try:
                        await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                    except TimeoutError:
                        events.heartbeat_due = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            self._abort_connections(scope["client"])
        finally:
            events.show.unsubscribe(wake)
            self._streams.discard(wake)
            gone.cancel()


async def _wait_for_disconnect(receive: Receive, wake: Callable[[], None]) -> None:
    """Return when the viewer has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
    wake()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise InputError(f"cannot serve at {host}: {error.strerror}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)  # inherited by every connection
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        hint = "choose another --port, or none for a free one"
        raise InputError(f"cannot serve at {host}, port {port}: {error.strerror}; {hint}") from None
    return listener
