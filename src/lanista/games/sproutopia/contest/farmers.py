"""The hub's farmers: which connection commands each, and which commands wait for the next tick."""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lanista.bots.process.peers import UNKNOWN
from lanista.bots.signalr.connection import HubConnection
from lanista.games.sproutopia.state import MAX_COMMANDS, Direction

IDLE = Direction.IDLE.name


@dataclass(frozen=True)
class Command:
    """A command that waits for the next tick."""

    direction: Direction
    arrival: int  # counts all commands of the match
    at: float  # seconds by the match's clock


@dataclass
class HubFarmer:
    """A farmer, commanded by the connection that registered for it; no other can take over."""

    id: str
    invited: bool = False  # any bot may register for it
    owner: int = UNKNOWN  # the supervisor of its bot's process, if Lanista started it
    has_listener: bool = False  # whether its bot reaches the hub by a separate listener
    connection: HubConnection | None = None
    nickname: str = ""
    waiting: deque[Command] = field(default_factory=deque)
    dropped: int = 0  # commands dropped since the last tick
    notify: Callable[[], None] = lambda: None

    @property
    def is_connected(self) -> bool:
        """Whether its bot is connected."""
        return self.connection is not None and self.connection.is_open

    def is_called(self, value: Any) -> bool:
        """Whether a value is its id, in any form that a UUID has."""
        return bool(value == self.id) or read_id(value) == self.id


@dataclass(frozen=True)
class Sent:
    """The commands that a farmer's bot sent for a tick."""

    text: str
    first_at: float | None = None
    dropped: int = 0


def close_tick(farmers: Sequence[HubFarmer], *, ranked: bool) -> list[Sent]:
    """Take the waiting commands of all bots, up to what a move can hold, with ranks by order of arrival."""
    taken = [[farmer.waiting.popleft() for _ in range(next_count(farmer))] for farmer in farmers]
    everything = sorted(command.arrival for commands in taken for command in commands)
    ranks = {arrival: rank for rank, arrival in enumerate(everything, 1)} if ranked else {}
    return [_sent(farmer, commands, ranks) for farmer, commands in zip(farmers, taken, strict=True)]


def _sent(farmer: HubFarmer, commands: Sequence[Command], ranks: Mapping[int, int]) -> Sent:
    """The text of a move; directions carry their arrival ranks, if given."""
    dropped, farmer.dropped = farmer.dropped, 0
    if not commands:
        return Sent(IDLE, dropped=dropped)
    words = [
        f"{command.direction.name}@{ranks[command.arrival]}" if ranks else command.direction.name
        for command in commands
    ]
    return Sent(" ".join(words), commands[0].at, dropped)


def next_count(farmer: HubFarmer) -> int:
    """The number of waiting commands that go into the next move."""
    return min(len(farmer.waiting), MAX_COMMANDS)


def read_id(value: Any) -> str | None:
    """Parse a UUID into its canonical lower-case form; None if it is not one."""
    try:
        return str(uuid.UUID(value)) if isinstance(value, str) else None
    except ValueError:
        return None


def read_action(value: Any) -> Direction | None:
    """Parse an action: a number, or a direction's name in any case; None if it is neither or IDLE (3.2)."""
    if isinstance(value, str):
        direction = Direction.__members__.get(value.upper())
    elif isinstance(value, int | float) and not isinstance(value, bool) and value in tuple(Direction):
        direction = Direction(int(value))
    else:
        direction = None
    return direction or None
