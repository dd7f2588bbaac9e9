"""Leagues that are played on paper: a format, a history, and results by a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lanista.league.format import Format
from lanista.league.formats import GameFacts, make_format
from lanista.league.history import LeagueHistory
from lanista.league.store.records import CANCELLED, LeagueEntry, LeagueMatch, StoredResult

Judge = Callable[[LeagueMatch], tuple[int, ...]]


def by_number(match: LeagueMatch) -> tuple[int, ...]:
    """Entries with lower numbers are better."""
    order = sorted(match.entries)
    return tuple(order.index(entry) + 1 for entry in match.entries)


def facts(low: int = 2, high: int = 40, usual: int = 2) -> GameFacts:
    return GameFacts("paper", range(low, high + 1), usual)


class PaperLeague:
    """A league without a store; matches end in the order that `play` is given."""

    def __init__(self, name: str, bots: int, game: GameFacts | None = None, **options: Any) -> None:
        self._name, self._options, self._game = name, options, game or facts()
        self.format: Format = self.made_anew()
        self.history = LeagueHistory()
        self.join(bots)

    def made_anew(self) -> Format:
        return make_format(self._name, self._options, self._game)

    def read_anew(self) -> LeagueHistory:
        """The history as another runner reads it."""
        return LeagueHistory(self.history.entries.values(), self.matches, reversed(self.history.results.values()))

    def join(self, bots: int = 1) -> None:
        for _ in range(bots):
            number = len(self.history.entries)
            self.history.add_entry(
                LeagueEntry(number, f"bot{number}", 1, f"digest{number}", joined=len(self.matches))
            )

    def leave(self, entry: int) -> None:
        former = self.history.entries[entry]
        self.history.add_entry(
            LeagueEntry(entry, former.bot, 1, former.digest, joined=former.joined, left=len(self.matches))
        )
        for match in self.waiting():
            if entry in match.entries:
                self.history.add_result(StoredResult(match.number, void=f"{CANCELLED}: {former.bot} left"))

    @property
    def matches(self) -> list[LeagueMatch]:
        return self.history.matches

    def waiting(self) -> list[LeagueMatch]:
        return [match for match in self.matches if match.number not in self.history.results]

    def schedule(self) -> int:
        """Add what comes next; returns how many matches."""
        planned = self.format.next(self.history)
        for match in planned:
            self.history.add_match(
                LeagueMatch(len(self.matches), match.unit, match.round, match.entries, 0, match.map, match.label)
            )
        return len(planned)

    def record(self, matches: Sequence[LeagueMatch], judge: Judge = by_number) -> None:
        for match in matches:
            self.history.add_result(StoredResult(match.number, ranks=judge(match)))

    def finish(self, judge: Judge = by_number) -> PaperLeague:
        """Play to the end."""
        while self.schedule() or self.waiting():
            self.record(self.waiting(), judge)
        assert self.format.is_over(self.history)
        return self

    def ranks(self) -> dict[int, int]:
        return {place.entry: place.rank for place in self.format.standings(self.history)}
