"""Where kits' bots of the Orbis Challenge 2015 come in that nobody starts here: one port for the whole match."""

from __future__ import annotations

import os
import select
import socket
import time
from dataclasses import dataclass

from lanista.bots.process import LINE_BYTES, shown
from lanista.errors import BotError, ConfigError

PROTOCOL = "rampage-2015"
HOST = "127.0.0.1"
PORT = 4461  # where a kit looks for its server
PORT_VARIABLE = "ORBIS_PORT"  # the environment variable that names another
CHUNK = 4096


def chosen_port() -> int:
    """Where bots come by themselves: the kits' port, unless ORBIS_PORT names another."""
    text = os.environ.get(PORT_VARIABLE, str(PORT))
    if not (text.isascii() and text.isdecimal() and int(text) < 1 << 16):
        raise ConfigError(f"the environment variable {PORT_VARIABLE} expects a port, got {text!r}")
    return int(text)


def open_port(port: int) -> socket.socket:
    """Listen on a port of this machine; 0 is any that is free."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((HOST, port))
        door.listen(8)
    except OSError as error:
        door.close()
        raise BotError(
            f"port {port} cannot be opened for bots: {error.strerror}; end what uses it, or name another port"
        ) from None
    door.setblocking(False)
    return door


@dataclass(eq=False)
class Link:
    """A connection: who is there, once it has said so, and what came after that line."""

    socket: socket.socket
    name: str | None = None
    rest: bytes = b""

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
        return bool(data) and len(self.rest) <= LINE_BYTES


class Door:
    """Lets in as many bots as there are invited seats: the first to connect has the first of them (11.1)."""

    def __init__(self, port: int = PORT) -> None:
        self.port = port
        self._socket: socket.socket | None = None
        self._seats: list[int] = []
        self._links: list[Link] = []  # in the order in which they came
        self._taken: dict[int, Link] = {}

    def open(self) -> None:
        """Let bots in."""
        self._socket = open_port(self.port)
        self.port = self._socket.getsockname()[1]

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
            self._serve(left)
        if not self._free():
            self._give_seats()
        return self._free()

    def _give_seats(self) -> None:
        """Seat those who came, in the order in which they connected; nobody else is let in or kept."""
        self._taken = dict(zip(self._seats, self._named(), strict=False))
        for link in self._links:
            if link not in self._taken.values():
                link.socket.close()
        self._links = list(self._taken.values())
        self._stop()

    def _free(self) -> int:
        return max(0, len(self._seats) - len(self._named()))

    def _named(self) -> list[Link]:
        """Who has said who it is; a connection that says nothing keeps nobody from playing."""
        return [link for link in self._links if link.name is not None]

    def _serve(self, seconds: float) -> None:
        """Take who comes and what is said, for some time."""
        assert self._socket is not None, "a door is opened before anybody comes in"
        by_socket = {link.socket: link for link in self._links}
        ready, _, _ = select.select([self._socket, *by_socket], [], [], seconds)
        for one in ready:
            if one is self._socket:
                self._let_in()
            elif not by_socket[one].read():
                self._links.remove(by_socket[one])
                one.close()

    def _let_in(self) -> None:
        assert self._socket is not None
        try:
            link, _ = self._socket.accept()
        except OSError:  # who knocked has gone
            return
        link.setblocking(False)
        self._links.append(Link(link))

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
                link.socket.send(b"END\n")
            except OSError:
                continue

    def close(self) -> None:
        """Let everybody go who has no seat."""
        self._stop()
        for link in self._links:
            link.socket.close()
        self._links = []

    def _stop(self) -> None:
        door, self._socket = self._socket, None
        if door is not None:
            door.close()
