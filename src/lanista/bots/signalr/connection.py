"""The WebSocket connection to one client, and the hub that answers its calls."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from lanista.bots.protocol.waiting_clients import WaitingClient, WaitingClients
from lanista.bots.signalr import messages
from lanista.bots.signalr.direct_reader import DirectReader
from lanista.bots.signalr.websocket import CloseCode, Socket
from lanista.core.errors import LanistaError

if TYPE_CHECKING:
    from lanista.bots.player import Watched
    from lanista.bots.poller import Poller

PING_SECONDS = 15.0


class CallRefused(LanistaError):  # noqa: N818 - reads as what it is
    """A call that the hub refuses; the caller gets the reason."""


class Hub(Protocol):
    """Answers the calls of the clients, on the server's thread."""

    def call(self, connection: HubConnection, method: str, arguments: list[Any]) -> None:
        """Run a method; raises Refused."""

    def lost(self, connection: HubConnection) -> None:
        """Handle the end of a connection."""


class HubConnection:
    """The connection to one client; `send` may be called from any thread."""

    def __init__(
        self, run: Callable[..., None], web: Socket, waiting_clients: WaitingClients, client: WaitingClient
    ) -> None:
        self.is_open = True
        self.end_reason = ""  # why the server closed it, if it did
        self._run = run  # a job on the server's thread
        self._web = web
        self._waiting_clients = waiting_clients
        self._client = client
        self._sent_at = time.monotonic()
        self.was_heard = False  # since the event loop last ran
        self.direct: DirectReader | None = None  # once the client has shaken hands

    @property
    def owner(self) -> int:
        """The child process of ours that owns it; see `peers`."""
        return self._waiting_clients.owner_of(self._client)

    def admit(self) -> None:
        """Give the client a seat: it is no longer evicted when too many clients wait."""
        self._waiting_clients.remove(self._client)
        self._web.trust()

    def read_at_once(self, poller: Poller, player: Watched) -> None:
        """Have a match's poller watch for what the client sends, once the server is taken over."""
        if self.is_open and self.direct is not None:
            self.direct.start(poller, player)

    def send(self, *sent: bytes) -> None:
        """Send messages, in the order of the calls."""
        self._run(self._send, b"".join(sent))

    def hang_up(self) -> None:
        """Close the connection once everything is sent."""
        self._run(self.end)

    def _send(self, data: bytes) -> None:
        self._sent_at = time.monotonic()
        self._web.send(data)

    def end(self) -> None:
        """Close the connection, on the server's thread, which waits for the client to close it too."""
        if self.direct is not None:
            self.direct.give_back()
        self.send_close()
        self._web.close(CloseCode.NORMAL)

    def send_close(self, error: str = "") -> None:
        """Send the last message, on the server's thread."""
        self._web.send(messages.close_message(error))

    async def keep_alive(self) -> None:
        """Ping the client whenever nothing else was sent for a while."""
        while True:
            await asyncio.sleep(max(0.0, self._sent_at + PING_SECONDS - time.monotonic()))
            if time.monotonic() - self._sent_at >= PING_SECONDS:
                self._send(messages.PING)
