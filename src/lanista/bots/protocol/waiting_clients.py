"""Connections that have no seat yet, limited in number; the bot with the most of them loses its oldest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from lanista.bots.process.peers import UNKNOWN, Address

MAX_WAITING = 128
EVICTED = 96  # at a time, since looking up owners costs as much as a hundred connections

FindOwners = Callable[[Iterable[Address]], Mapping[Address, int]]


class Breakable(Protocol):
    """A connection's transport."""

    def abort(self) -> None:
        """Drop the connection immediately."""


@dataclass(eq=False)
class WaitingClient:
    """A connection without a seat, and its owner once that was looked up."""

    address: Address
    transport: Breakable
    owner: int | None = None


class WaitingClients:
    """Holds clients in order of arrival.

    When it is full, the oldest connections of the owner with the most are dropped: a bot that opens hundreds of
    them, or leaves them half open, evicts its own and not those of its opponents.
    """

    def __init__(self, find_owners: FindOwners) -> None:
        self._find_owners = find_owners
        self._clients: dict[WaitingClient, None] = {}

    def __len__(self) -> int:
        return len(self._clients)

    def add(self, client: WaitingClient) -> None:
        """Add a client, evicting others if the limit is reached."""
        if len(self._clients) >= MAX_WAITING:
            self._evict()
        self._clients[client] = None

    def remove(self, client: WaitingClient) -> None:
        """Remove a client that has got a seat or is gone."""
        self._clients.pop(client, None)

    def owner_of(self, client: WaitingClient) -> int:
        """The child process of ours that owns a client; looked up once, for all waiting clients together."""
        if client.owner is None:
            self._look_up([client, *self._unknown()])
        return client.owner or UNKNOWN

    def _unknown(self) -> list[WaitingClient]:
        return [client for client in self._clients if client.owner is None]

    def _evict(self) -> None:
        self._look_up(self._unknown())
        while len(self._clients) > max(0, MAX_WAITING - EVICTED):
            oldest = self._oldest_of_top_owner()
            self.remove(oldest)
            oldest.transport.abort()

    def _look_up(self, clients: list[WaitingClient]) -> None:
        found = self._find_owners([client.address for client in clients]) if clients else {}
        for client in clients:
            client.owner = found.get(client.address, UNKNOWN)

    def _oldest_of_top_owner(self) -> WaitingClient:
        counts = Counter(client.owner for client in self._clients)
        top = max(counts, key=lambda owner: (counts[owner], owner == UNKNOWN))
        return next(client for client in self._clients if client.owner == top)
