"""Knock-out: the loser is out. With more than two seats, the better half of every heat advances."""

from __future__ import annotations

import msgspec

from lanista.core.errors import ConfigError
from lanista.league.balance import MatchTally
from lanista.league.format import FormatRank, Outlook, Planned
from lanista.league.formats.bracket import Bracket
from lanista.league.formats.heat import HeatRules
from lanista.league.formats.options import FormatOptions, GameFacts, check_range
from lanista.league.formats.scoring import places
from lanista.league.history import LeagueHistory

MAX_UNITS = 1_000


class KnockoutOptions(FormatOptions, frozen=True):
    """Options of a knock-out."""

    best_of: int = 1  # units of a heat: with two seats a unit is two matches, one in each seat
    extra: int = 2  # more units if bots are tied after that
    seeds: tuple[str, ...] = ()  # names of bots, best first; the others follow in the order in which they joined
    third_place: bool = False  # whether the losers of the round before the final play for it

    def check(self, format_name: str, facts: GameFacts) -> None:
        """Also refuse numbers of units out of range."""
        super().check(format_name, facts)
        check_range("best_of", self.best_of, 1, MAX_UNITS)
        check_range("extra", self.extra, 0, MAX_UNITS)
        if self.third_place and self.seats_in(facts) > 2:
            raise ConfigError("a match for the third place needs matches of 2 seats: set the option seats to 2")
        if self.best_of % 2 == 0:
            raise ConfigError(f"the option best_of expects an odd number, got {self.best_of}")


OPTIONS = KnockoutOptions


def make(options: KnockoutOptions, facts: GameFacts) -> Knockout:
    """A knock-out with checked options."""
    return Knockout(options, facts)


class Knockout:
    """A round is drawn when all heats of the previous one are decided."""

    def __init__(self, options: KnockoutOptions, facts: GameFacts) -> None:
        seats = options.seats_in(facts)
        self.rules = HeatRules(facts, seats, options.best_of, options.extra, options.seeds, options.third_place)
        self._tally = MatchTally(options.maps)

    def next(self, history: LeagueHistory) -> list[Planned]:
        """The next units of all heats that are not decided, if everything scheduled has a result."""
        if not history.is_complete:
            return []
        tally, bracket, planned = self._tally.follow(history), Bracket(history, self.rules), list[Planned]()
        for heat in bracket.undecided():
            groups = [heat.present] * heat.units_to_play()
            units = tally.plan(groups, bracket.round)
            shift = planned[-1].unit + 1 - tally.unit if planned else 0
            label = bracket.label(heat)
            planned += [msgspec.structs.replace(match, unit=match.unit + shift, label=label) for match in units]
        return planned

    def closed(self, history: LeagueHistory) -> str:
        """Why no bot can join; empty if one can."""
        return "the first round of this knock-out is drawn, so no bot can join" if history.matches else ""

    def is_over(self, history: LeagueHistory) -> bool:
        """Whether the last heat is decided."""
        return history.is_complete and not Bracket(history, self.rules).undecided()

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        """Rank by the round reached; losers of the same round share their rank, except in the final."""
        bracket = Bracket(history, self.rules)
        active = {entry.id for entry in history.active()}
        groups = [[entry for entry in group if entry in active] for group in bracket.groups()]
        late = sorted(active - {entry for group in groups for entry in group})
        remarks = bracket.remarks() | dict.fromkeys(late, "joined after the draw")
        return places([*filter(None, groups), *([late] if late else [])], bracket.survived, remarks)

    def outlook(self, history: LeagueHistory) -> Outlook:
        """The total is unknown before the end; `remaining` is approximately the least."""
        bracket = Bracket(history, self.rules)
        waiting = len(history.matches) - len(history.results)
        if not bracket.undecided():
            return Outlook(len(history.matches), "decided" if bracket.rounds else bracket.title(), waiting)
        return Outlook(None, bracket.title(), waiting + bracket.least_unscheduled())
