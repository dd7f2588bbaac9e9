"""Round robin: everybody meets everybody."""

from __future__ import annotations

from itertools import combinations

from lanista.league.balance import Tally, both_seats, missing_groups
from lanista.league.designs import base_blocks, circle_pairs, circle_rounds
from lanista.league.format import Outlook, Place, Planned
from lanista.league.formats.options import GameFacts, RoundsOptions, match_seats
from lanista.league.formats.scoring import standings
from lanista.league.history import History

MAX_WAITING = 1_000  # scheduled matches without a result; beyond, no more are scheduled


class Options(RoundsOptions, frozen=True):
    """Options of a round robin; `rounds` is how often everybody meets everybody."""


def make(options: Options, facts: GameFacts) -> RoundRobin:
    """A round robin with checked options."""
    return RoundRobin(options, facts)


class RoundRobin:
    """Everybody meets everybody; a round, in which each bot plays about once, is scheduled at a time."""

    def __init__(self, options: Options, facts: GameFacts) -> None:
        self.options, self.facts = options, facts
        self._tally = Tally(options.maps)
        self._begun: tuple[tuple[int, ...], int] = ((), 0)  # of this field, the rounds that are scheduled wholly

    def next(self, history: History) -> list[Planned]:
        """The next round."""
        waiting = len(history.matches) - len(history.results)
        return [] if waiting >= MAX_WAITING else self._round(self._tally.follow(history))

    def is_over(self, history: History) -> bool:
        """Whether everybody meets everybody in the schedule."""
        return not self._round(self._tally.follow(history))

    def standings(self, history: History) -> list[Place]:
        """By the share of points; see `scoring`."""
        return standings(history)

    def outlook(self, history: History) -> Outlook:
        """The number of matches is known from the start."""
        matches = len(history.matches) + self._unscheduled(self._tally.follow(history))
        return Outlook(matches, remaining=matches - len(history.results))

    def _round(self, tally: Tally) -> list[Planned]:
        seats = match_seats(self.facts, self.options.seats_in(self.facts), len(tally.field))
        if seats is None:
            return []
        return self._pairs(tally) if seats == 2 else self._groups(tally, seats)

    def _pairs(self, tally: Tally) -> list[Planned]:
        field, rounds = tally.field, circle_rounds(len(tally.field))
        first = self._begun[1] if self._begun[0] == field else 0
        for index in range(first, self.options.rounds * rounds):
            self._begun = field, index
            needed = 2 * (index // rounds + 1)
            if pairs := [pair for pair in circle_pairs(field, index % rounds) if tally.meetings(*pair) < needed]:
                return [
                    planned
                    for place, pair in enumerate(pairs)
                    for planned in both_seats(tally.unit + place, pair, tally.map_for(pair, index), index + 1)
                ]
        return []

    def _groups(self, tally: Tally, seats: int) -> list[Planned]:
        """All shifts of the next block while the field is that of the start, else what is missing."""
        field, blocks = tally.field, base_blocks(len(tally.field), seats)
        scheduled, rest = divmod(tally.matches, len(field))
        unchanged = not rest and all(tally.played[entry] == scheduled * seats for entry in field)
        if unchanged and scheduled < self.options.rounds * len(blocks):
            block = blocks[scheduled % len(blocks)]
            groups = [[field[(shift + number) % len(field)] for number in block] for shift in range(len(field))]
            return tally.plan(groups, scheduled + 1, seated=True)
        last = max(scheduled, 1)
        return tally.plan(missing_groups(tally, seats, self.options.rounds), last)

    def _unscheduled(self, tally: Tally) -> int:
        """The number of matches that are missing in the schedule; about, if the field has changed."""
        field, rounds = tally.field, self.options.rounds
        seats = match_seats(self.facts, self.options.seats_in(self.facts), len(field))
        if seats is None or not self._round(tally):
            return 0
        if seats > 2:
            return max(len(base_blocks(len(field), seats)) * len(field) * rounds - tally.matches, 1)
        met = sum(min(tally.meetings(a, b), 2 * rounds) for a, b in combinations(field, 2))
        return rounds * len(field) * (len(field) - 1) - met
