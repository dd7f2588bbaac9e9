"""The resources of the referee's processes, sampled while a soak runs, and what is left when it is over."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from lanista.bots.process import supervisor_process
from tests.hostile.leftovers import command_lines

WORKER = "lanista.series.worker"
CGROUPS = "/sys/fs/cgroup"


class Sample(msgspec.Struct):
    """The resources of all workers together, after some matches."""

    matches: int
    descriptors: int
    memory_mb: float
    processes: int
    threads: int
    zombies: int
    files: int
    cgroups: int
    mounts: int


class Watch:
    """Samples the workers of this process; `folder` is where they put temporary files."""

    def __init__(self, folder: Path, mark: str, loops: Iterable[int] = ()) -> None:
        self._folder = folder
        self._mark = mark  # in the command line of every bot
        self._others = {*loops, *supervisor_process.descendants(dead=True)}  # processes that were there before
        self._workers: set[int] = set()  # all that there ever were

    def sample(self, matches: int) -> Sample:
        """The resources in use now."""
        family = [pid for pid in supervisor_process.descendants(dead=True) if pid not in self._others]
        workers = [pid for pid in family if WORKER in _command(pid)]
        self._workers.update(workers)
        return Sample(
            matches,
            sum(len(_entries(f"/proc/{pid}/fd")) for pid in workers),
            round(sum(_status(pid, "VmRSS") for pid in workers) / 1024, 1),
            len(family),
            sum(_status(pid, "Threads") for pid in workers),
            sum(_state(pid) == "Z" for pid in family),
            len(self._files()),
            len(self._cgroups()),
            max((_lines(f"/proc/{pid}/mountinfo") for pid in [os.getpid(), *workers]), default=0),
        )

    def survivors(self) -> list[str]:
        """Processes and files that are left although all workers have ended."""
        own = [pid for pid in supervisor_process.descendants(dead=True) if pid not in self._others]
        found = [f"process {pid}: {_command(pid) or _state(pid)}" for pid in own]
        found += [f"process {line}" for line in command_lines() if self._mark in line and "tests.soak" not in line]
        found += [f"file {path}" for path in self._files()]
        return found + [f"cgroup {path}" for path in self._cgroups()]

    def _files(self) -> list[str]:
        return _entries(str(self._folder))

    def _cgroups(self) -> list[str]:
        """The groups of our workers, whose names hold their process id."""
        roots = [CGROUPS, *(f"{CGROUPS}/{name}" for name in _entries(CGROUPS))]
        found = [f"{root}/{name}" for root in roots for name in _entries(root) if name.startswith("lanista")]
        found += [f"{folder}/{name}" for folder in found for name in _entries(folder)]
        pids = {str(pid) for pid in self._workers}
        return [path for path in found if pids & set(path.rpartition("/")[2].split("-")) and os.path.isdir(path)]


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return ""


def _entries(folder: str) -> list[str]:
    with suppress(OSError):
        return os.listdir(folder)
    return []


def _lines(file: str) -> int:
    with suppress(OSError):
        return Path(file).read_bytes().count(b"\n")
    return 0


def _status(pid: int, name: str) -> int:
    """A number from the status of a process."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1])
    return 0


def _state(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""
