"""The hub's server: negotiation, WebSockets and messages, on its own thread until another one takes over.

It knows SignalR and not the game: calls go to a `Hub`, which returns immediately.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import selectors
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from http import HTTPStatus
from typing import Any

import msgspec

from lanista.bots import peers
from lanista.bots.ports import BACKLOG, open_fixed_port
from lanista.bots.signalr import messages
from lanista.bots.signalr.connection import Connection, Hub, Refused
from lanista.bots.signalr.direct import CHUNK, DirectReader
from lanista.bots.signalr.messages import Kind, Message, MessageBuffer
from lanista.bots.signalr.tickets import Tickets
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
from lanista.bots.waiting_clients import WaitingClient, WaitingClients
from lanista.errors import Terminated
from lanista.text import MAX_QUOTED, inert, quoted

NO_ADDRESS = ("", 0)  # of a client that is already gone
HANDSHAKE_SECONDS = 15.0  # for everything before the first call
IDLE_SECONDS = 30.0
CLOSE_SECONDS = 1.0
JOIN_SECONDS = 5.0
SETTLE_SECONDS = 0.5  # the longest wait for data that has already arrived
ROUNDS = 4  # of the event loop: to read, to handle what was read, and to handle what follows from it
MAX_ROUNDS = 100  # before a match goes on, whatever clients send
MAX_FAULTS = 8
TRANSPORTS = [{"transport": "WebSockets", "transferFormats": ["Text", "Binary"]}]


class Selector(selectors.DefaultSelector):
    """Calls `on_idle`, if it is set, instead of waiting: when nothing is left to do, or after some rounds."""

    on_idle: Callable[[], None] | None = None
    rounds = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """The descriptors that are ready; the loop has something else to do if `timeout` is 0."""
        if self.on_idle is None:
            return super().select(timeout)
        ready = super().select(0)
        self.rounds -= 1
        if self.rounds <= 0 or (not ready and timeout != 0):
            self.on_idle()
        return ready


@contextlib.contextmanager
def outer_loop_aside() -> Iterator[None]:
    """Within it, a loop that runs in this thread is set aside: a notebook plays matches inside its own.

    asyncio allows only one at a time, for fear of tasks that wait for each other; these two share none.
    """
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(outer)


class Server:
    """Serves one hub on a loopback address, at a fixed port and path."""

    _loop: asyncio.AbstractEventLoop  # once it is open

    def __init__(self, hub: Hub, port: int, path: str) -> None:
        self.address = ""
        self.idle_timeout: float | None = IDLE_SECONDS  # None lets a client stay silent, as in a debugger
        self.faults: list[str] = []  # the first few errors of ours; each cost a client its connection
        self._hub = hub
        self._port = port
        self._path = path
        self._waiting_clients = WaitingClients(lambda clients: peers.owners((self.address, port), clients))
        self._tickets = Tickets()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._connections: set[Connection] = set()
        self._done = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None
        self._interrupt: BaseException | None = None  # Ctrl-C or SIGTERM, while a client was served

    @property
    def url(self) -> str:
        """The address that clients connect to."""
        return f"http://{self.address}:{self._port}{self._path}"

    def open(self) -> None:
        """Start to listen, and serve on a thread."""
        listener = open_fixed_port(self._port)
        self.address = listener.getsockname()[0]
        self._selector = Selector()
        self._loop = asyncio.SelectorEventLoop(self._selector)
        self._serving = self._loop.create_task(self._serve(listener))
        self._thread = threading.Thread(target=self._loop.run_forever, name="signalr hub", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Send what is pending, then close every connection."""
        serving, self._serving = self._serving, None
        if serving is None:
            return
        self._end_thread()
        self._selector.on_idle = None
        self._done.set()
        try:
            with outer_loop_aside():
                self._loop.run_until_complete(serving)
        finally:
            self._loop.close()

    def take_over(self) -> int:
        """End the thread: the caller serves the clients, when the descriptor returned is readable or time passes.

        A match does so, because handing each message from thread to thread takes longer than all else in a turn.
        """
        self._end_thread()
        self._selector.on_idle = self._loop.stop
        return self._selector.fileno()

    def _end_thread(self) -> None:
        thread = self._thread
        if thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join(JOIN_SECONDS)
            self._thread = None

    def serve(self) -> None:
        """Handle what has arrived and what is due, on the thread that has taken over."""
        self._selector.rounds = MAX_ROUNDS
        with outer_loop_aside():
            self._loop.run_forever()
        interrupt, self._interrupt = self._interrupt, None
        if interrupt is not None:
            raise interrupt

    def settle(self) -> None:
        """Wait until everything that has arrived is handled, even on a slow machine."""
        if self._thread is None:
            self.serve()
            return
        settled = threading.Event()
        self._loop.call_soon_threadsafe(self._count_down, ROUNDS, settled.set)
        settled.wait(SETTLE_SECONDS)

    def run(self, job: Callable[..., object], *arguments: object) -> None:
        """Run a job where clients are served: on the server's thread, or at once if it was taken over."""
        if self._thread is None:
            job(*arguments)
        else:
            self._loop.call_soon_threadsafe(job, *arguments)

    def _count_down(self, rounds: int, job: Callable[[], object]) -> None:
        """Run a job after some rounds of the event loop."""
        if rounds == 0:
            job()
        else:
            self._loop.call_soon(self._count_down, rounds - 1, job)

    async def _serve(self, listener: socket.socket) -> None:
        server = await asyncio.start_server(self._serve_client, sock=listener, limit=HEAD_BYTES, backlog=BACKLOG)
        try:
            await self._done.wait()
        finally:
            server.close()
            for connection in self._connections:
                connection.end()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # One connection

    async def _serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a client until its connection ends, whatever it sends."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        client = WaitingClient(writer.get_extra_info("peername") or NO_ADDRESS, writer.transport)
        self._waiting_clients.add(client)
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS) as deadline:
                if await self._answer(reader, writer):
                    await self._run_websocket(reader, Socket(writer), client, deadline)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            pass  # it is gone, or never sent anything
        except Exception as error:  # noqa: BLE001 - an error of ours ends one connection, not the match
            self._note_fault(error)
        except asyncio.CancelledError:  # the server closes; asyncio would report that as an error
            if not self._done.is_set():
                raise
        except (KeyboardInterrupt, Terminated) as stop:  # for the match, whose thread this is
            self._interrupt = stop
        finally:
            self._tasks.discard(task)
            await hang_up(writer)
            self._waiting_clients.remove(client)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer a request; true if the connection becomes a WebSocket."""
        try:
            request = await read_request(reader)
            if request.wants_websocket:
                self._admit(request)
                writer.write(upgrade(request))
                return True
            writer.write(response(HTTPStatus.OK, self._negotiate(request)))
        except BadRequest as error:
            writer.write(response(error.status, str(error).encode(), "text/plain; charset=utf-8"))
        return False

    def _note_fault(self, error: Exception) -> str:
        """Store an error of ours; returns its text."""
        text = f"the hub failed on this: {type(error).__name__}: {inert(str(error), MAX_QUOTED)}"
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(text)
        return text

    def _negotiate(self, request: Request) -> bytes:
        """Issue an id; version 1 has separate ids for connecting and for display."""
        if request.path.lower().rstrip("/") != f"{self._path}/negotiate":
            raise BadRequest(
                HTTPStatus.NOT_FOUND, f"expected a WebSocket at {self._path} or POST {self._path}/negotiate"
            )
        if request.method != "POST":
            raise BadRequest(HTTPStatus.METHOD_NOT_ALLOWED, f"expected POST, got {quoted(request.method, 40)}")
        ticket = self._tickets.issue()
        answer: dict[str, Any] = {"negotiateVersion": 0, "connectionId": ticket}
        if request.query.get("negotiateVersion", "0") != "0":
            shown = secrets.token_urlsafe(16)
            answer = {"negotiateVersion": 1, "connectionId": shown, "connectionToken": ticket}
        return msgspec.json.encode({**answer, "availableTransports": TRANSPORTS})

    def _admit(self, request: Request) -> None:
        """Refuse a WebSocket with a wrong path or id; a client that skips negotiation has no id."""
        if request.path.lower().rstrip("/") != self._path:
            raise BadRequest(HTTPStatus.NOT_FOUND, f"expected a WebSocket at {self._path}")
        given = request.query.get("id")
        if given is not None and not self._tickets.use(given, HANDSHAKE_SECONDS):
            raise BadRequest(
                HTTPStatus.NOT_FOUND, "no connection has that id; negotiate again, an id is good for one WebSocket"
            )

    async def _run_websocket(
        self, reader: asyncio.StreamReader, web: Socket, client: WaitingClient, deadline: asyncio.Timeout
    ) -> None:
        connection = Connection(self.run, web, self._waiting_clients, client)
        self._connections.add(connection)
        inbox = MessageBuffer()
        received = records(reader, web, inbox)

        def handle(data: bytes) -> None:
            for record in records_in(data, web, inbox):
                if not self._take(connection, messages.read_message(record)):
                    web.close(CloseCode.NORMAL)
                    raise Closed("the client has closed the connection")
            if not connection.was_heard:
                connection.was_heard = True
                self._loop.call_soon(self._extend_late, connection, deadline)

        direct = DirectReader(reader, web.transport, handle, self.serve)
        try:
            shake_hands(web, await anext(received))
            connection.direct = direct
            await self._handle_messages(connection, received, deadline)
            web.close(CloseCode.NORMAL)
        except Violation as error:
            connection.end_reason = str(error)
            web.close(error.code)
        except Closed:
            pass
        finally:
            direct.stop()
            connection.is_open = False
            self._connections.discard(connection)
            self._hub.lost(connection)

    async def _handle_messages(
        self, connection: Connection, received: AsyncIterator[bytes], deadline: asyncio.Timeout
    ) -> None:
        """Handle what a client sends after its handshake, until it is silent for too long, and ping it."""
        pings = asyncio.create_task(connection.keep_alive())
        try:
            self._extend(deadline)
            async for data in received:
                if not self._take(connection, messages.read_message(data)):
                    break
                self._extend(deadline)
        except Violation as error:
            connection.send_close(str(error))
            raise
        finally:
            pings.cancel()

    def _extend(self, deadline: asyncio.Timeout) -> None:
        """Wait for the next message of a client."""
        timeout = self.idle_timeout
        deadline.reschedule(None if timeout is None else self._loop.time() + timeout)

    def _extend_late(self, connection: Connection, deadline: asyncio.Timeout) -> None:
        """Wait for the next message of a client that is read outside of the event loop."""
        connection.was_heard = False
        with contextlib.suppress(RuntimeError):  # the connection has just ended
            self._extend(deadline)

    def _take(self, connection: Connection, message: Message) -> bool:
        """Handle a message; false if it ends the connection."""
        if message.type == Kind.INVOCATION:
            self._call(connection, message)
        elif message.type == Kind.STREAM and message.invocationId is not None:
            connection.send(messages.completion(message.invocationId, "no method of this hub streams"))
        return message.type != Kind.CLOSE

    def _call(self, connection: Connection, message: Message) -> None:
        error = ""
        try:
            self._hub.call(connection, message.target or "", message.arguments or [])
        except Refused as refused:
            error = str(refused)
        except Exception as fault:  # noqa: BLE001 - see `_serve_client`
            raise Violation(CloseCode.OUR_FAULT, self._note_fault(fault)) from None
        if message.invocationId is not None:
            connection.send(messages.completion(message.invocationId, error))


async def records(reader: asyncio.StreamReader, web: Socket, inbox: MessageBuffer) -> AsyncIterator[bytes]:
    """The messages of a client, until it is gone or sends too many."""
    while data := await reader.read(CHUNK):
        for record in records_in(data, web, inbox):
            yield record
    raise Closed("the client is gone")


def records_in(data: bytes, web: Socket, inbox: MessageBuffer) -> Iterator[bytes]:
    """The messages that are complete with this data."""
    for message in web.feed(data):
        for record in inbox.feed(message):
            web.rate_limit.spend(1)
            yield record


def shake_hands(web: Socket, first: bytes) -> None:
    """Answer the first message of a client; raises Violation if it is not a handshake."""
    try:
        messages.read_handshake(first)
    except Violation as error:
        web.send(messages.handshake_answer(str(error)))
        raise
    web.send(messages.handshake_answer())


async def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection, waiting briefly for unsent data."""
    writer.close()
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await writer.wait_closed()
    writer.transport.abort()
