"""How far the run of a league is, as values for whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass

from lanista.league.format import Outlook
from lanista.store.records import Result

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
