"""When the time of a turn is up: processor time decides where it can be measured, wall time protects. No I/O.

A bot has its budget as processor time, of all its processes, and `wall_factor` times as much real time. While it
owes an answer, it is looked at when a tenth of its budget has passed, then at the earliest moments at which the
rest can be used up; the deadline moves on if some is left. A bot that answers earlier costs two readings.

Where processor time cannot be measured, and before the first turn, the budget is real time.

In the last attempt of a match the clock is patient: while a bot is starved, real time continues, up to PATIENCE
times as long. Then the verdict stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from lanista.bots.clock import SYSTEM_CLOCK
from lanista.sandbox.resources import Resources
from lanista.sandbox.usage.starvation import Starved

NEARLY = 0.01  # share of the budget that is not worth going on for, once as much real time has passed
FIRST_LOOK = 0.1  # share of the budget after which a bot is looked at for the first time
SMALL_STEP = 0.02  # share of the budget between two readings, unless less is left
MIN_STEP = 0.002  # seconds
PATIENCE = 8  # times the real time of a budget that a patient clock waits for a starved bot


class BotMeter(Protocol):
    """Measures a bot's processes."""

    def start(self) -> float:
        """Begin the start; returns the seconds of processor time so far."""

    def begin(self) -> float:
        """Begin a turn; returns the seconds of processor time so far."""

    def now(self) -> float:
        """The seconds of processor time so far; cheap."""

    def look(self) -> float:
        """The seconds of processor time so far, of all processes that can be found."""

    def starved(self, late: float = 0.0) -> Starved | None:
        """The bot's starvation since the first look after `begin`, which came `late`; None if there was none."""


class TurnClock:
    """The clock of one player. Times are in seconds, except where a name says `ms`."""

    def __init__(self) -> None:
        self.now: Callable[[], float] = SYSTEM_CLOCK.now
        self.asked_at = 0.0
        self.deadline: float | None = None  # when to look again; None waits for ever
        self._meter: BotMeter | None = None
        self._resources = Resources()
        self._cores = 1
        self._budget: float | None = None
        self._end: float | None = None  # the last moment for an answer
        self._wall_granted = 0.0  # real time until then, at first
        self._is_patient = False
        self._late: float | None = None  # how late the first look came
        self._cpu_at = 0.0  # the meter's reading at the question
        self._by_cpu = False  # whether processor time decides
        self._cpu = self._wall = 0.0  # used in this turn, as last read
        self._cpu_before = self._wall_before = 0.0  # used in earlier turns

    def measure(self, meter: BotMeter | None, resources: Resources, cores: int, *, patient: bool = False) -> None:
        """From the next turn on, let processor time decide if there is a meter; bots may use `cores`."""
        self._meter, self._resources, self._cores, self._is_patient = meter, resources, cores, patient

    def grant(self, budget_ms: int | None, *, in_turn: bool = True) -> None:
        """Start a budget: of processor time for a turn, or of real time for getting ready."""
        self._cpu_before += self._cpu
        self._wall_before += self._wall
        self._cpu = self._wall = 0.0
        self._late = None
        self._by_cpu = in_turn and self._meter is not None
        if self._meter is not None:
            self._cpu_at = self._meter.begin() if in_turn else self._meter.start()
        self.asked_at = asked_at = self.now()
        if budget_ms is None:
            self._budget = self._end = self.deadline = None
            return
        self._budget, self._wall_granted = self._share(budget_ms / 1000)
        self._end = self.deadline = asked_at + self._wall_granted
        if self._by_cpu:
            self.deadline = min(self._next_look(asked_at, self._budget), asked_at + FIRST_LOOK * self._budget)

    def _share(self, budget: float) -> tuple[float, float]:
        """Processor time and real time of a turn, at most the rest for the match."""
        resources = self._resources
        cpu, wall = budget, budget * (resources.wall_factor if self._by_cpu else 1)
        if 0 < resources.cpu_s_match < self._cpu_before + cpu:
            cpu = max(0.0, resources.cpu_s_match - self._cpu_before)
        if 0 < resources.wall_s_match < self._wall_before + wall:
            wall = max(0.0, resources.wall_s_match - self._wall_before)
        return cpu, wall

    def extend(self, now: float) -> bool:
        """Whether the turn continues after its deadline: budget is left on both clocks."""
        if self._meter is None or self._budget is None or self._end is None:
            return False
        if not self._by_cpu:
            return self._waits_on(now)
        self._cpu = self._meter.look() - self._cpu_at
        if self._late is None:
            self._late = max(0.0, now - (self.deadline or now))
        left = self._budget - self._cpu
        has_waited = now >= self.asked_at + self._budget
        if left <= 0 or (has_waited and self._is_used_up()) or (now >= self._end and not self._waits_on(now)):
            return False
        self.deadline = self._next_look(now, left)
        return True

    def _waits_on(self, now: float) -> bool:
        """Whether a patient clock gives a starved bot more real time."""
        last = self.asked_at + PATIENCE * self._wall_granted
        if not self._is_patient or now >= last or self._find_starved() is None:
            return False
        self._end = self.deadline = min(last, now + self._wall_granted)
        return True

    def _next_look(self, now: float, left: float) -> float:
        """The earliest moment at which what is left can be used up, if all cores work for the bot."""
        assert self._budget is not None and self._end is not None, "only a budget can be used up"  # noqa: PT018
        step = left / self._cores
        small = SMALL_STEP * self._budget
        if step < small:
            step = max(step, min(left, small), MIN_STEP)
        return min(self._end, now + step)

    # What was used

    def used_ms(self) -> float:
        """Milliseconds since the question, at most those granted: what we read late had arrived in time."""
        until = self.now()
        if self._end is not None and until > self._end:
            until = self._end
        self._wall = until - self.asked_at if until > self.asked_at else 0.0
        return 1000 * self._wall

    def elapsed_ms(self) -> float:
        """Milliseconds since the question, or since the start if there was none."""
        return 1000 * (self.now() - self.asked_at)

    def cpu_ms(self) -> float | None:
        """Milliseconds of processor time since the question; None if they are not measured."""
        if self._meter is None or not self._by_cpu:
            return None
        self._cpu = self._meter.now() - self._cpu_at
        return 1000 * self._cpu

    def stop(self) -> float | None:
        """Count a turn without an answer; returns the milliseconds of processor time at its deadline."""
        self.used_ms()
        return 1000 * self._cpu if self._by_cpu else None

    def granted(self, budget_ms: int | None) -> str:
        """The time that a late bot was granted and used, to follow `no answer within`."""
        if not self._by_cpu or self._budget is None or self._end is None:
            return f"{budget_ms} ms"
        used = f"it used {math.ceil(1000 * self._cpu):,} ms of processor time"
        if self._is_used_up():
            return f"{budget_ms} ms ({used})"
        return f"{budget_ms} ms ({used}, and {1000 * (self._end - self.asked_at):,.0f} ms have passed)"

    def exhausted(self) -> str:
        """Why the bot has no time left in this match; empty if it has."""
        resources = self._resources
        cpu, wall = self._cpu_before + self._cpu, self._wall_before + self._wall
        if 0 < resources.cpu_s_match <= cpu:
            return _exhausted("cpu_s_match", resources.cpu_s_match, f"{math.ceil(cpu):,} s of processor time")
        if 0 < resources.wall_s_match <= wall:
            return _exhausted("wall_s_match", resources.wall_s_match, f"{math.ceil(wall):,} s")
        return ""

    def starved(self) -> Starved | None:
        """The evidence that the machine kept the bot from answering; None if its timeout stands.

        It does if the bot used up its processor time, or if a patient clock has waited for it.
        """
        return None if self._is_patient or self._is_used_up() else self._find_starved()

    def _find_starved(self) -> Starved | None:
        return None if self._meter is None else self._meter.starved(self._late or 0.0)

    def _is_used_up(self) -> bool:
        """Whether hardly any processor time of the turn is left."""
        return self._by_cpu and self._budget is not None and self._cpu >= (1 - NEARLY) * self._budget


def _exhausted(name: str, granted: int, used: str) -> str:
    return f"its turns have used {used} in this match, and {name} is {granted:,}"
