"""The memory of a process tree where no control group counts it.

Limits of single processes do not cover many processes or shared mappings, so a supervisor looks ten times a
second.

Every import here takes time at every start of a bot.
"""

from __future__ import annotations

import os

from lanista.sandbox.process_tree import read

SECONDS = 0.1  # between two looks


def used(pids: list[int], limit: int) -> int:
    """The bytes of memory of processes together, exact if they may be over the limit.

    Pages that processes share count several times at first: exact figures take longer, and are rarely needed.
    """
    rough = sum(map(_resident, pids))
    return rough if rough <= limit else sum(map(_proportional, pids))


def _resident(pid: int) -> int:
    """Its pages in memory, shared ones included."""
    fields = read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") if fields else 0


def _proportional(pid: int) -> int:
    """Its memory, with pages that n processes share counting one n-th."""
    for line in read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return _resident(pid)
