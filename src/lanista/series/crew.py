"""Crews play the matches that they are sent; the sender decides what is played next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from lanista.series.compiling import Compiler
from lanista.series.player import MatchPlayer
from lanista.series.spec import MatchReport, MatchSpec


class Crew(Protocol):
    """Plays matches; it must be ended."""

    @property
    def pending(self) -> int:
        """The number of matches sent and not reported yet."""

    def wanted(self) -> int:
        """The number of further matches it takes now."""

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play."""

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        """Yield reports, waiting up to `seconds` for the first; None waits without a limit."""

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
        """The number of matches sent and not reported yet."""
        return len(self._specs)

    def wanted(self) -> int:
        """One match, unless it has one."""
        return 0 if self._specs else 1

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play."""
        self._specs.append(spec)

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        """Play the match, however long that takes; play nothing if `seconds` is 0."""
        while self._specs and seconds != 0:
            report = self._player.play(self._specs.popleft())
            self._compiler.played(report)
            yield report

    def end(self) -> None:
        """End the bots that could have played again."""
        self._player.close()
        self._compiler.close()


def run(crew: Crew, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
    """Play all matches; they are taken as they begin, so the iterable may be endless.

    A match with a doubtful timeout is played again, alone: no other one begins until it is over.
    On Ctrl-C the reports of all matches that are over are yielded before KeyboardInterrupt is raised.
    """
    waiting, doubtful = iter(specs), Doubtful()
    try:
        while _feed(crew, waiting, doubtful):
            yield from filter(doubtful.settles, crew.collect(None))
    except KeyboardInterrupt:
        yield from filter(doubtful.settles, crew.collect(0))
        raise
    finally:
        crew.end()


def _feed(crew: Crew, waiting: Iterator[MatchSpec], doubtful: Doubtful) -> bool:
    """Send matches while more are wanted; false if all are over."""
    if doubtful and not crew.pending:
        crew.send(doubtful.next())
    while not doubtful.is_played and not doubtful and crew.wanted() and (spec := next(waiting, None)) is not None:
        crew.send(spec)
    return crew.pending > 0


class Doubtful:
    """Matches that are to be played again, alone."""

    def __init__(self) -> None:
        self._specs: deque[MatchSpec] = deque()
        self._voided: dict[int, str] = {}  # the doubtful timeout of each match, by its number
        self.is_played = False  # whether one of them is being played

    def __len__(self) -> int:
        return len(self._specs)

    def settles(self, report: MatchReport) -> bool:
        """Whether a report is final; otherwise its match waits here."""
        number = report.spec.number
        self.is_played = self.is_played and not report.spec.alone
        if report.doubtful:
            self._voided[number] = report.doubtful
            self._specs.append(report.replayed_alone())
            return False
        if number in self._voided:
            report.voided = [self._voided.pop(number), *report.voided]
        return True

    def next(self) -> MatchSpec:
        """The match to play now, alone."""
        self.is_played = True
        return self._specs.popleft()
