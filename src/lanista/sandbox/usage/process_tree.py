"""The processes below another one, as /proc lists them; empty where it does not.

Supervisors import it too: every import here takes time at every start of a bot.
"""

from __future__ import annotations

import os

from lanista.sandbox.ignored import Ignored

FLAGS, EXITING = 9, 0x4  # the number of a field of /proc/PID/stat, and PF_EXITING in it; zombies have it too
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
MAX_PROCESSES = 4096  # of one tree; a fork bomb must not keep us busy
MAX_BYTES = 64 * 1024  # of a file; enough for the children of any bot
AFTER_NAME = 3  # number of the first field after a process's name, which may contain blanks


def has_children_files() -> bool:
    """Whether this system lists the children of a process."""
    pid = os.getpid()
    return os.access(f"/proc/{pid}/task/{pid}/children", os.R_OK)


def children(pid: int) -> list[int]:
    """The children of all threads of a process."""
    return [int(child) for thread in threads(pid) for child in read(f"/proc/{pid}/task/{thread}/children").split()]


def threads(pid: int) -> list[int]:
    """The threads of a process; empty if it is gone."""
    with Ignored(OSError):
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    return []


def descendants(root: int) -> list[int]:
    """The processes below `root`, parents first."""
    found: list[int] = []
    level = [root]
    while level and len(found) < MAX_PROCESSES:
        level = [child for pid in level for child in children(pid)]
        found += level
    return found


def is_alive(pid: int) -> bool:
    """Whether a process has not begun to end."""
    flags = stat(pid, FLAGS)
    return flags is not None and not flags[0] & EXITING


def stat(pid: int, *numbers: int) -> list[int] | None:
    """Fields of /proc/PID/stat by their numbers in proc(5); None if the process is gone."""
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return [int(fields[number - AFTER_NAME]) for number in numbers] if fields else None


def read(path: str) -> bytes:
    """A small file of /proc; empty if its process is gone."""
    try:
        fd = os.open(path, os.O_RDONLY)  # a third of the time of `open()`
    except OSError:
        return b""
    try:
        return os.read(fd, MAX_BYTES)
    except OSError:
        return b""
    finally:
        os.close(fd)
