"""Listeners for clients of the Orbis Challenge 2015, which connect and send their names."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from lanista.bots.process import peers
from lanista.bots.process.line_reader import LINE_BYTES
from lanista.bots.process.log import shown
from lanista.bots.process.ports import BACKLOG, HOST, open_port
from lanista.bots.protocol.waiting_clients import WaitingClient, WaitingClients
from lanista.core.errors import BotError, ConfigError
from lanista.core.system import READABLE, new_poll
from lanista.core.text import quoted, whole_number

if TYPE_CHECKING:
    from lanista.bots.player import Watched
    from lanista.bots.poller import Poller

PORT = 4461  # the default port of the kits
PORT_VARIABLE = "ORBIS_PORT"  # environment variable to choose another port
CHUNK = 4096
NAME_BYTES = 4096  # maximum length of the line with a client's name
NAME_SECONDS = 15.0  # timeout for that line
END = b"END\n"


def chosen_port() -> int:
    """The port that bots join on: that of the kits, unless ORBIS_PORT sets another."""
    text = os.environ.get(PORT_VARIABLE, str(PORT))
    port = whole_number(text) if text.isdecimal() else None
    if port is None or port >= 1 << 16:
        raise ConfigError(f"the environment variable {PORT_VARIABLE} expects a port, got {quoted(text)}")
    return port


@dataclass(eq=False)
class ClientConnection:
    """A connected client: its name, once it has sent it, and any data after that line."""

    socket: socket.socket
    since: float
    name: str | None = None
    rest: bytearray = field(default_factory=bytearray)
    forget: Callable[[int], None] = lambda _: None  # called with the descriptor before it is closed

    def read(self) -> bool:
        """Read available data; false if the connection has ended or the client sent too much."""
        try:
            data = self.socket.recv(CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.rest += data
        if self.name is None and b"\n" in self.rest:
            line, _, self.rest = self.rest.partition(b"\n")
            self.name = shown(bytes(line.strip()))
        return bool(data) and len(self.rest) <= (NAME_BYTES if self.name is None else LINE_BYTES)

    @property
    def is_closed(self) -> bool:
        """Whether we have closed the connection."""
        return self.socket.fileno() < 0

    def abort(self) -> None:
        """Close the connection."""
        if not self.is_closed:
            self.forget(self.socket.fileno())
            self.socket.close()


TakeClient = Callable[
    [ClientConnection, Callable[[], int]], bool
]  # the second argument looks up the owning process


class Listener:
    """A listening socket, and the clients that have not sent their names yet.

    The number of clients is limited; see `WaitingClients` for which of them are dropped. If only one bot can reach
    the socket, `owner` is its supervisor's process id.
    """

    def __init__(self, listening: socket.socket, owner: int | None = None) -> None:
        self.socket = listening
        self.socket.setblocking(False)
        self.port: int = self.socket.getsockname()[1]
        self._owner = owner
        self._waiting = WaitingClients(lambda clients: peers.owners((HOST, self.port), clients))
        self._clients: dict[ClientConnection, WaitingClient] = {}
        self._forget: Callable[[int], None] = lambda _: None

    def __len__(self) -> int:
        return len(self._clients)

    def watch(self, poller: Poller, player: Watched, take_client: TakeClient) -> None:
        """Offer every client that sends its name to `take_client`; those that it refuses are closed."""
        self._forget = poller.forget

        def accept() -> None:
            for connection in self.accept():
                read = partial(self._read_from, connection, take_client)
                poller.watch(connection.socket.fileno(), player, "connection", read)

        poller.watch(self.socket.fileno(), player, "port", accept)

    def _read_from(self, connection: ClientConnection, take_client: TakeClient) -> None:
        """Handle data from a client."""
        is_alive = connection.read()
        if is_alive and connection.name is None:
            return
        owner = partial(self._waiting.owner_of, self._clients[connection])
        self.release(connection)
        self._forget(connection.socket.fileno())
        if not (is_alive and take_client(connection, owner)):
            connection.socket.close()

    def accept(self) -> list[ClientConnection]:
        """Accept all pending clients."""
        self.drop_silent()
        accepted: list[ClientConnection] = []
        with contextlib.suppress(OSError):  # no more pending clients
            while len(accepted) < BACKLOG:
                client, address = self.socket.accept()
                client.setblocking(False)
                accepted.append(ClientConnection(client, time.monotonic(), forget=self._forget))
                self._clients[accepted[-1]] = WaitingClient(address, accepted[-1], self._owner)
        for connection in accepted:
            self._waiting.add(self._clients[connection])
        return [connection for connection in accepted if not connection.is_closed]

    def release(self, connection: ClientConnection) -> None:
        """Stop tracking a client that has been seated or has disconnected."""
        client = self._clients.pop(connection, None)
        if client is not None:
            self._waiting.remove(client)

    def drop_silent(self) -> None:
        """Close connections that took too long to send a name, and stop tracking closed ones."""
        oldest = time.monotonic() - NAME_SECONDS
        for connection in list(self._clients):
            if connection.is_closed or connection.since < oldest:
                connection.abort()
                self.release(connection)

    def close(self) -> None:
        """Close the port and every connection that has not been released."""
        self._forget(self.socket.fileno())
        self.socket.close()
        for connection in list(self._clients):
            connection.abort()
            self.release(connection)


class JoinListener:
    """Assigns bots that join to the invited seats, in the order in which they connect (11.1)."""

    def __init__(self, port: int = PORT) -> None:
        self.port = port
        self._listener: Listener | None = None
        self._seats: list[int] = []
        self._connections: list[ClientConnection] = []  # in the order in which they connected
        self._taken: dict[int, ClientConnection] = {}

    def open(self) -> None:
        """Open the port."""
        self._listener = Listener(open_port(self.port))
        self.port = self._listener.port

    def invite(self, seat: int) -> None:
        """Reserve a seat for a bot that joins."""
        self._seats.append(seat)

    def invitation(self) -> str:
        """Instructions for joining, to show to a person."""
        return f"start a client of the kit that connects to {HOST}:{self.port}"

    def gather(self, seconds: float) -> int:
        """Wait up to `seconds` for all invited seats to be taken; returns how many are still free."""
        deadline = time.monotonic() + seconds
        while self._free() and (left := deadline - time.monotonic()) > 0:
            self._serve(min(left, NAME_SECONDS))
        if not self._free():
            self._give_seats()
        return self._free()

    def _give_seats(self) -> None:
        """Seat the clients in the order in which they connected, and close the port and all other connections."""
        self._taken = dict(zip(self._seats, self._named(), strict=False))
        for connection in self._connections:
            if connection not in self._taken.values():
                connection.abort()
        self._connections = list(self._taken.values())
        self._stop()

    def _free(self) -> int:
        return max(0, len(self._seats) - len(self._named()))

    def _named(self) -> list[ClientConnection]:
        """The connections that have sent their names; silent ones do not hold a seat."""
        return [connection for connection in self._connections if connection.name is not None]

    def _serve(self, seconds: float) -> None:
        """Handle events for at most `seconds`."""
        assert self._listener is not None, "`open()` must be called before `gather()`"
        watched = new_poll()
        watched.register(self._listener.socket.fileno(), READABLE)
        by_fd = {connection.socket.fileno(): connection for connection in self._connections}
        for fd in by_fd:
            watched.register(fd, READABLE)
        for fd, _ in watched.poll(1000 * seconds):
            if fd in by_fd:
                self._read_from(self._listener, by_fd[fd])
            else:
                self._connections += self._listener.accept()
        self._listener.drop_silent()
        self._connections = [connection for connection in self._connections if not connection.is_closed]

    def _read_from(self, listener: Listener, connection: ClientConnection) -> None:
        if connection.is_closed:
            return
        if not connection.read():
            connection.abort()
        if connection.is_closed or connection.name is not None:
            listener.release(connection)

    def nickname(self, seat: int) -> str:
        """The name that the bot at a seat has sent."""
        return self._taken[seat].name or ""

    def take(self, seat: int) -> ClientConnection:
        """Hand over the connection of the bot at a seat."""
        if seat not in self._taken:
            raise BotError(f"the bot that joined at seat {seat} has played its match; wait for another")
        connection = self._taken.pop(seat)
        self._connections.remove(connection)
        return connection

    def dismiss(self, reason: str) -> None:
        """Send `END`, the only message that the protocol has for this; it cannot carry the reason."""
        for connection in self._connections:
            try:
                connection.socket.send(END)
            except OSError:
                continue

    def close(self) -> None:
        """Close the port and every connection that has not been handed over."""
        self._stop()
        for connection in self._connections:
            connection.abort()
        self._connections = []

    def _stop(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
