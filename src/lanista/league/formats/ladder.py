"""Ladder: plays the matches that tell most about the first places, until these are sure."""

from __future__ import annotations

from lanista.errors import ConfigError
from lanista.league.format import Outlook, Place, Planned
from lanista.league.formats.options import FormatOptions, GameFacts, check_range, match_seats
from lanista.league.formats.scoring import places, split
from lanista.league.history import History
from lanista.league.ladder.course import Course
from lanista.league.ladder.outlook import outlook
from lanista.league.ladder.rules import Rules
from lanista.stats.plackett_luce import fit
from lanista.stats.rankings import Ranked

MAX_AHEAD = 10_000


class Options(FormatOptions, frozen=True, kw_only=True):
    """Options of a ladder."""

    places: int = Rules.places  # that matter
    sure: float = Rules.sure  # ends once the places are right with this probability
    margin: float = Rules.margin  # Elo; a bot behind one that is better by less is not placed wrongly
    min_matches: int = Rules.min_matches  # of each bot before it ends
    max_matches: int | None = None  # ends in any case
    ahead: int = Rules.ahead  # matches between a match and the last result that its choice may use

    def check(self, format_name: str, facts: GameFacts) -> None:
        """Also refuse values that make no sense."""
        super().check(format_name, facts)
        if not 0.5 <= self.sure < 1:
            raise ConfigError(f"the option sure expects a probability from 0.5 to below 1, got {self.sure:g}")
        if not 0 < self.margin <= 1000:
            raise ConfigError(f"the option margin expects more than 0 and at most 1000 Elo, got {self.margin:g}")
        check_range("places", self.places, 1, 1000)
        check_range("min_matches", self.min_matches, 1, 1_000_000)
        check_range("ahead", self.ahead, 0, MAX_AHEAD)
        if self.max_matches is not None:
            check_range("max_matches", self.max_matches, 2, 10**9)

    @property
    def rules(self) -> Rules:
        """Those of the ladder."""
        return Rules(
            self.places, self.sure, self.margin, self.min_matches, self.max_matches, self.ahead, self.maps
        )


def make(options: Options, facts: GameFacts) -> Ladder:
    """A ladder with checked options."""
    return Ladder(options, facts)


class Ladder:
    """Plays until the first places are right with the wanted probability; a bot that joins continues it."""

    def __init__(self, options: Options, facts: GameFacts) -> None:
        self.options, self.facts = options, facts
        self._course: Course | None = None

    def next(self, history: History) -> list[Planned]:
        """All units that may be scheduled before more results are there."""
        return self._follow(history).plan()

    def is_over(self, history: History) -> bool:
        """Whether the places are sure, or the matches used up, or there are too few bots for a match."""
        return self._follow(history).is_over()

    def standings(self, history: History) -> list[Place]:
        """By rating; bots without a judged match come last."""
        field = [entry.id for entry in history.active()]
        matches = [Ranked(match.entries, result.places, match.unit) for match, result in history.judged()]
        played = {bot for match in matches for bot in match.players}
        elo = fit(1 + max(history.entries, default=-1), matches).elo
        groups = split(split([field], lambda bot: bot in played), lambda bot: round(float(elo[bot]), 6))
        return places(groups, lambda bot: float(elo[bot]))

    def outlook(self, history: History) -> Outlook:
        """How likely the places are right, and how many matches it takes until that is sure."""
        return outlook(self._follow(history))

    def _follow(self, history: History) -> Course:
        """What was worked out for this history; begins anew for another."""
        if self._course is None or not self._course.follow(history):
            self._course = Course(self.options.rules, self._seats, history)
        return self._course

    def _seats(self, bots: int) -> int | None:
        return match_seats(self.facts, self.options.seats_in(self.facts), bots)
