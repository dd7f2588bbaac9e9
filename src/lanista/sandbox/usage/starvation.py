"""Whether the machine kept a bot from running: run-queue delay, pressure stall and steal, from /proc.

A bot is starved if it wanted a core and did not get one, because of others. So its waiting counts only as far as
others can have kept every core busy, and not at all for threads that chose a lower priority or fewer cores. Its
own processes and threads excuse nothing: the share of the time for which they would have kept one of them waiting
on an idle machine is taken off. A bot that slept for longer than it waited has only itself to blame.

A referee that is starved itself looks too late. Until then the bot is taken to have waited as the referee did.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache
from typing import Annotated, NamedTuple

import msgspec

from lanista.sandbox.usage import process_tree
from lanista.sandbox.usage.cores import usable_cores

SHARE = 0.1  # of the time of a turn that must be lost to call it starved


Amount = Annotated[float, msgspec.Meta(ge=0, le=1e12)]


class Starved(msgspec.Struct, frozen=True):
    """The starvation of a bot in a turn; `pressure` and `steal` are percentages of the machine's time.

    `late_ms` is how late the referee itself came to look, which counts as waiting of the bot.
    """

    waited_ms: Amount
    of_ms: Amount
    pressure: Amount
    steal: Amount
    late_ms: Amount = 0.0

    def __str__(self) -> str:
        waited = f"waited {self.waited_ms:,.0f} of {self.of_ms:,.0f} ms for a core"
        steal = f", steal {self.steal:.0f} %" if self.steal >= 1 else ""
        late = f", the referee came {self.late_ms:,.0f} ms late" if self.late_ms >= 1 else ""
        return f"{waited}; pressure {self.pressure:.0f} %{steal}{late}"


class MachineTimes(NamedTuple):
    """The machine's time counters, in seconds over all cores."""

    at: float
    busy: float
    steal: float
    pressure: float  # in which somebody waited for a core


class Thread(NamedTuple):
    """A thread's waiting time for a core, how often it got one, and whether it wants one now."""

    waited: float
    slices: int = 0
    is_runnable: bool = False


class LoadSample(NamedTuple):
    """The machine, and the threads of a bot."""

    load: MachineTimes
    threads: dict[int, Thread]

    @property
    def runnable(self) -> int:
        """The number of threads that want a core now."""
        return sum(thread.is_runnable for thread in self.threads.values())


class MachineLoad:
    """Reads the load of the machine from descriptors that stay open."""

    def __init__(self) -> None:
        self._stat = _opened("/proc/stat")
        self._pressure = _opened("/proc/pressure/cpu")

    def read(self) -> MachineTimes:
        """The load so far; zeros where the system does not report it."""
        busy, steal = parse_stat(_read(self._stat))
        return MachineTimes(time.monotonic(), busy, steal, parse_pressure(_read(self._pressure)))


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
    """Compares a sample of the processes below `root`, and of `root`, which starts them, with the present."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._before: LoadSample | None = None

    def sample(self) -> None:
        """Take a sample to compare with."""
        self._before = self._take()

    def find(self, cpu: float, unseen: float = 0.0) -> Starved | None:
        """The bot's starvation since the last sample, in which it used `cpu` seconds; None if there was none.

        `unseen` are the seconds before that sample which it did not compute, while the referee was late to look.
        """
        if self._before is None:
            return None
        return judge(self._before, self._take(), cpu, usable_cores(), unseen)

    def _take(self) -> LoadSample:
        load = machine_load().read()
        pids = (self._root, *process_tree.descendants(self._root))
        return LoadSample(
            load, {thread: _thread(pid, thread) for pid in pids for thread in process_tree.threads(pid)}
        )


def judge(before: LoadSample, after: LoadSample, cpu: float, cores: int, unseen: float = 0.0) -> Starved | None:
    """Compare two samples, between which the bot has used `cpu` seconds, and `unseen` ones before the first."""
    seen = after.load.at - before.load.at
    wall = seen + unseen
    if seen < 0 or wall <= 0:
        return None
    steal = (after.load.steal - before.load.steal) / cores
    others = max(0.0, after.load.busy - before.load.busy - cpu) / cores
    delays = {number: _delay(before.threads.get(number), thread, seen) for number, thread in after.threads.items()}
    own = own_share(before, after, cpu + sum(delays.values()), cores)
    waited = max(0.0, min(_longest(delays), others) - own * seen) + steal
    late = (1 - own) * unseen
    slept = wall - cpu - waited - late
    waited += late
    if waited < SHARE * wall or waited < slept:
        return None
    pressure = (after.load.pressure - before.load.pressure) / seen if seen else 0.0
    return Starved(
        waited_ms=round(1000 * min(waited, wall), 1),
        of_ms=round(1000 * wall, 1),
        pressure=round(min(100.0, 100 * pressure), 1),
        steal=round(min(100.0, 100 * steal / wall), 1),
        late_ms=round(1000 * late, 1),
    )


def own_share(before: LoadSample, after: LoadSample, wanted: float, cores: int) -> float:
    """The share of the time for which a thread would have waited for the bot's others on an idle machine.

    Threads that ended meanwhile are not among the `wanted` seconds of core, so those that want one now count too.
    """
    seen = after.load.at - before.load.at
    threads = max(wanted / seen if seen else 0.0, (before.runnable + after.runnable) / 2)
    return max(0.0, 1 - cores / threads) if threads else 0.0


def _delay(before: Thread | None, after: Thread, seen: float) -> float:
    """The waiting time of a thread; the kernel counts a wait only when it is over."""
    if before is not None and before.is_runnable and after.is_runnable and before.slices == after.slices:
        return seen  # it has wanted a core all the time, and got none
    return min(seen, after.waited - (before.waited if before else 0.0))


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


def _thread(pid: int, thread: int) -> Thread:
    """A thread of a bot; zeros if it is gone."""
    folder = f"/proc/{pid}/task/{thread}"
    fields = process_tree.read(f"{folder}/schedstat").split()
    state = process_tree.read(f"{folder}/stat").rpartition(b")")[2].split(maxsplit=1)[:1]
    return Thread(int(fields[1]) / 1e9, int(fields[2]), state == [b"R"]) if len(fields) > 2 else Thread(0.0)


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
