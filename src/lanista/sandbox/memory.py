"""The memory of a process tree where no control group counts it.

Limits of single processes do not cover many processes or shared mappings, so a supervisor looks ten times a
second. It asks the kernel for the children of each process, instead of reading the whole of /proc.

Every import here takes time at every start of a bot.
"""

from __future__ import annotations

import os

SECONDS = 0.1  # between two looks
MAX_PROCESSES = 4096  # looked at; more are the business of the limit of processes


def tree(pid: int) -> list[int]:
    """The descendants of a process; not the process itself."""
    found: list[int] = []
    level = [pid]
    while level and len(found) < MAX_PROCESSES:
        level = [child for parent in level for child in _children(parent)]
        found += level
    return found


def used(pids: list[int], limit: int) -> int:
    """The bytes of memory of processes together, exact if they may be over the limit.

    Pages that processes share count several times at first: exact figures take longer, and are rarely needed.
    """
    rough = sum(map(_resident, pids))
    return rough if rough <= limit else sum(map(_proportional, pids))


def _children(pid: int) -> list[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    return [int(child) for task in tasks for child in _read(f"/proc/{pid}/task/{task}/children").split()]


def _resident(pid: int) -> int:
    """Its pages in memory, shared ones included."""
    fields = _read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") if fields else 0


def _proportional(pid: int) -> int:
    """Its memory, with pages that n processes share counting one n-th."""
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return _resident(pid)


def _read(path: str) -> bytes:
    """A small file of /proc; empty if its process is gone."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return b""
