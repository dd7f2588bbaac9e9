"""The farmers of a match as the hub knows them: who commands each, and which commands wait for the next tick."""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lanista.bots.peers import UNKNOWN
from lanista.bots.signalr.connection import Connection
from lanista.games.sproutopia.state import MAX_COMMANDS, Direction

IDLE = Direction.IDLE.name


@dataclass(frozen=True)
class Command:
    """A command that waits for its tick."""

    direction: Direction
    arrival: int  # of all commands of the match
    at: float


@dataclass
class Farmer:
    """A farmer as the hub knows it. Its connection commands it for good; another cannot take over."""

    id: str
    invited: bool = False  # taken by whoever comes
    owner: int = UNKNOWN  # the child process that its bot belongs to, if it is started here
    connection: Connection | None = None
    nickname: str = ""
    waiting: deque[Command] = field(default_factory=deque)
    dropped: int = 0  # commands since the last tick
    notify: Callable[[], None] = lambda: None

    @property
    def is_connected(self) -> bool:
        """Whether its bot can be reached."""
        return self.connection is not None and self.connection.is_open


@dataclass(frozen=True)
class Sent:
    """What a farmer's bot sent for a tick."""

    text: str
    first_at: float | None = None
    dropped: int = 0


def close_tick(farmers: Sequence[Farmer], *, ranked: bool) -> list[Sent]:
    """The commands of all bots by their arrival; what a move cannot hold waits for the next tick."""
    taken = [[farmer.waiting.popleft() for _ in range(moved(farmer))] for farmer in farmers]
    everything = sorted(command.arrival for commands in taken for command in commands)
    ranks = {arrival: rank for rank, arrival in enumerate(everything, 1)} if ranked else {}
    return [_sent(farmer, commands, ranks) for farmer, commands in zip(farmers, taken, strict=True)]


def _sent(farmer: Farmer, commands: Sequence[Command], ranks: Mapping[int, int]) -> Sent:
    """What goes into a move; directions carry the rank of their arrival, if there are ranks."""
    dropped, farmer.dropped = farmer.dropped, 0
    if not commands:
        return Sent(IDLE, dropped=dropped)
    words = [
        f"{command.direction.name}@{ranks[command.arrival]}" if ranks else command.direction.name
        for command in commands
    ]
    return Sent(" ".join(words), commands[0].at, dropped)


def moved(farmer: Farmer) -> int:
    """How many of the waiting commands a move can hold."""
    return min(len(farmer.waiting), MAX_COMMANDS)


def read_id(value: Any) -> str | None:
    """A UUID as it is written on the wire, in lower case; None if it is none."""
    try:
        return str(uuid.UUID(value)) if isinstance(value, str) else None
    except ValueError:
        return None


def read_action(value: Any) -> Direction | None:
    """A command's action: a number, or a direction's name in any case; None if nothing is asked for (3.2)."""
    if isinstance(value, str):
        direction = Direction.__members__.get(value.upper())
    elif isinstance(value, int | float) and not isinstance(value, bool) and value in tuple(Direction):
        direction = Direction(int(value))
    else:
        direction = None
    return direction or None
