"""One web process of a contest server: the application behind the guard, on a socket that it is given."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

import uvicorn
from litestar.types import ASGIApp

from lanista.core.errors import InputError
from lanista.core.text import quoted
from lanista.web.address import HOST, ListenAddress
from lanista.web.connections import BoundedConnection
from lanista.web.guard import HEADERS, POLICY, Guard, refuse

MAX_CONNECTIONS = 4000  # of one process: each spectator of a live match has one
STREAM_SHARE = 0.75  # of the connections that may be WebSockets; the others answer requests
SPARE_FILES = 200  # descriptors for other things than connections
MESSAGE_BYTES = 1024  # spectators have nothing to say
PING_SECONDS = 20.0
GRACE_SECONDS = 10  # for requests that have begun when the server is stopped
CONTEST_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'")
SECURE_HEADERS = {"strict-transport-security": "max-age=31536000"}
CONTEST_HEADERS = {
    **HEADERS,
    "content-security-policy": CONTEST_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",  # with `no-referrer` browsers send our own forms with `Origin: null`
}
DEFAULT_PORTS = {"http": 80, "https": 443}
FORWARDED = b"x-forwarded-for"


class ContestConnection(BoundedConnection):
    """A connection of a contest server, which has many spectators."""

    max_connections: ClassVar = MAX_CONNECTIONS


class ContestServer(uvicorn.Server):
    """Ends on SIGTERM when the requests that have begun are answered; a second one ends it at once."""

    def __init__(
        self,
        app: ASGIApp,
        streams: Any = None,
        *,
        behind_proxy: bool = False,
        when_ready: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=ContestConnection,
                ws="wsproto",
                ws_max_size=MESSAGE_BYTES,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # `Proxied` reads them, if asked for
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._streams = streams
        self._behind_proxy = behind_proxy
        self._when_ready = when_ready
        if streams is not None:
            streams.abort = self.abort

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `run_on`."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self._when_ready()

    def run_on(self, listener: socket.socket) -> None:
        """Serve until SIGTERM or SIGINT."""
        ContestConnection.max_connections = room_for_connections()
        asyncio.run(self._run(listener))

    async def _run(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        await self.serve(sockets=[listener])

    def stop(self) -> None:
        """End soon; called again, at once."""
        self.force_exit = self.should_exit
        self.should_exit = True
        if self._streams is not None:
            self._streams.close()
        if self.force_exit:
            self.abort()

    def abort(self, client: Any = None) -> None:
        """Abort the connections of a client, which is named as its requests are, or all."""
        for connection in list(self.server_state.connections):
            if client is None or self._is_of(getattr(connection, "client", None), client):
                connection.transport.abort()

    def _is_of(self, peer: tuple[str, int] | None, client: tuple[str, int]) -> bool:
        """Whether a connection is a client's; that of a proxy has the same port, and another address."""
        return peer is not None and (peer[1] == client[1] if self._behind_proxy else tuple(peer) == tuple(client))


class StreamLimits:
    """The application, whose WebSockets leave room for others: a client gets at most half of those that are free.

    So the streams of one client, however many it opens, keep nobody else out.
    """

    def __init__(self, app: ASGIApp, room: Callable[[], int]) -> None:
        self._app = app
        self._room = room  # the number of streams that may be open
        self._open: Counter[str] = Counter()  # by client

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Handle a request; refuse a stream for which there is no room."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)  # type: ignore[arg-type]
            return
        client = (scope.get("client") or ("", 0))[0]
        if self._open[client] >= self._room() - self._open.total():
            await refuse(send, scope["type"], 503, "too many streams are open; try again later")
            return
        self._open[client] += 1
        try:
            await self._app(scope, receive, send)  # type: ignore[arg-type]
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


class Proxied:
    """The application behind a reverse proxy, which says whose request it passes on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Name the client that the proxy names: the last address, which the proxy itself has added."""
        named = [value for name, value in scope.get("headers", ()) if name == FORWARDED]
        last = b",".join(named).rpartition(b",")[2].strip().decode("latin-1")
        if last and len(last) < 64 and scope.get("client"):
            scope["client"] = (last, scope["client"][1])
        await self._app(scope, receive, send)  # type: ignore[arg-type]


class Secured:
    """The application behind a proxy that speaks https."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Say that the request came by https."""
        if scope["type"] in ("http", "websocket"):
            scope["scheme"] = "https" if scope["type"] == "http" else "wss"
        await self._app(scope, receive, send)  # type: ignore[arg-type]


def guarded(app: ASGIApp, address: ListenAddress, url: str = "", *, behind_proxy: bool = False) -> ASGIApp:
    """An application behind its guard; `url` is where people reach it, if that is not the address itself."""
    inner: Any = StreamLimits(app, lambda: int(STREAM_SHARE * ContestConnection.max_connections))
    inner = Proxied(inner) if behind_proxy else inner
    is_secure = url.startswith("https://")
    inner = Secured(inner) if is_secure else inner
    headers = CONTEST_HEADERS | (SECURE_HEADERS if is_secure else {})
    return Guard(inner, address, headers=headers, url=url)  # type: ignore[return-value]


def check_url(text: str) -> str:
    """The address at which people reach a server, as browsers write it; raises InputError."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    is_whole = bool(HOST.fullmatch(parts.netloc)) and parts.path in ("", "/") and not parts.query + parts.fragment
    if parts.scheme not in DEFAULT_PORTS or not is_whole:
        raise InputError(f"--url expects an address such as https://contest.example.org, got {quoted(text)}")
    host = parts.netloc.lower()
    if port == DEFAULT_PORTS[parts.scheme]:
        host = host.rpartition(":")[0]
    return f"{parts.scheme}://{host}"


def room_for_connections() -> int:
    """The number of connections that this process may have; raises its limit of open files as far as it may."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + SPARE_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(50, min(MAX_CONNECTIONS, soft - SPARE_FILES))
