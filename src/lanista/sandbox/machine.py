"""What this machine can do to keep a bot in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from lanista.sandbox.levels import Level


@dataclass(frozen=True)
class Machine:
    """What this machine can do."""

    level: Level  # the best one

    def missing(self, level: Level) -> list[str]:
        """What a level needs that is not here, and how to get it."""
        return []


@cache
def find_machine() -> Machine:
    """Find out what this machine can do, by trying."""
    return Machine(Level.NONE)
