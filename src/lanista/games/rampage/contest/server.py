"""Where clients of the Orbis Challenge 2015 come in: a port, and who says what it is called."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from lanista.bots import peers
from lanista.bots.ports import BACKLOG, HOST, open_port
from lanista.bots.process import LINE_BYTES, shown
from lanista.bots.waiting_clients import WaitingClient, WaitingClients
from lanista.errors import BotError, ConfigError
from lanista.text import quoted, whole_number

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
class Link:
    """A connection: who is there, once it has said so, and what came after that line."""

    socket: socket.socket
    since: float
    name: str | None = None
    rest: bytes = b""
    forget: Callable[[int], None] = lambda _: None  # whoever watches it; called before it is closed

    def read(self) -> bool:
        """Take what came; false if nothing can come any more, or if it is no bot that talks there."""
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
        """Whether it was broken here."""
        return self.socket.fileno() < 0

    def abort(self) -> None:
        """Break the connection."""
        if not self.is_closed:
            self.forget(self.socket.fileno())
            self.socket.close()


class Entrance:
    """A port where clients come in, and those that have not said yet who they are.

    There is room for some; whoever has the most connections makes room for others (see `WaitingClients`).
    """

    def __init__(self, port: int) -> None:
        self.socket = open_port(port)
        self.port: int = self.socket.getsockname()[1]
        self._waiting_clients = WaitingClients(lambda clients: peers.owners((HOST, self.port), clients))
        self._clients: dict[Link, WaitingClient] = {}

    def __len__(self) -> int:
        return len(self._clients)

    def let_in(self, forget: Callable[[int], None] = lambda _: None) -> list[Link]:
        """Take all who knock, if anybody still does."""
        self.drop_silent()
        came: list[Link] = []
        with contextlib.suppress(OSError):  # nobody is there any more
            while len(came) < BACKLOG:
                link, address = self.socket.accept()
                link.setblocking(False)
                came.append(Link(link, time.monotonic(), forget=forget))
                self._clients[came[-1]] = WaitingClient(address, came[-1])
        for made in came:
            self._waiting_clients.enter(self._clients[made])
        return [made for made in came if not made.is_closed]

    def find(self, fd: int) -> Link | None:
        """Who has not said who it is, by its connection."""
        return next((link for link in self._clients if link.socket.fileno() == fd), None)

    def owner_of(self, link: Link) -> int:
        """The child process of ours that somebody belongs to who has just said who it is."""
        return self._waiting_clients.owner_of(self._clients[link])

    def release(self, link: Link) -> None:
        """Somebody has a seat, or has gone."""
        client = self._clients.pop(link, None)
        if client is not None:
            self._waiting_clients.leave(client)

    def drop_silent(self) -> None:
        """Let go who has taken too long to say anything, and forget who was turned away."""
        oldest = time.monotonic() - NAME_SECONDS
        for link in list(self._clients):
            if link.is_closed or link.since < oldest:
                link.abort()
                self.release(link)

    def close(self) -> None:
        """Close the port and every connection that is not released."""
        self.socket.close()
        for link in list(self._clients):
            link.abort()
            self.release(link)


class Door:
    """Lets in as many bots as there are invited seats: the first to connect has the first of them (11.1)."""

    def __init__(self, port: int = PORT) -> None:
        self.port = port
        self._entrance: Entrance | None = None
        self._seats: list[int] = []
        self._links: list[Link] = []  # in the order in which they came
        self._taken: dict[int, Link] = {}

    def open(self) -> None:
        """Let bots in."""
        self._entrance = Entrance(self.port)
        self.port = self._entrance.port

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
        for link in self._links:
            if link not in self._taken.values():
                link.abort()
        self._links = list(self._taken.values())
        self._stop()

    def _free(self) -> int:
        return max(0, len(self._seats) - len(self._named()))

    def _named(self) -> list[Link]:
        """Who has said who it is; a connection that says nothing keeps nobody from playing."""
        return [link for link in self._links if link.name is not None]

    def _serve(self, seconds: float) -> None:
        """Take who comes and what is said, for some time."""
        assert self._entrance is not None, "`open()` must be called before `gather()`"
        watched = select.poll()
        watched.register(self._entrance.socket, select.POLLIN)
        by_fd = {link.socket.fileno(): link for link in self._links}
        for fd in by_fd:
            watched.register(fd, select.POLLIN)
        for fd, _ in watched.poll(1000 * seconds):
            if fd in by_fd:
                self._hear(self._entrance, by_fd[fd])
            else:
                self._links += self._entrance.let_in()
        self._entrance.drop_silent()
        self._links = [link for link in self._links if not link.is_closed]

    def _hear(self, entrance: Entrance, link: Link) -> None:
        if link.is_closed:
            return
        if not link.read():
            link.abort()
        if link.is_closed or link.name is not None:
            entrance.release(link)

    def nickname(self, seat: int) -> str:
        """What the bot at a seat calls itself."""
        return self._taken[seat].name or ""

    def take(self, seat: int) -> Link:
        """The connection of the bot at a seat, to own."""
        if seat not in self._taken:
            raise BotError(f"the bot that joined at seat {seat} has played its match; wait for another")
        link = self._taken.pop(seat)
        self._links.remove(link)
        return link

    def dismiss(self, reason: str) -> None:
        """There is no word for it in the protocol but the end."""
        for link in self._links:
            try:
                link.socket.send(END)
            except OSError:
                continue

    def close(self) -> None:
        """Let everybody go who has no seat."""
        self._stop()
        for link in self._links:
            link.abort()
        self._links = []

    def _stop(self) -> None:
        entrance, self._entrance = self._entrance, None
        if entrance is not None:
            entrance.close()
