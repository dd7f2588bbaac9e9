"""Executors play a series of matches; `InProcess` is the simplest one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from lanista.series.crew import SoloCrew, run
from lanista.series.spec import MatchReport, MatchSpec


class Executor(Protocol):
    """Plays matches; closing the iterator early ends those that are running, within a second.

    Specifications are taken as matches begin, so the iterable may be endless.
    """

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        """Yield each report as soon as its match is over."""


class InProcess:
    """Plays one match after the other, in this process."""

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        """Yield the reports in the order of the specifications."""
        return run(SoloCrew(), specs)
