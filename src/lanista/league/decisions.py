"""What becomes of a claimed match once it is reported: a result, another attempt, or another machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lanista.arena.spec import MatchReport, MatchSpec
from lanista.league.reports import Ruling, judge, result_of, void_result
from lanista.store import ReplayFiles
from lanista.store.records import Match, Result

MAX_ATTEMPTS = 3  # of a match that is void, over all runners
MAX_AT_ONCE = 8  # replays that are written at once


@dataclass(frozen=True)
class Flight:
    """A match that a runner has claimed."""

    match: Match
    attempt: int  # how often it was void before
    spec: MatchSpec
    tries: int = 1  # on this machine


class Decision(NamedTuple):
    """What becomes of a match that was reported."""

    flight: Flight
    ruling: Ruling
    why: str = ""
    result: Result | None = None  # to record
    again: bool = False  # void, and another attempt is allowed


class Decisions:
    """Decides about reports. Replays are stored before a result names them; deciding twice does no harm."""

    def __init__(self, replays: ReplayFiles) -> None:
        self._replays = replays
        self._digests: dict[str, str] = {}  # of replays that were stored, by their paths

    def store(self, reported: Iterable[tuple[MatchReport, Flight]]) -> None:
        """Store the replays of matches that were judged, at once: each waits for the disk."""
        paths = [flight.spec.replay for report, flight in reported if report.counts and flight.spec.replay]
        if len(paths) > 1:
            with ThreadPoolExecutor(MAX_AT_ONCE, "replays") as threads:
                list(threads.map(self._keep, paths))

    def decide(self, report: MatchReport, flight: Flight) -> Decision:
        """What becomes of a match."""
        ruling, why = judge(report, flight.spec)
        if ruling is Ruling.JUDGED:
            replay = self._keep(flight.spec.replay)
            if replay or not flight.spec.replay:
                return Decision(flight, ruling, result=result_of(report, replay))
            ruling, why = Ruling.VOID, "its replay is missing"
        if ruling in (Ruling.UNPLAYABLE, Ruling.DOUBTFUL):
            return Decision(flight, ruling, why)
        if flight.attempt + 1 < MAX_ATTEMPTS:
            return Decision(flight, ruling, why, again=True)
        return Decision(flight, ruling, why, self._void(report, flight, why))

    def _void(self, report: MatchReport, flight: Flight, why: str) -> Result:
        return void_result(flight.match.number, report, why, self._keep(flight.spec.replay))

    def _keep(self, path: str) -> str:
        """Store a replay, and return its digest; empty if there is none."""
        if path and path not in self._digests and os.path.exists(path):
            self._digests[path] = self._replays.put(Path(path))
        return self._digests.get(path, "")

    def forget(self, flight: Flight) -> None:
        """Forget the replay of a match that was recorded."""
        self._digests.pop(flight.spec.replay, None)
