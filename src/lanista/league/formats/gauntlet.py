"""Gauntlet: one or several challengers against all other bots."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.league.balance import MatchTally
from lanista.league.format import FormatRank, Outlook, Planned
from lanista.league.formats.options import GameFacts, RoundsOptions, match_seats
from lanista.league.formats.scoring import standings
from lanista.league.history import LeagueHistory


class GauntletOptions(RoundsOptions, frozen=True):
    """Options of a gauntlet; `rounds` is how often a challenger meets each other bot."""

    challengers: tuple[str, ...] = ()  # names of bots; by default the one that joined first


OPTIONS = GauntletOptions


def make(options: GauntletOptions, facts: GameFacts) -> Gauntlet:
    """A gauntlet with checked options."""
    return Gauntlet(options, facts)


class Gauntlet:
    """Every challenger meets every other bot; challengers do not meet each other."""

    def __init__(self, options: GauntletOptions, facts: GameFacts) -> None:
        self.options, self.facts = options, facts
        self._tally = MatchTally(options.maps)

    def next(self, history: LeagueHistory) -> list[Planned]:
        """All missing matches of one round."""
        tally, challengers = self._tally.follow(history), self._challengers(history)
        others = [entry for entry in tally.field if entry not in challengers]
        seats = (
            match_seats(self.facts, self.options.seats_in(self.facts), 1 + len(others)) if challengers else None
        )
        if seats is None:
            return []
        per_round = 2 if seats == 2 else 1  # meetings of a challenger and another bot
        for round_number in range(1, self.options.rounds + 1):
            groups = self._groups(tally, challengers, others, seats, round_number * per_round)
            if planned := tally.plan(groups, round_number):
                return planned
        return []

    def is_over(self, history: LeagueHistory) -> bool:
        """Whether every challenger meets all others in the schedule."""
        return not self.next(history)

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        """Rank by the share of points; see `scoring`. Challengers and the others meet different opponents."""
        return standings(history, dict.fromkeys(self._challengers(history), "challenger"))

    def outlook(self, history: LeagueHistory) -> Outlook:
        """The scheduled matches, and the missing ones of one round."""
        matches = len(history.matches) + len(self.next(history))
        return Outlook(matches, remaining=matches - len(history.results))

    def _challengers(self, history: LeagueHistory) -> list[int]:
        active = history.active()
        names = self.options.challengers or tuple(entry.bot for entry in active[:1])
        return [entry.id for entry in active if entry.bot in names]

    def _groups(
        self, tally: MatchTally, challengers: list[int], others: list[int], seats: int, needed: int
    ) -> Iterator[list[int]]:
        """Each challenger with the bots it met least, until it met all and sat equally often in every seat."""
        for challenger in challengers:
            while any(tally.meetings(challenger, other) < needed for other in others) or (
                seats > 2 and tally.played[challenger] % seats
            ):
                order = sorted(others, key=lambda other: (tally.meetings(challenger, other), tally.played[other]))
                yield [challenger, *order[: seats - 1]]
