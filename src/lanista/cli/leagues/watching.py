"""Follows a league while it runs: who leads by ratings so far, and what went wrong."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from lanista.cli.leagues.run_panel import TOP, Leader, Moment
from lanista.league.ladder.beliefs import Beliefs
from lanista.league.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanista.league.league import League
    from lanista.store.records import Result

BUDGET = 0.05  # seconds per look for ratings: a long history is caught up with over several looks


class Watching:
    """Turns the progress of a run into moments to show."""

    def __init__(self, league: League, clock: Callable[[], float] = time.monotonic) -> None:
        self._league = league
        self._clock = clock
        self._ratings = Beliefs()  # approximate; their intervals would be too short with many seats
        self._played: dict[int, int] = {}
        self._rated = 0  # matches from the first on that the ratings know
        self._faults = self._void = 0
        self._first_fault = self._first_void = ""
        self._title = f"{league.name}: {league.record.game}, {league.record.format}"
        self.moment = Moment(self._title)
        self.progress = Progress()

    def now(self, notice: str) -> Moment:
        """The last moment, with a notice of the store if there is one."""
        return replace(self.moment, remark=notice) if notice else self.moment

    def look(self, progress: Progress) -> Moment:
        """The moment to show."""
        self.progress = progress
        for result in progress.new:
            self._note(result)
        self._rate()
        active = self._league.history.active()
        self.moment = Moment(
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

    def _note(self, result: Result) -> None:
        """Count faults and voids, and keep the first of each in words."""
        if any(result.faults):
            self._faults += 1
            self._first_fault = self._first_fault or self._fault_text(result)
        if result.void:
            self._void += 1
            self._first_void = self._first_void or f"match {result.number}: {result.void}"

    def _fault_text(self, result: Result) -> str:
        match = self._league.history.matches[result.number]
        seat = next(seat for seat, turns in enumerate(result.faults) if turns)
        bot = self._league.history.entries[match.entries[seat]].bot
        said = result.first_faults[seat] if result.first_faults else "at fault"
        return f"{bot} in match {result.number}: {said}"

    def _rate(self) -> None:
        """Rate the matches that the ratings do not know, in the order of their numbers, for a short while."""
        history, until = self._league.history, self._clock() + BUDGET
        while self._rated < history.prefix and self._clock() < until:
            match, result = history.matches[self._rated], history.results[self._rated]
            self._rated += 1
            if result.counts:
                self._ratings.grow(max(match.entries) + 1)
                self._ratings.observe(match.entries, result.places)
                for entry in match.entries:
                    self._played[entry] = self._played.get(entry, 0) + 1

    def _leaders(self) -> list[Leader]:
        active = [entry for entry in self._league.history.active() if self._played.get(entry.id)]
        elo = {entry.id: float(self._ratings.mean[entry.id]) for entry in active}
        zero = sum(elo.values()) / max(1, len(elo))
        best = sorted(active, key=lambda entry: -elo[entry.id])[:TOP]
        return [Leader(entry.bot, elo[entry.id] - zero, self._played[entry.id]) for entry in best]
