"""The levels of the sandbox."""

from __future__ import annotations

from enum import Enum
from functools import total_ordering


@total_ordering
class Level(Enum):
    """From no sandbox to a full one; each level includes those before it."""

    NONE = "none"  # only a supervisor, which ends all processes of a bot
    LIMITS = "limits"  # resource limits and a filter of system calls
    NAMESPACES = "namespaces"  # and its own file system, process tree and network
    CGROUP = "cgroup"  # and memory, processes and time counted over all its processes

    def __lt__(self, other: Level) -> bool:
        order = list(Level)
        return order.index(self) < order.index(other)
