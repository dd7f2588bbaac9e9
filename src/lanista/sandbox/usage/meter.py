"""Measures a bot's processes in its turns: the processor time that they use, and whether they were starved."""

from __future__ import annotations

from lanista.sandbox.usage.cpu_clock import CpuClock, Metered, find_clock
from lanista.sandbox.usage.starvation import Starvation, Starved


class ProcessMeter:
    """Measures the processes below one, or those of a cgroup; a turn that is not looked at costs two readings."""

    def __init__(self, clock: CpuClock, root: int) -> None:
        self.now = clock.now
        self._clock = clock
        self._starvation = Starvation(root)
        self._is_new = True  # whether its processes are still to be found
        self._is_sampled = False  # whether this turn was looked at
        self._cpu_at = 0.0  # the reading then
        self._begun_at = 0.0  # the reading at the question

    def start(self) -> float:
        """Begin the start, which is looked at; returns the seconds of processor time so far."""
        self._is_new, self._is_sampled = True, False
        self._begun_at = self.look()
        return self._begun_at

    def begin(self) -> float:
        """Begin a turn; returns the seconds of processor time so far."""
        self._is_sampled = False
        self._begun_at = self._clock.scan() if self._is_new else self.now()
        self._is_new = False
        return self._begun_at

    def look(self) -> float:
        """The seconds so far of all processes that can be found; starving counts from the first look of a turn."""
        used = self._clock.scan()
        if not self._is_sampled:
            self._is_sampled = True
            self._cpu_at = used
            self._starvation.sample()
        return used

    def starved(self, late: float = 0.0) -> Starved | None:
        """The bot's starvation since the first look at this turn, which came `late`; None if there was none."""
        if not self._is_sampled:
            return None
        unseen = max(0.0, late - (self._cpu_at - self._begun_at))
        return self._starvation.find(self._clock.scan() - self._cpu_at, unseen)


def find_meter(root: int, cgroup: Metered | None = None) -> ProcessMeter | None:
    """The meter of the processes below `root`, or of their cgroup; None if this system cannot measure them."""
    clock = find_clock(root, cgroup)
    return None if clock is None else ProcessMeter(clock, root)
