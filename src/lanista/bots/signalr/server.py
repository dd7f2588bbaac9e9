"""The hub's server: negotiation, WebSockets and messages, on its own thread until another one takes over.

It knows SignalR and not the game: calls go to a `Hub`, which returns immediately.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

from lanista.bots.process import peers
from lanista.bots.process.ports import BACKLOG, open_fixed_port
from lanista.bots.protocol.waiting_clients import WaitingClient, WaitingClients
from lanista.bots.signalr import messages
from lanista.bots.signalr.connection import CallRefused, Hub, HubConnection
from lanista.bots.signalr.direct_reader import CHUNK, DirectReader
from lanista.bots.signalr.loop import ServingLoop
from lanista.bots.signalr.messages import MessageBuffer, MessageKind, SignalrMessage
from lanista.bots.signalr.negotiation import Negotiation
from lanista.bots.signalr.websocket import HEAD_BYTES, CloseCode, Socket, Violation, WebSocketClosed
from lanista.core.errors import Terminated
from lanista.core.text import MAX_QUOTED, inert

NO_ADDRESS = ("", 0)  # of a client that is already gone
HANDSHAKE_SECONDS = 15.0  # for everything before the first call
IDLE_SECONDS = 30.0
CLOSE_SECONDS = 1.0
MAX_FAULTS = 8


class HubServer:
    """Serves one hub at a path: to bots with their own listeners, and at a fixed port to all others."""

    def __init__(self, hub: Hub, port: int, path: str) -> None:
        self.address = ""  # of the fixed port, once `listen()` has opened it
        self.idle_timeout: float | None = IDLE_SECONDS  # None lets a client stay silent, as in a debugger
        self.faults: list[str] = []  # the first few errors of ours; each cost a client its connection
        self._hub = hub
        self._port = port
        self._path = path
        self._loop: ServingLoop | None = None
        self._waiting_clients = WaitingClients(lambda clients: peers.owners((self.address, port), clients))
        self._negotiation = Negotiation(path, HANDSHAKE_SECONDS)
        self._servers: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._connections: set[HubConnection] = set()
        self._closing = False

    @property
    def url(self) -> str:
        """The address that clients connect to."""
        return f"http://{self.address}:{self._port}{self._path}"

    def listen(self) -> None:
        """Open the fixed port to any client, unless it is open."""
        if not self.address:
            listener = open_fixed_port(self._port)
            self.address = listener.getsockname()[0]
            self._serving_loop().begin(self._accept(listener))

    def accept_from(self, listener: socket.socket, owner: int) -> None:
        """Serve the clients of a listener that only one bot can reach: `owner` is its supervisor's process id."""
        self._serving_loop().begin(self._accept(listener, owner))

    def close(self) -> None:
        """Send pending data, then close every connection."""
        if self._loop is not None and not self._closing:
            self._closing = True
            self._loop.close(self._end_all())

    def take_over(self) -> int | None:
        """See `ServingLoop`."""
        return self._serving_loop().take_over()

    def serve(self) -> None:
        """See `ServingLoop`."""
        self._serving_loop().serve()

    def settle(self) -> None:
        """See `ServingLoop`."""
        self._serving_loop().settle()

    def run(self, job: Callable[..., object], *arguments: object) -> None:
        """Run a job where clients are served."""
        if self._loop is None:
            job(*arguments)
        else:
            self._loop.run(job, *arguments)

    def _serving_loop(self) -> ServingLoop:
        """The loop, whose thread begins with the first use."""
        if self._loop is None:
            self._loop = ServingLoop()
        return self._loop

    async def _accept(self, listener: socket.socket, owner: int | None = None) -> None:
        """Accept the clients of a listener until the server is closed."""
        serve = partial(self._serve_client, owner=owner)
        server = await asyncio.start_server(serve, sock=listener, limit=HEAD_BYTES, backlog=BACKLOG)
        self._servers.append(server)

    async def _end_all(self) -> None:
        for server in self._servers:
            server.close()
        for connection in self._connections:
            connection.end()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # One connection

    async def _serve_client(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, owner: int | None = None
    ) -> None:
        """Serve a client until its connection ends, whatever it sends; its owner is known if it has a listener."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        client = WaitingClient(writer.get_extra_info("peername") or NO_ADDRESS, writer.transport, owner)
        self._waiting_clients.add(client)
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS) as deadline:
                answer, is_websocket = await self._negotiation.answer(reader)
                writer.write(answer)
                if is_websocket:
                    await self._run_websocket(reader, Socket(writer), client, deadline)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            pass  # it is gone, or never sent anything
        except Exception as error:  # noqa: BLE001 - an error of ours ends one connection, not the match
            self._note_fault(error)
        except asyncio.CancelledError:  # the server closes; asyncio would report that as an error
            if not self._closing:
                raise
        except (KeyboardInterrupt, Terminated) as stop:  # for the match, whose thread this is
            if self._loop is not None:
                self._loop.interrupt = stop
        finally:
            await hang_up(writer)
            self._waiting_clients.remove(client)
            self._tasks.discard(task)

    def _note_fault(self, error: Exception) -> str:
        """Store an error of ours; returns its text."""
        text = f"the hub failed on this: {type(error).__name__}: {inert(str(error), MAX_QUOTED)}"
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(text)
        return text

    async def _run_websocket(
        self, reader: asyncio.StreamReader, web: Socket, client: WaitingClient, deadline: asyncio.Timeout
    ) -> None:
        connection = HubConnection(self.run, web, self._waiting_clients, client)
        self._connections.add(connection)
        inbox = MessageBuffer()
        received, loop = records(reader, web, inbox), asyncio.get_running_loop()

        def handle(data: bytes) -> None:
            for record in records_in(data, web, inbox):
                if not self._take(connection, messages.read_message(record)):
                    web.close(CloseCode.NORMAL)
                    raise WebSocketClosed("the client has closed the connection")
            if not connection.was_heard:
                connection.was_heard = True
                loop.call_soon(self._extend_late, connection, deadline)

        direct = DirectReader(reader, web.transport, handle, self.serve)
        try:
            shake_hands(web, await anext(received))
            connection.direct = direct
            await self._handle_messages(connection, received, deadline)
            web.close(CloseCode.NORMAL)
        except Violation as error:
            connection.end_reason = str(error)
            web.close(error.code)
        except WebSocketClosed:
            pass
        finally:
            direct.stop()
            connection.is_open = False
            self._connections.discard(connection)
            self._hub.lost(connection)

    async def _handle_messages(
        self, connection: HubConnection, received: AsyncIterator[bytes], deadline: asyncio.Timeout
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
        deadline.reschedule(None if timeout is None else asyncio.get_running_loop().time() + timeout)

    def _extend_late(self, connection: HubConnection, deadline: asyncio.Timeout) -> None:
        """Wait for the next message of a client that is read outside of the event loop."""
        connection.was_heard = False
        with contextlib.suppress(RuntimeError):  # the connection has just ended
            self._extend(deadline)

    def _take(self, connection: HubConnection, message: SignalrMessage) -> bool:
        """Handle a message; false if it ends the connection."""
        if message.type == MessageKind.INVOCATION:
            self._call(connection, message)
        elif message.type == MessageKind.STREAM and message.invocationId is not None:
            connection.send(messages.completion(message.invocationId, "no method of this hub streams"))
        return message.type != MessageKind.CLOSE

    def _call(self, connection: HubConnection, message: SignalrMessage) -> None:
        error = ""
        try:
            self._hub.call(connection, message.target or "", message.arguments or [])
        except CallRefused as refused:
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
    raise WebSocketClosed("the client is gone")


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
