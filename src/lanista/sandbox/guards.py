"""The guards of a bot: limits on its process before it runs the bot's program, and the supervisor's watch.

Every import here takes time at every start of a bot, and nothing can be imported once the disk is out of sight.
"""

from __future__ import annotations

import os
import time

from lanista.sandbox.ignored import Ignored
from lanista.sandbox.jail import landlock, seccomp
from lanista.sandbox.usage import memory, process_tree, rlimits

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from typing import Any

MIB = 1024 * 1024
REMOVE_SECONDS = 5.0  # for killed processes to leave their control groups


class Guards:
    """The guards of one bot, from the description of its jail; made while the disk is in sight."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._guards: dict[str, Any] = spec["guards"]
        self._memory = self._guards["watched_mb"] * MIB
        self._processes = self._guards["watched_processes"]
        self._looks = 0
        self._look_at = 0.0
        self._own_network = bool(spec["runner"]) and not spec["network"]
        self._referee = os.getppid()
        groups = [path.rpartition("/")[0].rpartition("/") for path in spec["cgroups"]]
        self._groups = [(os.open(folder, os.O_PATH | os.O_CLOEXEC), name) for folder, _, name in groups]

    def put_on(self) -> None:
        """Restrict this process for ever; raises OSError."""
        guards = self._guards
        rlimits.apply(guards["rlimits"])
        if guards["read"]:
            landlock.restrict(guards["read"], guards["write"], network=guards["ports"])
        if guards["seccomp"]:
            seccomp.install(guards["seccomp"])

    @property
    def seconds(self) -> float | None:
        """The longest wait before the supervisor must look at the processes again; None if it need not look."""
        return memory.SECONDS if self._memory or self._processes else None

    def excess(self) -> tuple[str, int] | None:
        """The limit that the processes below this one exceed, with their amount, for a report; otherwise None."""
        now = time.monotonic()
        if self.seconds is None or now < self._look_at:
            return None
        self._look_at = now + memory.SECONDS
        pids = process_tree.descendants(os.getpid())
        threads = sum(len(process_tree.threads(pid)) for pid in pids) if self._processes else 0
        if threads > self._processes:
            return "excess_processes", threads
        self._looks += 1
        used = self._used(pids) if self._memory else 0
        return ("excess_mb", used // MIB) if used > self._memory else None

    def _used(self, pids: list[int]) -> int:
        thorough = self._looks % memory.THOROUGH == 0
        return memory.used(pids, self._memory, own_network=self._own_network, thorough=thorough)

    def clean_up(self) -> None:
        """Remove the bot's control groups if the referee, who reads their counters at the end, is gone."""
        deadline = time.monotonic() + REMOVE_SECONDS
        left = self._groups if self._is_alone() else []
        while left and time.monotonic() < deadline:
            left = [group for group in left if not _remove(*group)]
            time.sleep(0.001)

    def _is_alone(self) -> bool:
        """Whether the referee is gone, or about to be: it closes its pipes before its end shows otherwise."""
        return os.getppid() != self._referee or not process_tree.is_alive(self._referee)


def _remove(folder: int, name: str) -> bool:
    """Remove a group; false if it has processes."""
    with Ignored(OSError):
        os.rmdir(name, dir_fd=folder)
    return not os.access(name, os.F_OK, dir_fd=folder)
