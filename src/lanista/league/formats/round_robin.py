"""Round robin: every bot meets every other."""

from __future__ import annotations

from lanista.league.balance import MatchTally, missing_groups
from lanista.league.designs import Block, base_blocks, pair_rounds, pairs_of_round
from lanista.league.format import FormatRank, Outlook, Planned
from lanista.league.formats.options import GameFacts, RoundsOptions, match_seats
from lanista.league.formats.scoring import standings
from lanista.league.history import LeagueHistory

MAX_WAITING = 1_000  # scheduled matches without a result; beyond, no more are scheduled


class RoundRobinOptions(RoundsOptions, frozen=True):
    """Options of a round robin; `rounds` is how often every two bots meet."""


OPTIONS = RoundRobinOptions


def make(options: RoundRobinOptions, facts: GameFacts) -> RoundRobin:
    """A round robin with checked options."""
    return RoundRobin(options, facts)


class RoundRobin:
    """Every bot meets every other; schedules one round at a time, in which each bot plays about once."""

    def __init__(self, options: RoundRobinOptions, facts: GameFacts) -> None:
        self.options, self.facts = options, facts
        self._tally = MatchTally(options.maps)
        self._begun: tuple[tuple[int, ...], int] = ((), 0)  # of this field, the fully scheduled rounds

    def next(self, history: LeagueHistory) -> list[Planned]:
        """The next round."""
        waiting = len(history.matches) - len(history.results)
        return [] if waiting >= MAX_WAITING else self._round(self._tally.follow(history))

    def is_over(self, history: LeagueHistory) -> bool:
        """Whether every two bots meet in the schedule."""
        return not self._round(self._tally.follow(history))

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        """Rank by the share of points; see `scoring`."""
        return standings(history)

    def outlook(self, history: LeagueHistory) -> Outlook:
        """The number of matches is known from the start."""
        matches = len(history.matches) + self._unscheduled(self._tally.follow(history))
        return Outlook(matches, remaining=matches - len(history.results))

    def _round(self, tally: MatchTally) -> list[Planned]:
        seats = match_seats(self.facts, self.options.seats_in(self.facts), len(tally.field))
        if seats is None:
            return []
        return self._pairs(tally) if seats == 2 else self._groups(tally, seats)

    def _pairs(self, tally: MatchTally) -> list[Planned]:
        field, rounds = tally.field, pair_rounds(len(tally.field))
        first = self._begun[1] if self._begun[0] == field else 0
        for index in range(first, self.options.rounds * rounds):
            self._begun = field, index
            needed = 2 * (index // rounds + 1)
            pairs = pairs_of_round(field, index % rounds)
            if missing := [pair for pair in pairs if tally.meetings(*pair) < needed]:
                unchanged = tally.matches == 2 * index * len(pairs)
                return tally.plan(missing, index + 1, self._map(tally, index, rounds) if unchanged else None)
        return []

    def _map(self, tally: MatchTally, index: int, rounds: int) -> str | None:
        """The map of a round; None in the last rounds, if there are not enough of them for all maps."""
        maps = tally.maps
        enough = self.options.rounds * rounds // len(maps) * len(maps)
        return maps[index % len(maps)] if index < enough or len(tally.field) % 2 == 0 else None

    def _groups(self, tally: MatchTally, seats: int) -> list[Planned]:
        """All shifts of the next block while the field is the original one, otherwise the missing groups."""
        field, blocks = tally.field, self._blocks(tally, seats)
        index, rest = divmod(tally.matches, len(field))
        unchanged = not rest and all(tally.played[entry] == index * seats for entry in field)
        if unchanged and index < len(blocks):
            shifts = [[*field[shift:], *field[:shift]] for shift in range(len(field))]
            groups = [[shifted[number] for number in blocks[index]] for shifted in shifts]
            return tally.plan(groups, index + 1, tally.maps[index % len(tally.maps)], keep_seats=True)
        return tally.plan(missing_groups(tally, seats, self.options.rounds), max(index, 1))

    def _blocks(self, tally: MatchTally, seats: int) -> tuple[Block, ...]:
        return base_blocks(len(tally.field), seats, self.options.rounds, len(tally.maps))

    def _unscheduled(self, tally: MatchTally) -> int:
        """The number of matches missing in the schedule; approximate if the field has changed."""
        field, rounds = tally.field, self.options.rounds
        seats = match_seats(self.facts, self.options.seats_in(self.facts), len(field))
        if seats is None or not self._round(tally):
            return 0
        if seats > 2:
            return max(len(self._blocks(tally, seats)) * len(field) - tally.matches, 1)
        return max(rounds * len(field) * (len(field) - 1) - tally.meetings_in_field, 1)
