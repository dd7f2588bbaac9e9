"""The processes of a player's bot, and how much memory they hold."""

from __future__ import annotations

import sys
from typing import Protocol, runtime_checkable

from lanista.sandbox.guard_spec import HELPERS
from lanista.sandbox.jail.jail import Jail
from lanista.sandbox.usage import memory, process_tree

MB = 2**20


@runtime_checkable
class Supervised(Protocol):
    """A player whose bot is a separate process."""

    @property
    def supervisor_pid(self) -> int:
        """The process id of the bot's supervisor; 0 without one."""


def bot_processes(player: object) -> list[int]:
    """The processes of a player's bot without its supervisor; empty where the system does not report them."""
    root = player.supervisor_pid if isinstance(player, Supervised) else 0
    return process_tree.descendants(root) if root else []


def has_living_bot(supervisor: int, started: int, jail: Jail | None) -> bool:
    """Whether a bot has not begun to end; true where the system does not say.

    `started` is its first process. In a jail that is one of ours, and every process below the supervisor counts.
    """
    if supervisor <= 0 or not process_tree.has_children_files():
        return True
    if jail is None or not jail.runner:
        return process_tree.is_alive(started)
    below = process_tree.descendants(supervisor)
    return sum(map(process_tree.is_alive, below)) > HELPERS[jail.runner][0]


def memory_mb(pids: list[int]) -> float | None:
    """The resident memory of processes in MiB; None if none of them is left."""
    used = memory.used(pids, sys.maxsize)
    return used / MB if used else None
