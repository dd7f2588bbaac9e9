"""Processor time of all processes of a bot: from its cgroup, otherwise from the clock of every process."""

from __future__ import annotations

import sys
import time
from time import monotonic
from typing import Protocol

from lanista.sandbox.usage import process_tree

if sys.platform.startswith("linux"):
    from time import clock_gettime
CHILDREN_USER, CHILDREN_SYSTEM, STARTED = 16, 17, 22  # fields of /proc/PID/stat, all in ticks


class CpuClock(Protocol):
    """Counts the seconds that a bot's processes have used; only differences of its readings mean anything."""

    def now(self) -> float:
        """Seconds so far; cheap, but processes that were just started may be missing."""

    def scan(self) -> float:
        """Seconds so far, of all processes that can be found."""


class Metered(Protocol):
    """A cgroup that counts the processor time of its processes, dead ones included."""

    def cpu_seconds(self) -> float:
        """Seconds so far."""


class CgroupClock:
    """The processor time of a cgroup; it stops when the cgroup is removed."""

    def __init__(self, cgroup: Metered) -> None:
        self._cgroup = cgroup
        self._last = 0.0
        self.scan = self.now

    def now(self) -> float:
        """Seconds so far."""
        try:
            self._last = self._cgroup.cpu_seconds()
        except (OSError, ValueError):
            return self._last
        return self._last


class TreeClock:
    """The processor time of all processes below `root`, by the clock of each.

    Those of ended processes count as they were last read, or as their parents account for them, which is in steps
    of a tick. A process found late counts from then on, unless it was started after the last reading.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._clocks: dict[int, int] = {}  # the id of each process's clock
        self._read: dict[int, float] = {}  # its last reading
        self._before = 0.0  # what processes had used when they were found
        self._ended = 0.0  # by processes that are gone, as last read
        self._waited = 0.0  # by those that a parent has waited for
        self._waited_before = -1.0
        self._offset = 0.0  # what to add to the clocks
        self._at = monotonic()  # of the last reading

    def now(self) -> float:
        """Seconds so far of the processes known at the last scan."""
        if not self._clocks:
            return self.scan()
        return self._total()

    def scan(self) -> float:
        """Seconds so far, after looking for new processes."""
        waited, last = 0.0, boot_time() - (monotonic() - self._at)
        for pid in (self._root, *process_tree.descendants(self._root)):
            found = process_tree.stat(pid, CHILDREN_USER, CHILDREN_SYSTEM, STARTED)
            if found is None:
                continue
            user, system, started = found
            waited += (user + system) / process_tree.TICKS
            if pid != self._root and pid not in self._clocks:
                self._add(pid, is_new=started >= int(last * process_tree.TICKS))
        if self._waited_before < 0:
            self._waited_before = waited
        self._waited = max(self._waited, waited - self._waited_before)
        self._count_ended()
        return self._total()

    def _add(self, pid: int, *, is_new: bool) -> None:
        clock = process_clock(pid)
        used = _read(clock)
        if used is not None:
            self._clocks[pid] = clock
            self._read[pid] = used
            self._before += 0.0 if is_new else used

    def _total(self) -> float:
        """Read all clocks."""
        read, total = self._read, self._offset
        try:
            for pid, clock in self._clocks.items():
                read[pid] = used = clock_gettime(clock)
                total += used
        except OSError:
            self._forget_ended()
            return self._total()
        self._at = monotonic()
        return total

    def _forget_ended(self) -> None:
        """Move ended processes to the total of `_ended`, each as last read."""
        for pid in [pid for pid, clock in self._clocks.items() if _read(clock) is None]:
            del self._clocks[pid]
            self._ended += self._read.pop(pid)
        self._count_ended()

    def _count_ended(self) -> None:
        self._offset = max(self._ended, self._waited) - self._before


def process_clock(pid: int) -> int:
    """The id of a process's CPU-time clock, which counts all its threads (see clock_getcpuclockid(3))."""
    return (~pid << 3) | 2


def _read(clock: int) -> float | None:
    """Seconds on a process's clock; None if the process is gone."""
    try:
        return clock_gettime(clock)
    except OSError:
        return None


def boot_time() -> float:
    """Seconds since the system was started, as in a process's start time."""
    return clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else monotonic()


def find_clock(root: int, cgroup: Metered | None = None) -> CpuClock | None:
    """The clock of the processes below `root`, or of their cgroup; None if this system cannot measure it."""
    if cgroup is not None:
        return CgroupClock(cgroup)
    if root <= 0 or not sys.platform.startswith("linux") or not process_tree.has_children_files():
        return None
    return TreeClock(root)
