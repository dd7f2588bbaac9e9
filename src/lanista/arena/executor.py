"""Where matches are played; `InProcess` is the simplest place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from lanista.arena.spec import MatchReport, MatchSpec, play_spec
from lanista.match.arrange import usable_cores


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
    """How many matches at once leave every bot a core; `programs` is how many think at once in a match."""
    return max(1, usable_cores() // max(1, programs))
