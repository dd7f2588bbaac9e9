"""Follows a running league: the leaders by current ratings, and problems."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from lanista.cli.league.run_panel import TOP, Leader, RunMoment
from lanista.league.ladder.beliefs import Beliefs
from lanista.league.progress import RunProgress

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanista.league.league import League
    from lanista.league.store.records import StoredResult

BUDGET = 0.05  # seconds per update for ratings: a long history takes several updates


class Watching:
    """Turns the progress of a run into moments to show."""

    def __init__(self, league: League, clock: Callable[[], float] = time.monotonic) -> None:
        self._league = league
        self._clock = clock
        self._ratings = Beliefs()  # approximate; their intervals would be too short with many seats
        self._played: dict[int, int] = {}
        self._rated = 0  # rated matches, from the first on
        self._faults = self._void = 0
        self._first_fault = self._first_void = ""
        self._title = f"{league.name}: {league.record.game}, {league.record.format}"
        self.moment = RunMoment(self._title)
        self.progress = RunProgress()

    def now(self, notice: str) -> RunMoment:
        """The last moment, with a notice of the store if there is one."""
        return replace(self.moment, remark=notice) if notice else self.moment

    def look(self, progress: RunProgress) -> RunMoment:
        """The moment to show."""
        self.progress = progress
        for result in progress.new:
            self._note(result)
        self._rate()
        active = self._league.history.active()
        self.moment = RunMoment(
            self._title,
            done=progress.results,
            total=progress.outlook.matches,
            speed=progress.matches_per_second or None,
            seconds_left=progress.seconds_left,
            outlook=progress.outlook.sentence,
            leaders=self._leaders(),
            bots=len(active),
            faults=self._faults,
            first_fault=self._first_fault,
            void=self._void,
            first_void=self._first_void,
            runners=progress.others,
            nodes=progress.nodes,
            remark="waits for matches that other runners have" if progress.is_waiting and progress.others else "",
        )
        return self.moment

    def _note(self, result: StoredResult) -> None:
        """Count faults and void matches, and describe the first of each."""
        if any(result.faults):
            self._faults += 1
            self._first_fault = self._first_fault or self._fault_text(result)
        if result.void:
            self._void += 1
            self._first_void = self._first_void or f"match {result.number}: {result.void}"

    def _fault_text(self, result: StoredResult) -> str:
        match = self._league.history.matches[result.number]
        seat = next(seat for seat, turns in enumerate(result.faults) if turns)
        bot = self._league.history.entries[match.entries[seat]].bot
        said = result.first_faults[seat] if result.first_faults else "at fault"
        return f"{bot} in match {result.number}: {said}"

    def _rate(self) -> None:
        """Rate new matches in the order of their numbers, for a short while."""
        history, until = self._league.history, self._clock() + BUDGET
        while self._rated < history.prefix and self._clock() < until:
            match, result = history.matches[self._rated], history.results[self._rated]
            self._rated += 1
            if result.counts:
                self._ratings.grow(max(match.entries) + 1)
                self._ratings.observe(match.entries, result.ranks)
                for entry in match.entries:
                    self._played[entry] = self._played.get(entry, 0) + 1

    def _leaders(self) -> list[Leader]:
        active = [entry for entry in self._league.history.active() if self._played.get(entry.id)]
        elo = {entry.id: float(self._ratings.mean[entry.id]) for entry in active}
        zero = sum(elo.values()) / max(1, len(elo))
        best = sorted(active, key=lambda entry: -elo[entry.id])[:TOP]
        return [Leader(entry.bot, elo[entry.id] - zero, self._played[entry.id]) for entry in best]
