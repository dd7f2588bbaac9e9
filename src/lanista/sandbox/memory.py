"""The memory of a process tree where no control group counts it; standard library only, loaded by supervisors.

Limits of single processes do not cover many processes or shared mappings, so a supervisor looks a few times a
second. It asks the kernel for the children of each process, instead of reading the whole of /proc.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

MIB = 1024 * 1024
SECONDS = 0.2  # between two looks
TREE_SIZE = 4096  # processes looked at; more are the business of the limit of processes


def tree(pid: int) -> list[int]:
    """The descendants of a process; not the process itself."""
    found: list[int] = []
    level = [pid]
    while level and len(found) < TREE_SIZE:
        level = [child for parent in level for child in _children(parent)]
        found += level
    return found


def used(pids: list[int], limit: int) -> int:
    """The bytes of memory of processes together, exact if they may be over the limit.

    Pages that processes share count several times at first: exact figures take longer, and are rarely needed.
    """
    rough = sum(_resident(pid) for pid in pids)
    return rough if rough <= limit else sum(_proportional(pid) for pid in pids)


def _children(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                yield from map(int, file.read().split())


def _resident(pid: int) -> int:
    """Its pages in memory, shared ones included."""
    with suppress(OSError, IndexError), open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _proportional(pid: int) -> int:
    """Its memory, with pages that n processes share counting one n-th."""
    with suppress(OSError), open(f"/proc/{pid}/smaps_rollup", "rb") as file:
        for line in file:
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    return _resident(pid)
