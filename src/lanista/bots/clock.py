"""The clock of a match, which tells the time and waits for pipes.

The referee, its poll loop and its players share one, so that tests can run a match on a manual clock.
"""

from __future__ import annotations

import math
import time
from typing import Protocol

from lanista.core.system import Poll
from lanista.sandbox.usage.cpu_clock import Metered
from lanista.sandbox.usage.meter import ProcessMeter, find_meter


class Clock(Protocol):
    """The source of a match's time, in seconds."""

    def now(self) -> float:
        """The current time, which never goes backwards."""

    def cpu(self) -> float:
        """Processor time used by this thread, which bots in our process are charged for."""

    def poll(self, poll: Poll, seconds: float | None) -> list[tuple[int, int]]:
        """Wait until a pipe is ready, for at most `seconds`; None waits for ever."""

    def meter(self, root: int, cgroup: Metered | None) -> ProcessMeter | None:
        """A meter for the processes below `root`; None if only their real time is measured."""


class SystemClock:
    """The system's monotonic clock."""

    now = staticmethod(time.monotonic)
    cpu = staticmethod(time.thread_time)

    def poll(self, poll: Poll, seconds: float | None) -> list[tuple[int, int]]:
        """Wait in the kernel, rounding up to a whole millisecond."""
        if seconds is None:
            return poll.poll()
        return poll.poll(math.ceil(1000 * seconds) if seconds > 0 else 0)

    meter = staticmethod(find_meter)


SYSTEM_CLOCK = SystemClock()
