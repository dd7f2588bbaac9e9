"""The state of a cluster's nodes as shown to people."""

from __future__ import annotations

from enum import Enum

import msgspec


class Condition(Enum):
    """The condition of a node."""

    STARTING = "starting"
    PLAYING = "playing"
    REFUSED = "refused"  # it gets no matches; the reason says why
    LOST = "lost"


class NodeState(msgspec.Struct, frozen=True):
    """A node of a cluster, as `league run` and `league status` show it."""

    name: str  # of its machine, or its address where several have the same
    condition: Condition
    slots: int = 0  # matches at once
    pending: int = 0  # matches sent to it and not reported yet
    played: int = 0
    lost: int = 0  # matches that were played again elsewhere
    faults: int = 0  # matches in which a bot was at fault
    errors: int = 0  # matches without a result
    level: str = ""  # its sandbox
    reason: str = ""  # why it was refused or lost
