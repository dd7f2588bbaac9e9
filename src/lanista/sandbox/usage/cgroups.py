"""Control groups: memory, processes and processor time of a whole process tree, and freezing it.

Works with version 2 where a group is delegated to us, with version 1 as root, and with both at once (memory and
processes under version 1, freezing and killing under version 2). Standard library only: supervisors load this file
by path to remove the groups of their bot.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress

CLOSE_SECONDS = 5.0  # for the kernel to end killed processes
MIB = 1024 * 1024
TCP_BYTES = 32 * MIB
PREFIX = "lanista-"

_stubborn: set[str] = set()  # groups that could not be removed yet


class Cgroup:
    """The groups of one bot's processes, one per hierarchy; its owner closes it."""

    def __init__(self, folders: dict[str, str]) -> None:
        self.folders = folders  # by use: "memory", "pids", "cpu", "freeze"
        self._fds: dict[str, int] = {}

    @property
    def paths(self) -> list[str]:
        """The folder of each group."""
        return list(dict.fromkeys(self.folders.values()))

    @property
    def procs(self) -> list[str]:
        """The files that a process joins all groups by, by writing 0 into each."""
        return [f"{path}/cgroup.procs" for path in self.paths]

    def limit(self, memory_mb: int, processes: int) -> None:
        """Set the limits; 0 means no limit. There is no swap beyond the memory."""
        memory = self.folders["memory"]
        if memory_mb:
            size = memory_mb * MIB
            write_first(memory, {"memory.max": size, "memory.limit_in_bytes": size})
            with suppress(OSError):  # kernels without accounting of swap
                write_first(memory, {"memory.swap.max": 0, "memory.memsw.limit_in_bytes": size})
            with suppress(OSError):
                write_first(memory, {"memory.oom.group": 1, "memory.swappiness": 0})
            with suppress(OSError):  # version 1 counts the buffers of TCP connections apart
                write_first(memory, {"memory.kmem.tcp.limit_in_bytes": min(size, TCP_BYTES)})
        if processes:
            write_first(self.folders["pids"], {"pids.max": processes})

    def cpu_seconds(self) -> float:
        """Processor time of all its processes, dead ones included."""
        text = os.pread(self._fd("cpu", "cpu.stat", "cpuacct.usage"), 512, 0)
        if text.startswith(b"usage_usec"):
            return int(text.split(None, 2)[1]) / 1e6
        return int(text) / 1e9

    def freeze(self) -> None:
        """Stop all its processes, soon; they use no processor time until `thaw`."""
        self._freeze(b"1", b"FROZEN")

    def thaw(self) -> None:
        """Let its processes continue."""
        self._freeze(b"0", b"THAWED")

    def is_frozen(self) -> bool:
        """Whether all its processes have stopped."""
        folder = self.folders["freeze"]
        if os.path.exists(f"{folder}/cgroup.freeze"):
            return count(f"{folder}/cgroup.events", "frozen") == 1
        return "FROZEN" in read(f"{folder}/freezer.state")

    def out_of_memory(self) -> int:
        """The number of its processes that the kernel has killed for want of memory."""
        folder = self.folders["memory"]
        return count(f"{folder}/memory.events", "oom_kill") or count(f"{folder}/memory.oom_control", "oom_kill")

    def refused_processes(self) -> int:
        """The number of processes that could not be started because of the limit."""
        return count(f"{self.folders['pids']}/pids.events", "max")

    def memory_bytes(self) -> int:
        """The memory that its processes use now, files in memory included."""
        folder = self.folders["memory"]
        text = read(f"{folder}/memory.current") or read(f"{folder}/memory.usage_in_bytes")
        return int(text or 0)

    def kill(self) -> None:
        """Kill all its processes, frozen ones included."""
        kill(self.paths)

    def close(self) -> None:
        """Kill its processes and remove the groups."""
        for fd in self._fds.values():
            os.close(fd)
        self._fds.clear()
        if not remove(self.paths):
            _stubborn.update(self.paths)
        _stubborn.difference_update([path for path in sorted(_stubborn) if _try_to_remove(path)])

    def _freeze(self, modern: bytes, old: bytes) -> None:
        fd = self._fd("freeze", "cgroup.freeze", "freezer.state")
        is_modern = os.path.exists(f"{self.folders['freeze']}/cgroup.freeze")
        os.pwrite(fd, modern if is_modern else old, 0)

    def _fd(self, use: str, modern: str, old: str) -> int:
        """A file of a group, kept open."""
        fd = self._fds.get(use)
        if fd is None:
            folder = self.folders[use]
            name = modern if os.path.exists(f"{folder}/{modern}") else old
            mode = os.O_RDWR if use == "freeze" else os.O_RDONLY
            fd = self._fds[use] = os.open(f"{folder}/{name}", mode | os.O_CLOEXEC)
        return fd


def join(procs: Iterable[str]) -> None:
    """Move this process into groups."""
    for path in procs:
        with open(path, "wb", buffering=0) as file:
            file.write(b"0")


def remove(paths: Iterable[str]) -> bool:
    """Kill the processes in groups and remove them, if they still exist; false if that took too long."""
    left = [path for path in paths if os.path.isdir(path)]
    deadline = time.monotonic() + CLOSE_SECONDS
    while left := [path for path in left if not _try_to_remove(path)]:
        kill(left)
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)
    return True


def kill(paths: Iterable[str]) -> None:
    """Kill every process in groups."""
    for path in paths:
        with suppress(OSError):
            if os.path.exists(f"{path}/cgroup.kill"):
                _write(f"{path}/cgroup.kill", 1)
            else:
                _kill_one_by_one(path)


def _kill_one_by_one(path: str) -> None:
    """As `cgroup.kill` does: frozen first, so that none forks away; frozen processes die when they are thawed."""
    freezer = f"{path}/freezer.state"
    if os.path.exists(freezer):
        _write(freezer, "FROZEN")
    for pid in read(f"{path}/cgroup.procs").split():
        with suppress(OSError):
            os.kill(int(pid), signal.SIGKILL)
    if os.path.exists(freezer):
        _write(freezer, "THAWED")


def _try_to_remove(path: str) -> bool:
    """Remove a group without processes, and groups that its processes have made below it."""
    with suppress(OSError):
        for folder, _, _ in os.walk(path, topdown=False):
            os.rmdir(folder)
    return not os.path.isdir(path)


def write_first(folder: str, values: dict[str, int]) -> None:
    """Write a value into the first of these files that exists: the versions name them differently."""
    for name, value in values.items():
        if os.path.exists(f"{folder}/{name}"):
            _write(f"{folder}/{name}", value)
            return


def count(path: str, name: str) -> int:
    """A counter in a file of lines with names and numbers; 0 if it is not there."""
    for line in read(path).splitlines():
        words = line.split()
        if words[:1] == [name]:
            return int(words[1])
    return 0


def read(path: str) -> str:
    """The text of a file; empty if it cannot be read."""
    with suppress(OSError), open(path, encoding="ascii") as file:
        return file.read()
    return ""


def _write(path: str, value: int | str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(str(value))
