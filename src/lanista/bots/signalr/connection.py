"""The connection to one client, once it is a WebSocket, and whoever answers the client's calls."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any, Protocol

from lanista.bots.signalr import messages
from lanista.bots.signalr.websocket import CloseCode, Socket
from lanista.bots.waiting_clients import WaitingClient, WaitingClients
from lanista.errors import LanistaError

PING_SECONDS = 15.0


class Refused(LanistaError):  # noqa: N818 - reads as what it is
    """A call that the hub refuses; the caller gets the reason."""


class Hub(Protocol):
    """Whoever answers the calls of the clients, on the server's thread."""

    def call(self, connection: Connection, method: str, arguments: list[Any]) -> None:
        """Run a method; raises Refused."""

    def lost(self, connection: Connection) -> None:
        """A connection has ended."""


class Connection:
    """The connection to one client. Anybody may send, from any thread."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, web: Socket, waiting_clients: WaitingClients, client: WaitingClient
    ) -> None:
        self.is_open = True
        self.end_reason = ""  # why it was ended, if that was here
        self._loop = loop
        self._web = web
        self._waiting_clients = waiting_clients
        self._client = client
        self._sent_at = time.monotonic()

    @property
    def owner(self) -> int:
        """The child process of ours that it belongs to; see `peers`."""
        return self._waiting_clients.owner_of(self._client)

    def admit(self) -> None:
        """The client has a seat: its slot is its own, and nobody takes it."""
        self._waiting_clients.leave(self._client)
        self._web.trust()

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
        self.say_goodbye()
        self._web.close(CloseCode.NORMAL)

    def say_goodbye(self, error: str = "") -> None:
        """The last message, on the server's thread."""
        self._web.send(messages.goodbye(error))

    async def keep_alive(self) -> None:
        """Ping when nothing else was sent for a while."""
        while True:
            await asyncio.sleep(max(0.0, self._sent_at + PING_SECONDS - time.monotonic()))
            if time.monotonic() - self._sent_at >= PING_SECONDS:
                self._send(messages.PING)
