"""Swiss: in every round bots with about equal points meet, and none twice while that is possible."""

from __future__ import annotations

from lanista.league.balance import MatchTally
from lanista.league.format import FormatRank, Outlook, Planned
from lanista.league.formats.options import MAX_ROUNDS, FormatOptions, GameFacts, check_range, group_sizes
from lanista.league.formats.scoring import Points, places, split
from lanista.league.formats.swiss_draw import draw_groups, draw_pairs
from lanista.league.formats.swiss_rounds import Crosstable
from lanista.league.history import LeagueHistory


class SwissOptions(FormatOptions, frozen=True):
    """Options of a Swiss league."""

    rounds: int = 0  # by default the least after which at most one bot can have won all two-seat matches

    def check(self, format_name: str, facts: GameFacts) -> None:
        """Also refuse a number of rounds out of range."""
        super().check(format_name, facts)
        check_range("rounds", self.rounds, 0, MAX_ROUNDS)


OPTIONS = SwissOptions


def make(options: SwissOptions, facts: GameFacts) -> Swiss:
    """A Swiss league with checked options."""
    return Swiss(options, facts)


class Swiss:
    """A round is drawn when all matches of the previous one have results."""

    def __init__(self, options: SwissOptions, facts: GameFacts) -> None:
        self.options, self.facts = options, facts
        self.seats = options.seats_in(facts)
        self._tally = MatchTally(options.maps)

    def next(self, history: LeagueHistory) -> list[Planned]:
        """The next round, if the previous one is complete."""
        if not history.is_complete or self.is_over(history):
            return []
        tally, drawn = self._tally.follow(history), _rounds_drawn(history)
        sizes = group_sizes(self.facts, self.seats, len(tally.field))
        crosstable = Crosstable(history)
        pairs = set(sizes) == {2}
        groups = draw_pairs(crosstable, tally) if pairs else draw_groups(crosstable, tally, sizes)
        return tally.plan(groups, drawn + 1, tally.maps[drawn % len(tally.maps)])

    def is_over(self, history: LeagueHistory) -> bool:
        """Whether the last round is drawn, or the bots are too few for one."""
        enough = group_sizes(self.facts, self.seats, len(history.active()))
        return not enough or _rounds_drawn(history) >= self._rounds(history)

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        """Rank by points; ties by Buchholz, then by points among the tied, then shared."""
        crosstable = Crosstable(history)
        field = [entry.id for entry in history.active()]
        groups = split(split([field], crosstable.points.__getitem__), crosstable.buchholz)
        among = Points(history.judged(), {entry: tied for tied, group in enumerate(groups) for entry in group})
        byes = {entry: "1 bye" if count == 1 else f"{count} byes" for entry, count in crosstable.byes.items()}
        return places(split(groups, among.share), lambda entry: float(crosstable.points[entry]), byes)

    def outlook(self, history: LeagueHistory) -> Outlook:
        """Each remaining round counts as many matches as the next one would have now."""
        drawn, rounds = _rounds_drawn(history), self._rounds(history)
        sizes = group_sizes(self.facts, self.seats, len(history.active()))
        per_round = sum(2 if size == 2 else 1 for size in sizes)
        matches = len(history.matches) + per_round * max(0, rounds - drawn)
        return Outlook(matches, f"round {drawn} of {rounds}", matches - len(history.results))

    def _rounds(self, history: LeagueHistory) -> int:
        first = [entry for entry in history.entries.values() if entry.joined == 0 and entry.left != 0]
        return self.options.rounds or max(1, (len(first) - 1).bit_length())


def _rounds_drawn(history: LeagueHistory) -> int:
    return history.matches[-1].round if history.matches else 0
