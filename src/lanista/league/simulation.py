"""Leagues of made-up bots whose strengths are known, played without any game."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from lanista.league.format import Format, Planned
from lanista.league.history import LeagueHistory
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult

PER_ELO = math.log(10) / 400


class SimulatedLeague:
    """A league whose matches end as the Plackett-Luce model says; the draws are the share of tied matches."""

    def __init__(self, format: Format, elo: Sequence[float], *, seed: int, draws: float = 0.0) -> None:  # noqa: A002
        self.format = format
        self.history = LeagueHistory()
        self.elo: list[float] = []
        self._seed = seed
        self._draws = draws
        for value in elo:
            self.join(value)

    def join(self, elo: float) -> LeagueEntry:
        """A bot of this strength joins."""
        number = len(self.elo)
        self.elo.append(elo)
        entry = LeagueEntry(number, f"bot{number}", 1, "", joined=len(self.history.matches))
        self.history.add_entry(entry)
        return entry

    def leave(self, entry: int) -> None:
        """A bot leaves; its matches without a result are cancelled."""
        length = len(self.history.matches)
        old = self.history.entries[entry]
        self.history.add_entry(LeagueEntry(old.id, old.bot, old.version, "", joined=old.joined, left=length))
        for number in range(self.history.prefix, length):
            if entry in self.history.matches[number].entries:
                self.history.add_result(StoredResult(number, void="cancelled: the bot left"))

    def plan(self) -> list[LeagueMatch]:
        """Extend the schedule as the format wants; returns the new matches."""
        length = len(self.history.matches)
        for planned in self.format.next(self.history):
            self.history.add_match(match_of(planned, len(self.history.matches)))
        return self.history.matches[length:]

    def play(self, number: int) -> None:
        """Play a match; an existing result stays."""
        self.history.add_result(StoredResult(number, ranks=self.ranks_of(self.history.matches[number])))

    def ranks_of(self, match: LeagueMatch) -> tuple[int, ...]:
        """The ranks of a match, the same whenever it is played."""
        random = np.random.default_rng((self._seed, match.number))
        if random.random() < self._draws:
            return (1,) * len(match.entries)
        strengths = PER_ELO * np.array([self.elo[entry] for entry in match.entries])
        order = np.argsort(-(strengths + random.gumbel(size=len(strengths))))
        return tuple((1 + np.argsort(order)).tolist())

    def run(self, max_matches: int | None = None) -> int:
        """Play match after match until the league is over; returns the length of its schedule."""
        while new := self.plan():
            for match in new:
                self.play(match.number)
            if max_matches is not None and len(self.history.matches) >= max_matches:
                break
        return len(self.history.matches)


def match_of(planned: Planned, number: int) -> LeagueMatch:
    """A planned match in a schedule."""
    return LeagueMatch(
        number, planned.unit, planned.round, planned.entries, planned.unit, planned.map, planned.label
    )
