"""The processes of a bot: which they are, and how much memory they hold."""

from __future__ import annotations

import contextlib
import os
from typing import Protocol, runtime_checkable

from lanista.bots import supervisor_process

MB = 2**20


@runtime_checkable
class Supervised(Protocol):
    """A player whose bot is a process of its own."""

    @property
    def supervisor_pid(self) -> int:
        """The process id of the bot's supervisor; 0 without one."""


def tree_of(root: int) -> list[int]:
    """The living descendants of a process; empty where the system has no /proc."""
    children: dict[int, list[int]] = {}
    for pid, parent in supervisor_process.parents().items():
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    level = [root]
    while level:
        level = [child for pid in level for child in children.get(pid, ())]
        found += level
    return found


def bot_processes(player: object) -> list[int]:
    """The processes of a player's bot, without its supervisor."""
    root = player.supervisor_pid if isinstance(player, Supervised) else 0
    return tree_of(root) if root else []


def memory_mb(pids: list[int]) -> float | None:
    """The resident memory of processes in MiB; None if none of them can be read."""
    sizes = [size for pid in pids if (size := _resident(pid)) is not None]
    return sum(sizes) / MB if sizes else None


def _resident(pid: int) -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return None
