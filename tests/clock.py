"""Clocks for tests: time passes only when the test says so, however busy the machine is."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

from lanista.core.system import Poll


class ManualClock:
    """Jumps from one scheduled event to the next; a wait without a deadline or an event fails the test."""

    def __init__(self) -> None:
        self._now = 0.0
        self._order = count()
        self._scheduled: list[tuple[float, int, Callable[[], object]]] = []

    def now(self) -> float:
        return self._now

    cpu = now

    def meter(self, *_: object) -> None:
        """Real processes use real processor time, which has nothing to do with this clock."""

    def at(self, when: float, event: Callable[[], object]) -> None:
        """Schedule an event, such as bytes that arrive or a delay of the referee."""
        heapq.heappush(self._scheduled, (when, next(self._order), event))

    def after(self, seconds: float, event: Callable[[], object]) -> None:
        self.at(self._now + seconds, event)

    def pass_by(self, seconds: float) -> None:
        """Advance the time without polling, as if the referee had not been scheduled."""
        self._go_to(self._now + seconds)

    def poll(self, poll: Poll, seconds: float | None) -> list[tuple[int, int]]:
        limit = None if seconds is None else self._now + max(0.0, seconds)
        while not (found := poll.poll(0)):
            upcoming = self._scheduled[0][0] if self._scheduled else None
            if upcoming is None or (limit is not None and upcoming > limit):
                assert limit is not None, "a wait without a deadline, and no event is scheduled"
                self._now = max(self._now, limit)
                return []
            self._go_to(upcoming)
        return found

    def _go_to(self, when: float) -> None:
        while self._scheduled and self._scheduled[0][0] <= when:
            moment, _, event = heapq.heappop(self._scheduled)
            self._now = max(self._now, moment)
            event()
        self._now = max(self._now, when)


class PatientClock:
    """For real processes: a budget runs out only if nothing arrives for `patience` real seconds.

    Make it long where an answer must come, so that a busy machine costs nobody a turn; short where none ever will,
    so that the test is quick.
    """

    def __init__(self, patience: float = 60.0) -> None:
        self.patience = patience
        self._now = 0.0

    def now(self) -> float:
        return self._now

    cpu = now

    def meter(self, *_: object) -> None:
        """Only patience counts, whatever the processes do."""

    def poll(self, poll: Poll, seconds: float | None) -> list[tuple[int, int]]:
        is_short = seconds is not None and seconds < 0.05  # a mere check, or a bot's grace period for exiting
        found = poll.poll(1000 * (max(0.0, seconds or 0.0) if is_short else self.patience))
        if not found and seconds is not None:
            self._now += max(0.0, seconds)
        return found
