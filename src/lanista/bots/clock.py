"""The clock of a match: what time it is, and how pipes are waited for.

The referee, its poll loop and its players share one, so that tests can play a match on a clock of their own.
"""

from __future__ import annotations

import math
import select
import time
from typing import Protocol


class Clock(Protocol):
    """Where a match gets its time from, in seconds."""

    def now(self) -> float:
        """The moment, on a scale that only ever goes forward."""

    def cpu(self) -> float:
        """Processor time that this thread has used: what a bot in our own process is charged for."""

    def poll(self, poll: select.poll, seconds: float | None) -> list[tuple[int, int]]:
        """Wait for something to happen at a pipe, no longer than that; None waits for ever."""


class SystemClock:
    """The computer's own monotonic clock."""

    now = staticmethod(time.monotonic)
    cpu = staticmethod(time.thread_time)

    def poll(self, poll: select.poll, seconds: float | None) -> list[tuple[int, int]]:
        """Wait in the kernel, to the next whole millisecond."""
        return poll.poll(None if seconds is None else max(0, math.ceil(1000 * seconds)))


SYSTEM_CLOCK = SystemClock()
