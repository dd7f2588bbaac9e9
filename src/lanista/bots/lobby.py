"""Connections that have no seat yet. There is room for some; whoever takes most of it makes room first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from lanista.bots.peers import UNKNOWN, Address

MAX_VISITORS = 128
SPARE = 96  # slots that are freed at once: to look up owners costs as much as a hundred connections

FindOwners = Callable[[Iterable[Address]], Mapping[Address, int]]


class Breakable(Protocol):
    """A connection's transport."""

    def abort(self) -> None:
        """Break the connection at once."""


@dataclass(eq=False)
class Visitor:
    """A connection without a seat, and the bot it belongs to, once that was looked up."""

    address: Address
    transport: Breakable
    owner: int | None = None


class Lobby:
    """Keeps visitors in the order in which they came.

    When it is full, the oldest of whoever has the most connections go: a bot that opens hundreds of them, or
    leaves them half open, turns away its own and not those of its opponents.
    """

    def __init__(self, find_owners: FindOwners) -> None:
        self._find_owners = find_owners
        self._visitors: dict[Visitor, None] = {}

    def __len__(self) -> int:
        return len(self._visitors)

    def enter(self, visitor: Visitor) -> None:
        """Let somebody in, if need be in place of somebody else."""
        if len(self._visitors) >= MAX_VISITORS:
            self._make_room()
        self._visitors[visitor] = None

    def leave(self, visitor: Visitor) -> None:
        """The visitor has a seat, or has gone."""
        self._visitors.pop(visitor, None)

    def owner_of(self, visitor: Visitor) -> int:
        """The child process of ours that a visitor belongs to; looked up once, with that of all who wait."""
        if visitor.owner is None:
            self._look_up([visitor, *self._unknown()])
        return visitor.owner or UNKNOWN

    def _unknown(self) -> list[Visitor]:
        return [visitor for visitor in self._visitors if visitor.owner is None]

    def _make_room(self) -> None:
        self._look_up(self._unknown())
        while len(self._visitors) > max(0, MAX_VISITORS - SPARE):
            oldest = self._oldest_of_the_most()
            self.leave(oldest)
            oldest.transport.abort()

    def _look_up(self, visitors: list[Visitor]) -> None:
        found = self._find_owners([visitor.address for visitor in visitors]) if visitors else {}
        for visitor in visitors:
            visitor.owner = found.get(visitor.address, UNKNOWN)

    def _oldest_of_the_most(self) -> Visitor:
        counts = Counter(visitor.owner for visitor in self._visitors)
        most = max(counts, key=lambda owner: (counts[owner], owner == UNKNOWN))
        return next(visitor for visitor in self._visitors if visitor.owner == most)
