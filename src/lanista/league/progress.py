"""The progress of a league's run, as values to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lanista.league.format import Format, Outlook, has_ended
from lanista.league.history import LeagueHistory
from lanista.league.store.records import StoredResult
from lanista.series.cluster import NodeState

OUTLOOK_SECONDS = 1.0  # between two estimates of the remaining time
NOTHING_KNOWN = Outlook(None)


@dataclass(frozen=True)
class RunProgress:
    """A run at one moment. "Of this run" means played by this runner since it began."""

    recorded: int = 0  # matches of this run that got a result that counts
    voided: int = 0  # attempts of this run that were void
    faults: int = 0  # turns at fault in matches of this run
    playing: int = 0  # matches right now, by this runner
    matches: int = 0  # in the schedule
    results: int = 0  # of them that have a result, by any runner
    matches_per_second: float = 0.0  # of this run
    seconds_left: float | None = None  # estimated, if the format knows how many matches remain
    outlook: Outlook = NOTHING_KNOWN
    others: tuple[str, ...] = ()  # other runners that hold matches
    is_waiting: bool = False  # for matches that other runners hold
    is_over: bool = False  # no match remains
    new: tuple[StoredResult, ...] = ()  # results that this runner has recorded since the last progress
    nodes: tuple[NodeState, ...] = ()  # of the cluster on which it plays


class RunMeter:
    """Counts the work of a run."""

    def __init__(self, history: LeagueHistory, chosen: Format, clock: Callable[[], float]) -> None:
        self._history = history
        self._format = chosen
        self._clock = clock
        self._began = clock()
        self._outlook = NOTHING_KNOWN
        self._next_outlook = 0.0
        self._faults = 0
        self._new: list[StoredResult] = []
        self.recorded = self.voided = 0

    def add(self, results: Sequence[StoredResult]) -> None:
        """Count results that this run has recorded."""
        self._new += results
        self.recorded += sum(result.counts for result in results)
        self._faults += sum(sum(result.faults) for result in results)

    def read(
        self, playing: int, others: tuple[str, ...], nodes: Sequence[NodeState] = (), *, final: bool = False
    ) -> RunProgress:
        """The progress now, with news since the last read; the final one has a new outlook."""
        if final or self._clock() >= self._next_outlook:
            self._next_outlook = self._clock() + OUTLOOK_SECONDS
            self._outlook = self._format.outlook(self._history)
        seconds, remaining = self._clock() - self._began, self._outlook.remaining
        rate = self.recorded / seconds if seconds > 0 else 0.0
        new, self._new = tuple(self._new), []
        return RunProgress(
            recorded=self.recorded,
            voided=self.voided,
            faults=self._faults,
            playing=playing,
            matches=len(self._history.matches),
            results=len(self._history.results),
            matches_per_second=rate,
            seconds_left=remaining / rate if rate and remaining is not None else None,
            outlook=self._outlook,
            others=others,
            is_waiting=not playing,
            is_over=has_ended(self._format, self._history),
            new=new,
            nodes=tuple(nodes),
        )
