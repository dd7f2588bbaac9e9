"""A clock for tests: time passes only when the test says so, however busy the machine is."""

from __future__ import annotations

import heapq
import select
from collections.abc import Callable
from itertools import count


class ManualClock:
    """Goes from one planned event to the next; whoever waits for nothing and for ever is caught."""

    def __init__(self) -> None:
        self._now = 0.0
        self._order = count()
        self._planned: list[tuple[float, int, Callable[[], object]]] = []

    def now(self) -> float:
        return self._now

    cpu = now

    def at(self, when: float, event: Callable[[], object]) -> None:
        """Plan something: bytes that arrive, a referee that is held up."""
        heapq.heappush(self._planned, (when, next(self._order), event))

    def after(self, seconds: float, event: Callable[[], object]) -> None:
        self.at(self._now + seconds, event)

    def pass_by(self, seconds: float) -> None:
        """Let time go by without looking at any pipe, as if the referee had not been scheduled."""
        self._go_to(self._now + seconds)

    def poll(self, poll: select.poll, seconds: float | None) -> list[tuple[int, int]]:
        limit = None if seconds is None else self._now + max(0.0, seconds)
        while not (found := poll.poll(0)):
            upcoming = self._planned[0][0] if self._planned else None
            if upcoming is None or (limit is not None and upcoming > limit):
                assert limit is not None, "a wait without a deadline, and nothing will ever happen"
                self._now = max(self._now, limit)
                return []
            self._go_to(upcoming)
        return found

    def _go_to(self, when: float) -> None:
        while self._planned and self._planned[0][0] <= when:
            moment, _, event = heapq.heappop(self._planned)
            self._now = max(self._now, moment)
            event()
        self._now = max(self._now, when)


class PatientClock:
    """For real processes: the budget runs out only when nothing has come for a real while.

    `patience` is that while in real seconds: long where an answer must come, so that a busy machine costs nobody a
    turn; short where none ever will, so that the test is quick.
    """

    def __init__(self, patience: float = 60.0) -> None:
        self.patience = patience
        self._now = 0.0

    def now(self) -> float:
        return self._now

    cpu = now

    def poll(self, poll: select.poll, seconds: float | None) -> list[tuple[int, int]]:
        is_short = seconds is not None and seconds < 0.05  # a look, or a bot's moment to leave
        found = poll.poll(1000 * (max(0.0, seconds or 0.0) if is_short else self.patience))
        if not found and seconds is not None:
            self._now += max(0.0, seconds)
        return found
