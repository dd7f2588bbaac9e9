"""Where matches are played; `InProcess` is the simplest place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Protocol

from lanista.arena.spec import MatchReport, MatchSpec, play_spec


class Executor(Protocol):
    """Plays matches; whoever stops reading early closes the iterator, and nothing goes on."""

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        """The reports, each as soon as its match is over."""


class InProcess:
    """One match after the other, in this process."""

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        """The reports in the order of the specifications."""
        yield from map(play_spec, specs)


def usual_jobs(programs: int) -> int:
    """How many matches at once leave every bot a core of its own; `programs` is how many a match starts."""
    return max(1, cores() // max(1, programs))


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
