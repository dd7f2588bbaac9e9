"""The processes of a runner, by what they are, and what is left of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from lanista.sandbox.usage import process_tree

WORKER = b"lanista.series.worker"
BOT = b"bot/host.py"
MARK = "LANISTA_CHAOS"  # in the environment of all our processes but bots: the folder of the league
STARTED = 22  # the field of /proc/PID/stat


class Part(Enum):
    """The parts of a runner that can be killed."""

    RUNNER = "runner"
    WORKER = "worker"
    SUPERVISOR = "supervisor"
    JAIL = "process between supervisor and bot"
    BOT = "bot"


class Found(NamedTuple):
    """A process; its start tells it from a later one with the same number."""

    pid: int
    started: int

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended; a zombie has."""
        state = process_tree.read(f"/proc/{self.pid}/stat").rpartition(b")")[2].split()[:1]
        return state not in ([], [b"Z"]) and process_tree.stat(self.pid, STARTED) == [self.started]

    def kill(self) -> bool:
        """End it at once; false if it has ended before."""
        if not self.is_alive:
            return False
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
            return True
        return False


def found(pid: int) -> Found | None:
    """A process by its number, if it is there."""
    started = process_tree.stat(pid, STARTED)
    return Found(pid, started[0]) if started else None


def parts_of(runner: int) -> dict[Part, list[Found]]:
    """All processes of a runner that can be seen now."""
    parts: dict[Part, list[Found]] = {part: [] for part in Part}
    _add(parts[Part.RUNNER], runner)
    for worker in process_tree.children(runner):
        if WORKER in process_tree.read(f"/proc/{worker}/cmdline"):
            _add(parts[Part.WORKER], worker)
            for supervisor in process_tree.children(worker):
                _add(parts[Part.SUPERVISOR], supervisor)
                for below in process_tree.descendants(supervisor):
                    is_bot = BOT in process_tree.read(f"/proc/{below}/cmdline")
                    _add(parts[Part.BOT if is_bot else Part.JAIL], below)
    return parts


def _add(group: list[Found], pid: int) -> None:
    process = found(pid)
    if process is not None:
        group.append(process)


def marked(folder: Path) -> Iterator[int]:
    """The processes that belong to a league by their environment, whatever their parents are."""
    mark = f"{MARK}={folder}".encode()
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            with suppress(OSError):
                if mark in Path(f"/proc/{name}/environ").read_bytes().split(b"\0"):
                    yield int(name)


def cgroups_of(pids: set[int]) -> list[str]:
    """The cgroups that some processes have made: their names hold the process's number."""
    names = {str(pid) for pid in pids}
    return [
        f"{root}/{name}"
        for root, folders, _ in os.walk("/sys/fs/cgroup")
        for name in folders
        if name.startswith("lanista") and names & set(name.split("-"))
    ]
