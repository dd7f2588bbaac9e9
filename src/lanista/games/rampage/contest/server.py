"""The ports where clients of the Orbis Challenge 2015 connect and say their names."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from lanista.bots import peers
from lanista.bots.line_reader import LINE_BYTES
from lanista.bots.log import shown
from lanista.bots.ports import BACKLOG, HOST, open_port
from lanista.bots.waiting_clients import WaitingClient, WaitingClients
from lanista.errors import BotError, ConfigError
from lanista.text import quoted, whole_number

if TYPE_CHECKING:
    from lanista.bots.player import Watched
    from lanista.bots.poller import Poller

PORT = 4461  # where a kit looks for its server
PORT_VARIABLE = "ORBIS_PORT"  # the environment variable that names another
CHUNK = 4096
NAME_BYTES = 4096  # the most that a client sends before it has said who it is
NAME_SECONDS = 15.0  # and the longest that it takes
END = b"END\n"


def chosen_port() -> int:
    """Where bots come by themselves: the kits' port, unless ORBIS_PORT names another."""
    text = os.environ.get(PORT_VARIABLE, str(PORT))
    port = whole_number(text) if text.isdecimal() else None
    if port is None or port >= 1 << 16:
        raise ConfigError(f"the environment variable {PORT_VARIABLE} expects a port, got {quoted(text)}")
    return port


@dataclass(eq=False)
class Connection:
    """A client that has connected: its name, once it has said it, and what came after that line."""

    socket: socket.socket
    since: float
    name: str | None = None
    rest: bytes = b""
    forget: Callable[[int], None] = lambda _: None  # stops watching it, before it is closed

    def read(self) -> bool:
        """Read what came; false if nothing can come any more, or if the client is not a bot."""
        try:
            data = self.socket.recv(CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.rest += data
        if self.name is None and b"\n" in self.rest:
            line, _, self.rest = self.rest.partition(b"\n")
            self.name = shown(line.strip())
        return bool(data) and len(self.rest) <= (NAME_BYTES if self.name is None else LINE_BYTES)

    @property
    def is_closed(self) -> bool:
        """Whether it was closed here."""
        return self.socket.fileno() < 0

    def abort(self) -> None:
        """Close the connection."""
        if not self.is_closed:
            self.forget(self.socket.fileno())
            self.socket.close()


Meet = Callable[[Connection, Callable[[], int]], bool]  # the second one looks up the client's owner


class Listener:
    """A port where clients connect, and those that have not said their name yet.

    There is room for some; whoever has the most connections makes room for others (see `WaitingClients`).
    """

    def __init__(self, port: int) -> None:
        self.socket = open_port(port)
        self.port: int = self.socket.getsockname()[1]
        self._waiting = WaitingClients(lambda clients: peers.owners((HOST, self.port), clients))
        self._clients: dict[Connection, WaitingClient] = {}
        self._forget: Callable[[int], None] = lambda _: None

    def __len__(self) -> int:
        return len(self._clients)

    def watch(self, poller: Poller, player: Watched, meet: Meet) -> None:
        """Let `meet` take every client that says its name; those that it refuses are closed."""
        self._forget = poller.forget

        def accept() -> None:
            for connection in self.accept():
                hear = partial(self._hear, connection, meet)
                poller.watch(connection.socket.fileno(), player, "connection", hear)

        poller.watch(self.socket.fileno(), player, "port", accept)

    def _hear(self, connection: Connection, meet: Meet) -> None:
        """A client says something."""
        is_alive = connection.read()
        if is_alive and connection.name is None:
            return
        owner = partial(self._waiting.owner_of, self._clients[connection])
        self.release(connection)
        self._forget(connection.socket.fileno())
        if not (is_alive and meet(connection, owner)):
            connection.socket.close()

    def accept(self) -> list[Connection]:
        """Accept all clients that are connecting."""
        self.drop_silent()
        came: list[Connection] = []
        with contextlib.suppress(OSError):  # nobody is there any more
            while len(came) < BACKLOG:
                accepted, address = self.socket.accept()
                accepted.setblocking(False)
                came.append(Connection(accepted, time.monotonic(), forget=self._forget))
                self._clients[came[-1]] = WaitingClient(address, came[-1])
        for connection in came:
            self._waiting.add(self._clients[connection])
        return [connection for connection in came if not connection.is_closed]

    def release(self, connection: Connection) -> None:
        """A client has a seat, or has gone."""
        client = self._clients.pop(connection, None)
        if client is not None:
            self._waiting.remove(client)

    def drop_silent(self) -> None:
        """Close connections that took too long to say anything, and forget those that were turned away."""
        oldest = time.monotonic() - NAME_SECONDS
        for connection in list(self._clients):
            if connection.is_closed or connection.since < oldest:
                connection.abort()
                self.release(connection)

    def close(self) -> None:
        """Close the port and every connection that is not released."""
        self._forget(self.socket.fileno())
        self.socket.close()
        for connection in list(self._clients):
            connection.abort()
            self.release(connection)


class JoinListener:
    """Lets in as many bots as there are invited seats: the first to connect has the first of them (11.1)."""

    def __init__(self, port: int = PORT) -> None:
        self.port = port
        self._listener: Listener | None = None
        self._seats: list[int] = []
        self._connections: list[Connection] = []  # in the order in which they came
        self._taken: dict[int, Connection] = {}

    def open(self) -> None:
        """Open the port."""
        self._listener = Listener(self.port)
        self.port = self._listener.port

    def invite(self, seat: int) -> None:
        """Leave a seat to whoever comes."""
        self._seats.append(seat)

    def invitation(self) -> str:
        """How a bot gets here, for a person to read."""
        return f"start a client of the kit that connects to {HOST}:{self.port}"

    def gather(self, seconds: float) -> int:
        """Wait until all invited seats are taken, no longer than that; how many are still free."""
        deadline = time.monotonic() + seconds
        while self._free() and (left := deadline - time.monotonic()) > 0:
            self._serve(min(left, NAME_SECONDS))
        if not self._free():
            self._give_seats()
        return self._free()

    def _give_seats(self) -> None:
        """Seat those who came, in the order in which they connected; nobody else is let in or kept."""
        self._taken = dict(zip(self._seats, self._named(), strict=False))
        for connection in self._connections:
            if connection not in self._taken.values():
                connection.abort()
        self._connections = list(self._taken.values())
        self._stop()

    def _free(self) -> int:
        return max(0, len(self._seats) - len(self._named()))

    def _named(self) -> list[Connection]:
        """Who has said who it is; a connection that says nothing keeps nobody from playing."""
        return [connection for connection in self._connections if connection.name is not None]

    def _serve(self, seconds: float) -> None:
        """Serve clients for some time."""
        assert self._listener is not None, "`open()` must be called before `gather()`"
        watched = select.poll()
        watched.register(self._listener.socket, select.POLLIN)
        by_fd = {connection.socket.fileno(): connection for connection in self._connections}
        for fd in by_fd:
            watched.register(fd, select.POLLIN)
        for fd, _ in watched.poll(1000 * seconds):
            if fd in by_fd:
                self._hear(self._listener, by_fd[fd])
            else:
                self._connections += self._listener.accept()
        self._listener.drop_silent()
        self._connections = [connection for connection in self._connections if not connection.is_closed]

    def _hear(self, listener: Listener, connection: Connection) -> None:
        if connection.is_closed:
            return
        if not connection.read():
            connection.abort()
        if connection.is_closed or connection.name is not None:
            listener.release(connection)

    def nickname(self, seat: int) -> str:
        """What the bot at a seat calls itself."""
        return self._taken[seat].name or ""

    def take(self, seat: int) -> Connection:
        """The connection of the bot at a seat, to own."""
        if seat not in self._taken:
            raise BotError(f"the bot that joined at seat {seat} has played its match; wait for another")
        connection = self._taken.pop(seat)
        self._connections.remove(connection)
        return connection

    def dismiss(self, reason: str) -> None:
        """There is no word for it in the protocol but the end."""
        for connection in self._connections:
            try:
                connection.socket.send(END)
            except OSError:
                continue

    def close(self) -> None:
        """Let everybody go who has no seat."""
        self._stop()
        for connection in self._connections:
            connection.abort()
        self._connections = []

    def _stop(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
