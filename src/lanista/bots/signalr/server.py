"""The hub's server: negotiation, WebSockets and messages, on a thread of its own.

It knows SignalR and not the game: calls go to a `Hub`, which answers at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus
from typing import Any, Protocol

import msgspec

from lanista.bots.signalr import messages
from lanista.bots.signalr.messages import Inbox, Kind, Message
from lanista.bots.signalr.websocket import (
    HEAD_BYTES,
    BadRequest,
    CloseCode,
    Closed,
    Request,
    Socket,
    Violation,
    read_request,
    response,
    upgrade,
)
from lanista.errors import BotError, LanistaError

PORT = 5000  # the contest's; its bots have it in their code
PATH = "/runnerhub"
LOOPBACKS = 200  # addresses that are tried
HANDSHAKE_SECONDS = 15.0
PING_SECONDS = 15.0
SILENCE_SECONDS = 30.0
CLOSE_SECONDS = 1.0
MOST_CONNECTIONS = 64
TRANSPORTS = [{"transport": "WebSockets", "transferFormats": ["Text", "Binary"]}]


class Refused(LanistaError):  # noqa: N818 - reads as what it is
    """A call that the hub refuses; the caller gets the reason."""


class Hub(Protocol):
    """Whoever answers the calls of the clients, on the server's thread."""

    def call(self, line: Line, method: str, arguments: list[Any]) -> None:
        """Run a method; raises Refused."""

    def lost(self, line: Line) -> None:
        """A connection has ended."""


class Line:
    """The connection to one client. Anybody may send, from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, web: Socket) -> None:
        self.is_open = True
        self._loop = loop
        self._web = web
        self._sent_at = time.monotonic()

    def send(self, *said: bytes) -> None:
        """Send messages, in the order of the calls."""
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(self._send, b"".join(said))

    def hang_up(self) -> None:
        """End the connection after what was sent."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.end)

    def _send(self, data: bytes) -> None:
        self._sent_at = time.monotonic()
        self._web.send(data)

    def end(self) -> None:
        """End the connection, on the server's thread."""
        self._web.send(messages.goodbye())
        self._web.close(CloseCode.NORMAL)

    async def keep_alive(self) -> None:
        """Ping when nothing else was sent for a while."""
        while True:
            await asyncio.sleep(max(0.0, self._sent_at + PING_SECONDS - time.monotonic()))
            if time.monotonic() - self._sent_at >= PING_SECONDS:
                self._send(messages.PING)


class Server:
    """Serves one hub on a loopback address."""

    _loop: asyncio.AbstractEventLoop  # once it is open

    def __init__(self, hub: Hub) -> None:
        self.address = ""
        self.silence: float | None = SILENCE_SECONDS  # None lets a client be silent, as one in a debugger is
        self._hub = hub
        self._negotiated: dict[str, float] = {}  # ids that were given away, until they are used
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lines: set[Line] = set()
        self._done = asyncio.Event()
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"http://{self.address}:{PORT}{PATH}"

    def open(self) -> None:
        """Listen, and serve on a thread."""
        listener = listen()
        self.address = listener.getsockname()[0]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(listener,), name="signalr hub", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Send what is to be sent, then end every connection and the thread."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._done.set)
        thread.join()

    def _run(self, listener: socket.socket) -> None:
        try:
            self._loop.run_until_complete(self._serve(listener))
        finally:
            self._loop.close()

    async def _serve(self, listener: socket.socket) -> None:
        server = await asyncio.start_server(self._welcome, sock=listener, limit=HEAD_BYTES)
        try:
            await self._done.wait()
        finally:
            server.close()
            for line in self._lines:
                line.end()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # One connection

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            if len(self._tasks) <= MOST_CONNECTIONS:
                await self._answer(reader, writer)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            pass  # it has gone, or never said anything
        finally:
            self._tasks.discard(task)
            writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await writer.wait_closed()
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                request = await read_request(reader)
            if request.wants_websocket:
                self._admit(request)
                writer.write(upgrade(request))
            else:
                writer.write(response(HTTPStatus.OK, self._negotiate(request)))
                return
        except BadRequest as error:
            writer.write(response(error.status, str(error).encode(), "text/plain; charset=utf-8"))
            return
        await self._talk(Socket(reader, writer))

    def _negotiate(self, request: Request) -> bytes:
        """Give an id away; version 1 keeps the one that connects apart from the one that is shown."""
        if request.path.lower().rstrip("/") != f"{PATH}/negotiate":
            raise BadRequest(HTTPStatus.NOT_FOUND, f"expected a WebSocket at {PATH} or POST {PATH}/negotiate")
        if request.method != "POST":
            raise BadRequest(HTTPStatus.METHOD_NOT_ALLOWED, f"expected POST, got {request.method}")
        self._forget_unused()
        shown, secret = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        version = request.query.get("negotiateVersion", "0")
        if version == "0":
            self._negotiated[shown] = time.monotonic()
            answer = {"negotiateVersion": 0, "connectionId": shown, "availableTransports": TRANSPORTS}
            return msgspec.json.encode(answer)
        self._negotiated[secret] = time.monotonic()
        return msgspec.json.encode(
            {
                "negotiateVersion": 1,
                "connectionId": shown,
                "connectionToken": secret,
                "availableTransports": TRANSPORTS,
            }
        )

    def _forget_unused(self) -> None:
        """An id that nobody connects with is not kept for ever."""
        oldest = time.monotonic() - HANDSHAKE_SECONDS
        self._negotiated = {key: at for key, at in self._negotiated.items() if at >= oldest}

    def _admit(self, request: Request) -> None:
        """Whether a WebSocket may be opened; a client that skips negotiation has no id."""
        if request.path.lower().rstrip("/") != PATH:
            raise BadRequest(HTTPStatus.NOT_FOUND, f"expected a WebSocket at {PATH}")
        given = request.query.get("id")
        if given is not None and self._negotiated.pop(given, None) is None:
            raise BadRequest(
                HTTPStatus.NOT_FOUND, "no connection has that id; negotiate again, an id is good for one WebSocket"
            )

    async def _talk(self, web: Socket) -> None:
        line = Line(self._loop, web)
        self._lines.add(line)
        pings: asyncio.Task[None] | None = None
        said = records(web, self)
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                first = await anext(said)
            try:
                messages.read_handshake(first)
            except Violation as error:
                web.send(messages.handshake_answer(str(error)))
                raise
            web.send(messages.handshake_answer())
            pings = asyncio.create_task(line.keep_alive())
            async for data in said:
                if not self._take(line, messages.read_message(data)):
                    break
            web.close(CloseCode.NORMAL)
        except Violation as error:
            if pings is not None:
                web.send(messages.goodbye(str(error)))
            web.close(error.code)
        except Closed:
            pass
        finally:
            if pings is not None:
                pings.cancel()
            line.is_open = False
            self._lines.discard(line)
            self._hub.lost(line)

    def _take(self, line: Line, message: Message) -> bool:
        """Handle a message; false if it ends the connection."""
        if message.type == Kind.INVOCATION:
            self._call(line, message)
        elif message.type == Kind.STREAM and message.invocationId is not None:
            line.send(messages.completion(message.invocationId, "no method of this hub streams"))
        return message.type != Kind.CLOSE

    def _call(self, line: Line, message: Message) -> None:
        error = ""
        try:
            self._hub.call(line, message.target or "", message.arguments or [])
        except Refused as refused:
            error = str(refused)
        if message.invocationId is not None:
            line.send(messages.completion(message.invocationId, error))


async def records(web: Socket, server: Server) -> AsyncIterator[bytes]:
    """The messages of a client, one after the other; silence and floods end them."""
    inbox = Inbox()
    while True:
        async with asyncio.timeout(server.silence):
            data = await web.receive()
        for record in inbox.put(data):
            web.allowance.spend(1)
            yield record


def listen() -> socket.socket:
    """A listening socket at the contest's port, on the first loopback address where it is free."""
    reason = ""
    for address in loopback_addresses():
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address, PORT))
            listener.listen(MOST_CONNECTIONS)
            return listener
        except OSError as error:
            listener.close()
            reason = error.strerror or str(error)
    raise BotError(
        f"expected port {PORT}, which the contest's bots have in their code, to be free on a loopback address: "
        f"{reason}. End the program that listens there (on macOS: AirPlay Receiver)"
    )


def loopback_addresses() -> Iterator[str]:
    """127.0.0.1; on Linux the others too, so that several matches run side by side."""
    yield "127.0.0.1"
    if sys.platform.startswith("linux"):
        yield from (f"127.0.0.{last}" for last in range(2, 2 + LOOPBACKS))
