"""What a bot's process puts on before it becomes the bot's program, and what its supervisor needs to watch it.

Every import here takes time at every start of a bot, and nothing can be imported once the disk is out of sight.
"""

from __future__ import annotations

import os

from lanista.sandbox import landlock, memory, rlimits, seccomp

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from typing import Any

MIB = 1024 * 1024


class Guards:
    """The guards of one bot, from the description of its jail."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._rlimits: dict[str, list[int]] = spec["rlimits"]
        self._seccomp: bytes = spec["seccomp"]
        self._landlock: dict[str, list[str]] = spec["landlock"]
        self._network: bool = spec["network"] or spec["runner"] != ""
        self._memory = spec["watched_mb"] * MIB

    def put_on(self) -> None:
        """Restrict this process for ever; raises OSError."""
        rlimits.apply(self._rlimits)
        if self._landlock:
            landlock.restrict(self._landlock["read"], self._landlock["write"], network=self._network)
        if self._seccomp:
            seccomp.install(self._seccomp)

    @property
    def seconds(self) -> float | None:
        """How long a supervisor may wait before it looks at the memory again; None if it need not look."""
        return memory.SECONDS if self._memory else None

    def excess_mb(self) -> int:
        """The memory of all processes below this one, if it is over the limit; otherwise 0."""
        used = memory.used(memory.tree(os.getpid()), self._memory) if self._memory else 0
        return used // MIB if used > self._memory else 0
