"""Crews play matches as they are sent; whoever sends them decides what is played next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from lanista.arena.compiling import Compiler
from lanista.arena.player import MatchPlayer
from lanista.arena.spec import MatchReport, MatchSpec


class Crew(Protocol):
    """Plays matches; it must be ended."""

    @property
    def pending(self) -> int:
        """How many matches it was sent that have no report yet."""

    def wanted(self) -> int:
        """How many more matches it takes now."""

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play."""

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        """Yield reports, after waiting for one at most so long; None waits until there is one."""

    def end(self) -> None:
        """End what is running, within a second."""


class SoloCrew:
    """Plays one match at a time in this process, while its report is collected."""

    def __init__(self) -> None:
        self._player = MatchPlayer()
        self._compiler = Compiler()
        self._specs: deque[MatchSpec] = deque()

    @property
    def pending(self) -> int:
        """How many matches it was sent that have no report yet."""
        return len(self._specs)

    def wanted(self) -> int:
        """One match, unless it has one."""
        return 0 if self._specs else 1

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play."""
        self._specs.append(spec)

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        """Play what was sent, however long that takes, unless there is no time at all."""
        while self._specs and seconds != 0:
            report = self._player.play(self._specs.popleft())
            self._compiler.played(report)
            yield report

    def end(self) -> None:
        """End the bots that could have played again."""
        self._player.close()
        self._compiler.close()


def run(crew: Crew, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
    """Play all matches; they are taken as they begin, so that there may be endlessly many.

    On Ctrl-C the reports of all matches that are over are yielded before KeyboardInterrupt is raised.
    """
    waiting = iter(specs)
    try:
        while _feed(crew, waiting):
            yield from crew.collect(None)
    except KeyboardInterrupt:
        yield from crew.collect(0)
        raise
    finally:
        crew.end()


def _feed(crew: Crew, waiting: Iterator[MatchSpec]) -> bool:
    """Send matches while more are wanted; false if all are over."""
    while crew.wanted() and (spec := next(waiting, None)) is not None:
        crew.send(spec)
    return crew.pending > 0
