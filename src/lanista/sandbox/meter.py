"""Measures a bot's processes in its turns: the processor time that they use, and whether they were starved."""

from __future__ import annotations

import time

from lanista.sandbox.cpu_clock import CpuClock, Metered, find_clock
from lanista.sandbox.starvation import Starvation, Starved

INTERVAL = 0.1  # seconds between two looks at all processes
COST = 100  # times the duration of such a look pass before the next one


class ProcessMeter:
    """Measures the processes below one, or those of a cgroup; cheap in turns that follow each other quickly."""

    def __init__(self, clock: CpuClock, root: int) -> None:
        self.now = clock.now
        self.scan = clock.scan
        self._starvation = Starvation(root)
        self._due = 0.0

    def begin(self) -> float:
        """Begin a turn; returns the seconds of processor time so far."""
        began = time.monotonic()
        if began < self._due:
            return self.now()
        self._starvation.sample()
        used = self.scan()
        self._due = began + max(INTERVAL, COST * (time.monotonic() - began))
        return used

    def starved(self, cpu: float) -> Starved | None:
        """How the bot was starved since the turn began, having used `cpu` seconds; None if it was not."""
        return self._starvation.find(cpu)


def find_meter(root: int, cgroup: Metered | None = None) -> ProcessMeter | None:
    """The meter of the processes below `root`, or of their cgroup; None if this system cannot measure them."""
    clock = find_clock(root, cgroup)
    return None if clock is None else ProcessMeter(clock, root)
