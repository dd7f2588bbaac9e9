"""The web server: runs in a thread, on loopback by default.

`with ViewerServer(gallery) as server: server.url` serves until the block is left. Its routes are listed in
docs/browser.md; what a bot wrote is sent only as JSON.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from typing import Any

import uvicorn

from lanista.core.errors import LanistaError
from lanista.web.address import find_address, listen
from lanista.web.connections import BoundedConnection
from lanista.web.gallery import Gallery
from lanista.web.guard import Guard
from lanista.web.routes import make_app
from lanista.web.show import Show
from lanista.web.streams import SLOW_SECONDS, Streams

LOOPBACK = "127.0.0.1"
START_SECONDS = 10.0
STOP_SECONDS = 5.0
PING_SECONDS = 10.0  # how soon a page that vanished without a word is noticed
MESSAGE_BYTES = 1024  # a viewer has nothing to say


class ViewerServer:
    """Serves a gallery in a thread."""

    def __init__(
        self, gallery: Gallery, host: str = LOOPBACK, port: int = 0, *, slow_seconds: float = SLOW_SECONDS
    ) -> None:
        self.gallery = gallery
        self.address = find_address(host)
        self.streams = Streams(slow_seconds, self._abort_connections)
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
        self._socket = listen(self.address, self.port)
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
        self._uvicorn.should_exit = True
        self.streams.close()
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
