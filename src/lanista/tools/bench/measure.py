"""A measured figure, and the ways to take it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

LEFT_OUT = "left out"  # the unit of a figure that could not be taken


@dataclass(frozen=True)
class Environment:
    """A learning environment: its size, a few words on its complexity, and its steps per second."""

    library: str
    version: str
    seats: int
    moves: float  # of one step: how many seats move
    actions: int
    numbers: int  # of one seat's observation
    complexity: str
    steps: float = 0.0  # with observations and legal actions
    alone: float | None = None  # without them; None if there is no such way

    def measured(self, steps: float, alone: float | None) -> Environment:
        """The same with its speed."""
        return replace(self, steps=steps, alone=alone)


@dataclass(frozen=True)
class Measure:
    """A figure with its unit; `ratio` compares it with `against`, both taken in the same run."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    against: str = ""
    environment: Environment | None = None  # if it is the speed of one


def missing(name: str, why: str) -> Measure:
    """A figure that could not be taken on this machine."""
    return Measure(name, 0.0, LEFT_OUT, against=why)


def rates(jobs: dict[str, Callable[[], int]], *, seconds: float = 0.4, windows: int = 5) -> dict[str, float]:
    """Median units of work per second of each job, measured alternately so that noise affects all alike."""
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for job in jobs.values():
        job()
    for _ in range(windows):
        for name, job in jobs.items():
            began = time.perf_counter()
            units = 0
            while (used := time.perf_counter() - began) < seconds:
                units += job()
            found[name].append(units / used)
    return {name: statistics.median(values) for name, values in found.items()}


def cpu_seconds(job: Callable[[], object], *, times: int = 3) -> float:
    """The minimum CPU time of a job."""
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        job()
        best = min(best, time.process_time() - began)
    return best


def wall_seconds(job: Callable[[], object], *, times: int = 3) -> float:
    """The median wall-clock time of a job."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        job()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)
