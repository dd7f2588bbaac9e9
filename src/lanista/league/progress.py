"""How far the run of a league is, as values for whoever shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lanista.arena.cluster import NodeState
from lanista.league.format import Format, Outlook, has_ended
from lanista.league.history import History
from lanista.store.records import Result

OUTLOOK_SECONDS = 1.0  # between two estimates of what remains
NOTHING_KNOWN = Outlook(None)


@dataclass(frozen=True)
class Progress:
    """A run at one moment. What is "of this run" was played by this runner since it began."""

    recorded: int = 0  # matches of this run that got a result that counts
    voided: int = 0  # attempts of this run that were void
    faults: int = 0  # turns at fault in matches of this run
    playing: int = 0  # matches right now, by this runner
    matches: int = 0  # in the schedule
    results: int = 0  # of them that have a result, by whichever runner
    matches_per_second: float = 0.0  # of this run
    seconds_left: float | None = None  # estimated, if the format knows how many matches remain
    outlook: Outlook = NOTHING_KNOWN
    others: tuple[str, ...] = ()  # other runners that hold matches
    is_waiting: bool = False  # for matches that other runners hold
    is_over: bool = False  # no match remains
    new: tuple[Result, ...] = ()  # results that this runner has recorded since the last progress
    nodes: tuple[NodeState, ...] = ()  # of the cluster on which it plays


class Meter:
    """Counts what a run has done."""

    def __init__(self, history: History, chosen: Format, clock: Callable[[], float]) -> None:
        self._history = history
        self._format = chosen
        self._clock = clock
        self._began = clock()
        self._outlook = NOTHING_KNOWN
        self._next_outlook = 0.0
        self._faults = 0
        self._new: list[Result] = []
        self.recorded = self.voided = 0

    def add(self, results: Sequence[Result]) -> None:
        """Count results that this run has recorded."""
        self._new += results
        self.recorded += sum(result.counts for result in results)
        self._faults += sum(sum(result.faults) for result in results)

    def read(
        self, playing: int, others: tuple[str, ...], nodes: Sequence[NodeState] = (), *, final: bool = False
    ) -> Progress:
        """The progress now, with what is new since it was last read; the final one has a new outlook."""
        if final or self._clock() >= self._next_outlook:
            self._next_outlook = self._clock() + OUTLOOK_SECONDS
            self._outlook = self._format.outlook(self._history)
        seconds, remaining = self._clock() - self._began, self._outlook.remaining
        rate = self.recorded / seconds if seconds > 0 else 0.0
        new, self._new = tuple(self._new), []
        return Progress(
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
