"""An Orbis 2015 player whose client is a socket of the test, on a manual clock."""

import socket
from typing import Any

from lanista.bots.player import BotAnswer, Budgets, MatchInfo, Opening
from lanista.bots.poll_loop import PollLoop
from lanista.game import get_game
from lanista.games.rampage.contest.player import JoinedPlayer
from lanista.games.rampage.contest.server import ClientConnection
from tests.clock import ManualClock

RAMPAGE = get_game("rampage")
TURN_MS = 250
BUDGET = 0.35  # seconds, including the grace period


class Visit:
    """A venue with one client that has sent its name."""

    def __init__(self, link: socket.socket, rest: bytes) -> None:
        self._connection = ClientConnection(link, 0.0, "client", bytearray(rest))

    def take(self, seat: int) -> ClientConnection:
        """The client."""
        return self._connection


class Seated:
    """Plays turns of one player; `client` is the other end of its connection."""

    def __init__(self, rest: bytes = b"") -> None:
        self.clock = ManualClock()
        ours, self.client = socket.socketpair()
        self.state = RAMPAGE.start(RAMPAGE.configure("standard"), 1, 2, "crossroads")
        self.player = Unwired("client")
        visit: Any = Visit(ours, rest)
        self.player.meet_at(visit)
        limits = Budgets(10_000, TURN_MS)
        match = MatchInfo("rampage", "standard", {}, ["client", "other"], limits)
        self.player.start(Opening(match, 0, 1, self.state, clock=self.clock))
        self.loop = PollLoop([self.player], self.clock)
        self.loop.seat()
        self._turn = 0

    def __enter__(self) -> "Seated":
        return self

    def __exit__(self, *_: object) -> None:
        self.player.close()
        self.client.close()

    def say(self, *lines: str) -> None:
        self.client.sendall("".join(f"{line}\n" for line in lines).encode())

    def ask(self) -> None:
        """Put the next question."""
        self.loop.listen()
        self._turn += 1
        self.player.ask(self._turn, b"{}")

    def take(self) -> BotAnswer:
        """Wait for the answer."""
        self.loop.wait()
        return self.player.take()


class Unwired(JoinedPlayer):
    """Connected by a socket pair, which has no TCP options."""

    def _connect(self, link: socket.socket) -> None:
        link.setblocking(False)
        pair = _Pair(link)
        super()._connect(pair)  # type: ignore[arg-type]


class _Pair:
    def __init__(self, link: socket.socket) -> None:
        self.setblocking, self.detach = link.setblocking, link.detach

    def setsockopt(self, *_: object) -> None:
        """There is no such option."""
