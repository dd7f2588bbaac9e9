"""Decides about a reported match: a result, another attempt, or another machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lanista.league.reports import Ruling, judge, result_of, void_result
from lanista.league.store import ReplayFiles
from lanista.league.store.records import LeagueMatch, StoredResult
from lanista.series.spec import MatchReport, MatchSpec

MAX_ATTEMPTS = 3  # of a void match, over all runners
MAX_AT_ONCE = 8  # replays written in parallel


@dataclass(frozen=True)
class Flight:
    """A match that a runner has claimed."""

    match: LeagueMatch
    attempt: int  # the number of earlier void attempts
    spec: MatchSpec
    tries: int = 1  # on this machine


class MatchDecision(NamedTuple):
    """The decision about a reported match."""

    flight: Flight
    ruling: Ruling
    why: str = ""
    result: StoredResult | None = None  # to record
    again: bool = False  # void, and another attempt is allowed


class Decisions:
    """Decides about reports. Replays are stored before a result names them; deciding twice is harmless."""

    def __init__(self, replays: ReplayFiles) -> None:
        self._replays = replays
        self._digests: dict[str, str] = {}  # of replays that were stored, by their paths

    def store(self, reported: Iterable[tuple[MatchReport, Flight]]) -> None:
        """Store the replays of judged matches in parallel, since each waits for the disk."""
        paths = [flight.spec.replay for report, flight in reported if report.counts and flight.spec.replay]
        if len(paths) > 1:
            with ThreadPoolExecutor(MAX_AT_ONCE, "replays") as threads:
                list(threads.map(self._keep, paths))

    def decide(self, report: MatchReport, flight: Flight) -> MatchDecision:
        """Decide about a match."""
        ruling, why = judge(report, flight.spec)
        if ruling is Ruling.JUDGED:
            replay = self._keep(flight.spec.replay)
            if replay or not flight.spec.replay:
                return MatchDecision(flight, ruling, result=result_of(report, replay))
            ruling, why = Ruling.VOID, "its replay is missing"
        if ruling in (Ruling.UNPLAYABLE, Ruling.DOUBTFUL):
            return MatchDecision(flight, ruling, why)
        if flight.attempt + 1 < MAX_ATTEMPTS:
            return MatchDecision(flight, ruling, why, again=True)
        return MatchDecision(flight, ruling, why, self._void(report, flight, why))

    def _void(self, report: MatchReport, flight: Flight, why: str) -> StoredResult:
        return void_result(flight.match.number, report, why, self._keep(flight.spec.replay))

    def _keep(self, path: str) -> str:
        """Store a replay, and return its digest; empty if there is none."""
        if path and path not in self._digests and os.path.exists(path):
            self._digests[path] = self._replays.put(Path(path))
        return self._digests.get(path, "")

    def forget(self, flight: Flight) -> None:
        """Forget the replay of a match that was recorded."""
        self._digests.pop(flight.spec.replay, None)
