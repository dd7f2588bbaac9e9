"""Ladder: plays the matches that tell most about the first places, until these are certain."""

from __future__ import annotations

from lanista.core.errors import ConfigError
from lanista.league.format import FormatRank, Outlook, Planned
from lanista.league.formats.options import FormatOptions, GameFacts, check_range, match_seats
from lanista.league.formats.scoring import places, split
from lanista.league.history import LeagueHistory
from lanista.league.ladder.course import Course
from lanista.league.ladder.outlook import outlook
from lanista.league.ladder.rules import LadderRules
from lanista.series.stats.plackett_luce import fit
from lanista.series.stats.rankings import Ranked

MAX_AHEAD = 10_000


class LadderOptions(FormatOptions, frozen=True, kw_only=True):
    """Options of a ladder."""

    places: int = LadderRules.places  # that matter
    sure: float = LadderRules.sure  # ends once the places are right with this probability
    margin: float = LadderRules.margin  # Elo; a bot may rank ahead of one that is better by less
    min_matches: int = LadderRules.min_matches  # of each bot before it ends
    max_matches: int | None = None  # hard limit
    ahead: int = LadderRules.ahead  # matches between a match and the last result that its choice may use
    endless: bool = False  # never over: once the places are certain, all bots play in turn

    def check(self, format_name: str, facts: GameFacts) -> None:
        """Also refuse values out of range."""
        super().check(format_name, facts)
        if not 0.5 <= self.sure < 1:
            raise ConfigError(f"the option sure expects a probability from 0.5 to below 1, got {self.sure:g}")
        if not 0 < self.margin <= 1000:
            raise ConfigError(f"the option margin expects more than 0 and at most 1000 Elo, got {self.margin:g}")
        check_range("places", self.places, 1, 1000)
        check_range("min_matches", self.min_matches, 1, 1_000_000)
        check_range("ahead", self.ahead, 0, MAX_AHEAD)
        if self.endless and self.max_matches is not None:
            raise ConfigError("an endless ladder has no hard limit: expected endless or max_matches, got both")
        if self.max_matches is not None:
            check_range("max_matches", self.max_matches, 2, 10**9)

    @property
    def rules(self) -> LadderRules:
        """The ladder's rules."""
        return LadderRules(
            self.places,
            self.sure,
            self.margin,
            self.min_matches,
            self.max_matches,
            self.ahead,
            self.maps,
            self.endless,
        )


OPTIONS = LadderOptions


def make(options: LadderOptions, facts: GameFacts) -> Ladder:
    """A ladder with checked options."""
    return Ladder(options, facts)


class Ladder:
    """Plays until the first places are right with the given probability; a bot that joins continues it.

    An endless one plays on.
    """

    def __init__(self, options: LadderOptions, facts: GameFacts) -> None:
        self.options, self.facts = options, facts
        self._course: Course | None = None

    def next(self, history: LeagueHistory) -> list[Planned]:
        """All units that can be scheduled before the next results."""
        return self._follow(history).plan()

    def is_over(self, history: LeagueHistory) -> bool:
        """Whether the places are certain, the matches used up, or the bots too few for a match."""
        return self._follow(history).is_over()

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        """Rank by rating; bots without a judged match come last."""
        field = [entry.id for entry in history.active()]
        matches = [Ranked(match.entries, result.ranks, match.unit) for match, result in history.judged()]
        played = {bot for match in matches for bot in match.players}
        elo = fit(1 + max(history.entries, default=-1), matches).elo
        groups = split(split([field], lambda bot: bot in played), lambda bot: round(float(elo[bot]), 6))
        return places(groups, lambda bot: float(elo[bot]))

    def outlook(self, history: LeagueHistory) -> Outlook:
        """The probability that the places are right, and the matches until that is certain."""
        return outlook(self._follow(history))

    def _follow(self, history: LeagueHistory) -> Course:
        """The course of this history; another history gets a new one."""
        if self._course is None or not self._course.follow(history):
            self._course = Course(self.options.rules, self._seats, history)
        return self._course

    def _seats(self, bots: int) -> int | None:
        return match_seats(self.facts, self.options.seats_in(self.facts), bots)
