"""Stops and continues all processes of a bot: by its cgroup, otherwise by signals to every process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from lanista.sandbox.usage import process_tree

STOP_SECONDS = 1.0  # for a tree that forks faster than it is stopped


class Freezer(Protocol):
    """Stops processes until they are to continue; both calls may be repeated."""

    def freeze(self) -> None:
        """Stop all processes, soon."""

    def thaw(self) -> None:
        """Let all processes continue."""


class CgroupFreezer:
    """Stops the processes of a cgroup, while there is one."""

    def __init__(self, cgroup: Freezer) -> None:
        self._cgroup = cgroup

    def freeze(self) -> None:
        """Stop all its processes, soon."""
        with suppress(OSError):
            self._cgroup.freeze()

    def thaw(self) -> None:
        """Let its processes continue."""
        with suppress(OSError):
            self._cgroup.thaw()


class TreeFreezer:
    """Stops every process below `root` by a signal; SIGKILL ends stopped processes too.

    A process with a pending SIGSTOP neither computes nor forks, so there is no need to wait until it has stopped.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._stopped: list[int] = []

    def freeze(self) -> None:
        """Stop the processes, and those that they have started meanwhile."""
        deadline = time.monotonic() + STOP_SECONDS
        while new := [pid for pid in process_tree.descendants(self._root) if pid not in self._stopped]:
            _signal(new, signal.SIGSTOP)
            self._stopped += new
            if time.monotonic() > deadline:
                return

    def thaw(self) -> None:
        """Let the processes continue, children first: a parent may look whether they run."""
        stopped, self._stopped = self._stopped, []
        _signal(reversed(stopped), signal.SIGCONT)


def _signal(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with suppress(OSError):  # it has ended
            os.kill(pid, number)


def find_freezer(root: int, cgroup: Freezer | None = None) -> Freezer | None:
    """A freezer for the processes below `root`; None where they cannot be found."""
    if cgroup is not None:
        return CgroupFreezer(cgroup)
    return TreeFreezer(root) if root > 0 and process_tree.has_children_files() else None
