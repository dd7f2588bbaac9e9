"""The server behind the pages: loopback only by default, in a thread that its owner ends.

`with Server(gallery) as server: server.url` serves until the block is left. What it says is listed in
docs/browser.md; what a bot wrote leaves it as JSON only.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import ipaddress
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, MutableMapping, Sequence
from typing import Any, TypeVar

import msgspec
import uvicorn
from litestar import Litestar, Request, Response, get, post
from litestar.exceptions import HTTPException
from litestar.response import Redirect
from litestar.types import ASGIApp, Receive, Scope, Send

from lanista.bots.human import NotAsked
from lanista.errors import InputError, LanistaError
from lanista.game import InvalidMove
from lanista.web.files import KINDS, STYLE, find_file
from lanista.web.gallery import Forbidden, Gallery, Show, Unknown
from lanista.web.page import served_page, start_script

LOOPBACK = "127.0.0.1"
START_SECONDS = 10.0
STOP_SECONDS = 5.0
HEARTBEAT_SECONDS = 5.0  # how soon a page that is gone is noticed
SLOW_SECONDS = 10.0  # a viewer that takes nothing for so long is dropped
SEND_BYTES = 64 * 1024  # what the system holds for one connection at most
BODY_BYTES = 64 * 1024

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
}
STATUS: dict[type[LanistaError], int] = {Unknown: 404, Forbidden: 403, NotAsked: 409, InvalidMove: 422}


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """What a person's page sends."""

    seat: int
    turn: int
    move: str


class TakeOver(msgspec.Struct, forbid_unknown_fields=True):
    """Who goes on from where."""

    turn: int
    seat: int
    bot: str


Asked = Request[Any, Any, Any]
Wish = TypeVar("Wish", Move, TakeOver)


class Server:
    """Serves a gallery in a thread of its own."""

    def __init__(
        self, gallery: Gallery, host: str = LOOPBACK, port: int = 0, *, slow_seconds: float = SLOW_SECONDS
    ) -> None:
        self.gallery = gallery
        self.host = host
        self.slow_seconds = slow_seconds
        self.closing = False
        self._streams: set[Callable[[], None]] = set()
        self.port = port  # once it serves, the one that was free
        self._socket: socket.socket | None = None
        app = Guard(_app(self), host)
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
        """Where it is reached."""
        shown = {"0.0.0.0": LOOPBACK, "::": "[::1]"}.get(self.host, self.host)
        shown = f"[{shown}]" if ":" in shown and not shown.startswith("[") else shown
        return f"http://{shown}:{self.port}/"

    def page_url(self, show: Show, query: str = "") -> str:
        """The page of a match."""
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
        assert self._socket is not None, "there is a socket before there is a thread"
        await self._uvicorn.serve(sockets=[self._socket])

    def _stop(self) -> None:
        """End all streams, then the thread; who still hangs on is cut off."""
        self.closing = True
        self._uvicorn.should_exit = True
        for wake in list(self._streams):
            wake()
        self._thread.join(STOP_SECONDS)
        if self._thread.is_alive() and self._loop is not None:
            self._uvicorn.force_exit = True
            self._loop.call_soon_threadsafe(self._cut_off)
            self._thread.join(STOP_SECONDS)
        if self._socket is not None:
            self._socket.close()

    def _cut_off(self, client: tuple[str, int] | None = None) -> None:
        """Close connections at once: one client's, or all."""
        connection: Any
        for connection in list(self._uvicorn.server_state.connections):
            if client is None or connection.client == client:
                connection.transport.abort()

    async def stream(
        self, show: Show, seat: int | None, sent: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Turns, questions and the end of a match, as they come, until the viewer goes."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and the stream with it
                loop.call_soon_threadsafe(news.set)

        gone = asyncio.create_task(_gone(receive, wake))
        self._streams.add(wake)
        show.join(wake)
        try:
            async with asyncio.timeout(None) as patience:
                feed = Feed(show, seat, sent)
                while not self.closing and not gone.done():
                    news.clear()
                    async for chunk in feed.new():
                        patience.reschedule(loop.time() + self.slow_seconds)
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
                        patience.reschedule(None)
                    try:
                        await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                    except TimeoutError:
                        feed.beat = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            self._cut_off(scope["client"])
        finally:
            show.leave(wake)
            self._streams.discard(wake)
            gone.cancel()


class Feed:
    """What one viewer has been told of a match, and what there is to tell."""

    def __init__(self, show: Show, seat: int | None, sent: int) -> None:
        self._show = show
        self._seat = seat
        self._sent = sent
        self._asked: Any = None
        self._ended = False
        self.beat = False  # a sign of life is due

    async def new(self) -> AsyncIterator[bytes]:
        """Events since the last call."""
        if self.beat:
            self.beat = False
            yield b":\n\n"
        film = await asyncio.to_thread(self._show.film, self._seat)
        over = not self._show.running  # asked first: what is played meanwhile is told before the end
        while self._sent < film.reel.turns:
            self._sent += 1
            yield _event(await asyncio.to_thread(film.turn_event, self._sent), self._sent)
        question = self._show.question(self._seat)
        if question is not None and question is not self._asked:
            self._asked = question
            legal = await asyncio.to_thread(lambda: question.legal)
            told = {"type": "ask", "turn": question.turn, "seat": question.seat, "legal": legal}
            yield _event(msgspec.json.encode({**told, "left_ms": question.left_ms()}), self._sent)
        if over and not self._ended and self._sent >= film.reel.turns:
            self._ended = True
            yield _event(msgspec.json.encode({"type": "end", **film.reel.ending()}), self._sent)


def _event(data: bytes, number: int) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (number, data)


async def _gone(receive: Receive, wake: Callable[[], None]) -> None:
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
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)  # handed on to every connection
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        hint = "choose another --port, or none for a free one"
        raise InputError(f"cannot serve at {host}, port {port}: {error.strerror}; {hint}") from None
    return listener


# Who may ask


class Guard:
    """Refuses what a strange page could send here, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._host = host.strip("[]")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope["method"], headers)

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        if refusal:
            await _refuse(send_guarded, 403, refusal)
        else:
            await self._app(scope, receive, send_guarded)  # type: ignore[arg-type]

    def _refusal(self, method: str, headers: dict[str, str]) -> str:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"expected this machine in the Host header, got {host!r}"
        origin = headers.get("origin")
        if method not in ("GET", "HEAD") and origin is not None and origin != f"http://{host}":
            return f"expected a request from a page of this server, got one from {origin!r}"
        return ""

    def _is_ours(self, host: str) -> bool:
        """Loopback, or the address that was asked for; a name from elsewhere could be rebound to us."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        if name in ("localhost", self._host):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self._host in ("0.0.0.0", "::")


async def _refuse(send: Any, status: int, error: str) -> None:
    body = msgspec.json.encode({"error": error})
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


# The addresses


def _app(server: Server) -> Litestar:
    gallery = server.gallery

    def show_of(request: Asked) -> Show:
        return gallery.find(request.path_params["name"])

    @get("/", sync_to_thread=False)
    def index() -> Response[Any]:
        shows = gallery.shows()
        return Redirect(f"/m/{shows[0].id}/") if len(shows) == 1 else _list_of(shows)

    @get("/m/{name:str}", sync_to_thread=True)
    def page(request: Asked) -> Response[Any]:
        show = show_of(request)
        if not request.scope["raw_path"].endswith(b"/"):  # files are named relative to the page
            query = request.scope["query_string"].decode("latin-1")
            return Redirect(f"/m/{show.id}/{'?' + query if query else ''}")
        return Response(served_page(show.reel().game), media_type="text/html")

    @get("/m/{name:str}/start.js", sync_to_thread=True)
    def start(request: Asked) -> Response[str]:
        return Response(start_script(show_of(request).reel().game), media_type="text/javascript")

    @get("/m/{name:str}/film.json", sync_to_thread=True)
    def film(request: Asked) -> Response[bytes]:
        seat = _number(request.query_params.get("seat"), "seat")
        return Response(show_of(request).film_json(seat), media_type="application/json")

    @post("/m/{name:str}/move", status_code=200)
    async def move(request: Asked) -> dict[str, str]:
        show, sent = show_of(request), _read(await request.body(), Move)
        await asyncio.to_thread(show.answer, sent.seat, sent.turn, sent.move)
        return {}

    @post("/m/{name:str}/takeover", status_code=200)
    async def takeover(request: Asked) -> dict[str, str]:
        show, wish = show_of(request), _read(await request.body(), TakeOver)
        new = await asyncio.to_thread(gallery.take_over, show, wish.turn, wish.seat, wish.bot)
        return {"id": new.id}

    @get("/lanista/{path:path}", sync_to_thread=True)
    def file(request: Asked) -> Response[bytes]:
        try:
            found = find_file(str(request.path_params["path"]).lstrip("/"))
        except InputError as error:
            raise Unknown(str(error)) from None
        return Response(found.read_bytes(), media_type=KINDS[found.suffix])

    @get("/m/{name:str}/live")
    async def live(request: Asked) -> ASGIApp:
        show = show_of(request)
        seat = _number(request.query_params.get("seat"), "seat")
        sent = _number(request.headers.get("last-event-id") or request.query_params.get("from"), "from") or 0
        await asyncio.to_thread(show.film, seat)

        async def stream(scope: Scope, receive: Receive, send: Send) -> None:
            head = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": head})
            await server.stream(show, seat, max(0, sent), scope, receive, send)

        return stream

    return Litestar(
        [index, page, start, film, move, takeover, file, live],
        exception_handlers={LanistaError: _tell_ours, HTTPException: _tell_theirs},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=BODY_BYTES,
    )


def _list_of(shows: Sequence[Show]) -> Response[Any]:
    """A page that leads to all matches."""
    items = "".join(f'<li><a href="/m/{show.id}/">{html.escape(show.name)}</a></li>' for show in shows)
    head = f'<link rel="stylesheet" href="/lanista/{STYLE}">'
    page = f"<!doctype html><meta charset=utf-8><title>Matches</title>{head}<h1>Matches</h1><ul>{items}</ul>"
    return Response(page, media_type="text/html")


def _read(body: bytes, kind: type[Wish]) -> Wish:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"the request does not fit: {error}") from None


def _number(text: str | None, name: str) -> int | None:
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        raise InputError(f"expected a whole number for {name}, got {text!r}") from None


def _status(error: LanistaError) -> int:
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 422)


def _tell_ours(_: Asked, error: LanistaError) -> Response[dict[str, str]]:
    return Response({"error": str(error)}, status_code=_status(error))


def _tell_theirs(_: Asked, error: HTTPException) -> Response[dict[str, str]]:
    return Response({"error": error.detail}, status_code=error.status_code)
