"""Leftovers of a match on this machine, although it is over."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lanista.bots.process import supervisor_process

SECONDS = 10.0  # for the kernel to take away what has been killed
SHARED = ("/dev/shm", "/dev/mqueue", "/var/tmp", "/run")
NAMES = ("lanista-note", "lanista-twin")  # that hostile programs give to what they leave there
FIRST_USER = 1_900_000_000  # of the users that bots get


class Snapshot:
    """Processes, descriptors, mounts, cgroups, IPC objects and files, as far as they can be ours."""

    def __init__(self, mark: str, folder: Path) -> None:
        self._mark = mark  # in the command line of every process of the bot
        self._folder = folder  # where temporary files of the match and the bot go
        self._before = self._found()

    def left(self) -> list[str]:
        """Everything that is there now and was not before, after some patience."""
        deadline = time.monotonic() + SECONDS
        while (new := sorted(self._found() - self._before)) and time.monotonic() < deadline:
            time.sleep(0.02)
        return new

    def _found(self) -> set[str]:
        return {*self._processes(), *_descriptors(), *_mounts(), *_cgroups(), *_ipc(), *_files(self._folder)}

    def _processes(self) -> Iterator[str]:
        for pid in supervisor_process.descendants(dead=True):
            yield f"process {pid}"
        for line in command_lines():
            if self._mark in line:
                yield f"process {line}"


@contextmanager
def expecting_nothing_left(mark: str, folder: Path) -> Iterator[None]:
    """Assert that nothing is left of what happens inside."""
    before = Snapshot(mark, folder)
    yield
    left = before.left()
    assert left == [], left


def command_lines() -> list[str]:
    """The command lines of all processes that can be seen."""
    lines = []
    for folder in Path("/proc").iterdir() if os.path.isdir("/proc") else []:
        with suppress(OSError):
            if folder.name.isdigit():
                lines.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    return lines


def _descriptors() -> Iterator[str]:
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            yield f"descriptor {name}: {os.readlink(f'/proc/self/fd/{name}')}"


def _mounts() -> Iterator[str]:
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        yield f"mount {line}"


def _cgroups() -> Iterator[str]:
    """Groups whose name holds our process id."""
    for root, names, _ in os.walk("/sys/fs/cgroup"):  # groups of others may vanish meanwhile
        for name in names:
            if name.startswith("lanista") and f"-{os.getpid()}-" in name:
                yield f"cgroup {root}/{name}"


def _ipc() -> Iterator[str]:
    """Objects of System V of a bot's user, or whose maker has ended; other tests have some at the same time."""
    for kind in ("shm", "msg", "sem"):
        with suppress(OSError):
            head, *lines = (line.split() for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines())
            for words in lines:
                entry = dict(zip(head, words, strict=False))
                maker = entry.get("cpid", os.getpid())
                if int(entry["uid"]) >= FIRST_USER or not os.path.exists(f"/proc/{maker}"):
                    yield f"{kind} {entry['key']}"


def _files(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        yield f"file {path}"
    for shared in SHARED:
        with suppress(OSError):
            yield from (f"file {shared}/{entry}" for entry in os.listdir(shared) if entry.startswith(NAMES))
