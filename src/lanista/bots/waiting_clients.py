"""Connections that have no seat yet. There is room for some; whoever takes most of it makes room first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from lanista.bots.peers import UNKNOWN, Address

MAX_WAITING = 128
SPARE = 96  # slots that are freed at once: to look up owners costs as much as a hundred connections

FindOwners = Callable[[Iterable[Address]], Mapping[Address, int]]


class Breakable(Protocol):
    """A connection's transport."""

    def abort(self) -> None:
        """Break the connection at once."""


@dataclass(eq=False)
class WaitingClient:
    """A connection without a seat, and the bot it belongs to, once that was looked up."""

    address: Address
    transport: Breakable
    owner: int | None = None


class WaitingClients:
    """Keeps clients in the order in which they came.

    When it is full, the oldest of whoever has the most connections go: a bot that opens hundreds of them, or
    leaves them half open, turns away its own and not those of its opponents.
    """

    def __init__(self, find_owners: FindOwners) -> None:
        self._find_owners = find_owners
        self._clients: dict[WaitingClient, None] = {}

    def __len__(self) -> int:
        return len(self._clients)

    def enter(self, client: WaitingClient) -> None:
        """Let somebody in, if need be in place of somebody else."""
        if len(self._clients) >= MAX_WAITING:
            self._make_room()
        self._clients[client] = None

    def leave(self, client: WaitingClient) -> None:
        """The client has a seat, or has gone."""
        self._clients.pop(client, None)

    def owner_of(self, client: WaitingClient) -> int:
        """The child process of ours that a client belongs to; looked up once, with that of all who wait."""
        if client.owner is None:
            self._look_up([client, *self._unknown()])
        return client.owner or UNKNOWN

    def _unknown(self) -> list[WaitingClient]:
        return [client for client in self._clients if client.owner is None]

    def _make_room(self) -> None:
        self._look_up(self._unknown())
        while len(self._clients) > max(0, MAX_WAITING - SPARE):
            oldest = self._oldest_of_the_most()
            self.leave(oldest)
            oldest.transport.abort()

    def _look_up(self, clients: list[WaitingClient]) -> None:
        found = self._find_owners([client.address for client in clients]) if clients else {}
        for client in clients:
            client.owner = found.get(client.address, UNKNOWN)

    def _oldest_of_the_most(self) -> WaitingClient:
        counts = Counter(client.owner for client in self._clients)
        most = max(counts, key=lambda owner: (counts[owner], owner == UNKNOWN))
        return next(client for client in self._clients if client.owner == most)
