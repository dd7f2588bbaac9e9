"""Whether the machine kept a bot from running: run-queue delay, pressure stall and steal, from /proc.

A bot is starved if it wanted a core and did not get one, because of others. So its waiting counts only as far as
others can have kept every core busy, and not at all for threads that chose a lower priority or fewer cores. A bot
that slept for longer than it waited has only itself to blame.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache
from typing import Annotated, NamedTuple

import msgspec

from lanista.sandbox import process_tree
from lanista.sandbox.cores import usable_cores

SHARE = 0.1  # of the time of a turn that must be lost to call it starved


Amount = Annotated[float, msgspec.Meta(ge=0, le=1e12)]


class Starved(msgspec.Struct, frozen=True):
    """How a bot was starved in a turn; `pressure` and `steal` are percentages of the machine's time."""

    waited_ms: Amount
    of_ms: Amount
    pressure: Amount
    steal: Amount

    def __str__(self) -> str:
        waited = f"waited {self.waited_ms:,.0f} of {self.of_ms:,.0f} ms for a core"
        steal = f", steal {self.steal:.0f} %" if self.steal >= 1 else ""
        return f"{waited}; pressure {self.pressure:.0f} %{steal}"


class Load(NamedTuple):
    """What the machine has done so far, in seconds over all cores."""

    at: float
    busy: float
    steal: float
    pressure: float  # in which somebody waited for a core


class Sample(NamedTuple):
    """The machine, and how long each thread of a bot has waited for a core."""

    load: Load
    waited: dict[int, float]


class MachineLoad:
    """Reads the load of the machine from descriptors that stay open."""

    def __init__(self) -> None:
        self._stat = _opened("/proc/stat")
        self._pressure = _opened("/proc/pressure/cpu")

    def read(self) -> Load:
        """The load so far; zeros where the system does not report it."""
        busy, steal = parse_stat(_read(self._stat))
        return Load(time.monotonic(), busy, steal, parse_pressure(_read(self._pressure)))


def parse_stat(text: bytes) -> tuple[float, float]:
    """Busy and stolen seconds of all cores, from /proc/stat."""
    fields = [int(field) for field in text.partition(b"\n")[0].split()[1:9]]
    if len(fields) < 8:
        return 0.0, 0.0
    user, nice, system, _, _, irq, softirq, steal = fields
    return (user + nice + system + irq + softirq) / process_tree.TICKS, steal / process_tree.TICKS


def parse_pressure(text: bytes) -> float:
    """Seconds in which somebody waited for a core, from /proc/pressure/cpu."""
    total = text.partition(b"\n")[0].rpartition(b"total=")[2]
    return int(total) / 1e6 if total.isdigit() else 0.0


class Starvation:
    """Compares a sample of the processes below `root` with the present."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._before: Sample | None = None

    def sample(self) -> None:
        """Take a sample to compare with."""
        self._before = self._take()

    def find(self, cpu: float) -> Starved | None:
        """How the bot was starved since the last sample, having used `cpu` seconds; None if it was not."""
        if self._before is None:
            return None
        return judge(self._before, self._take(), cpu, usable_cores())

    def _take(self) -> Sample:
        load = machine_load().read()
        pids = process_tree.descendants(self._root)
        return Sample(load, {thread: _waited(pid, thread) for pid in pids for thread in process_tree.threads(pid)})


def judge(before: Sample, after: Sample, cpu: float, cores: int) -> Starved | None:
    """Compare two samples, between which the bot has used `cpu` seconds."""
    wall = after.load.at - before.load.at
    if wall <= 0:
        return None
    steal = (after.load.steal - before.load.steal) / cores
    others = max(0.0, after.load.busy - before.load.busy - cpu) / cores
    delays = {thread: delay - before.waited.get(thread, 0.0) for thread, delay in after.waited.items()}
    waited = min(_longest(delays), others) + steal
    slept = wall - cpu - waited
    if waited < SHARE * wall or waited < slept:
        return None
    pressure = (after.load.pressure - before.load.pressure) / wall
    shares = (round(min(100.0, 100 * share), 1) for share in (pressure, steal / wall))
    return Starved(round(1000 * min(waited, wall), 1), round(1000 * wall, 1), *shares)


def _longest(delays: dict[int, float]) -> float:
    """The longest delay of a thread that has not lowered its own chances."""
    for thread in sorted(delays, key=lambda thread: -delays[thread]):
        if not is_handicapped(thread):
            return delays[thread]
    return 0.0


def is_handicapped(thread: int) -> bool:
    """Whether a thread has a lower priority than ours, or fewer cores."""
    with suppress(OSError):
        return (
            os.getpriority(os.PRIO_PROCESS, thread) > os.getpriority(os.PRIO_PROCESS, 0)
            or os.sched_getscheduler(thread) != os.sched_getscheduler(0)
            or not os.sched_getaffinity(0) <= os.sched_getaffinity(thread)
        )
    return False


def _waited(pid: int, thread: int) -> float:
    """Seconds that a thread has waited for a core."""
    fields = process_tree.read(f"/proc/{pid}/task/{thread}/schedstat").split()
    return int(fields[1]) / 1e9 if len(fields) > 1 else 0.0


def _opened(path: str) -> int | None:
    with suppress(OSError):
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    return None


def _read(fd: int | None) -> bytes:
    """The first part of an open file of /proc."""
    if fd is not None:
        with suppress(OSError):
            return os.pread(fd, 512, 0)
    return b""


@cache
def machine_load() -> MachineLoad:
    """The one reader of this process."""
    return MachineLoad()
