"""The interface of a league's format: its schedule, its end and its ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import msgspec

from lanista.league.history import LeagueHistory


class Planned(msgspec.Struct, frozen=True):
    """A match to schedule; its number and seed follow from its position in the schedule and its unit."""

    unit: int
    entries: tuple[int, ...]  # by seat
    round: int = 0
    map: str = ""
    label: str = ""


@dataclass(frozen=True)
class FormatRank:
    """A bot's rank by the format; equal ranks are shared."""

    entry: int
    rank: int
    points: float  # the format's own: of matches won, rounds survived, or a rating
    remark: str = ""  # such as "lost the final"


@dataclass(frozen=True)
class Outlook:
    """The progress of a league."""

    matches: int | None  # in all, as far as known
    sentence: str = ""  # such as "P(top 3 is right) = 97 %"
    remaining: int | None = None  # matches until the end, estimated where it is not known


class Format(Protocol):
    """A format. All answers follow from the history alone, so that any runner gives the same.

    A format may cache what it derives from a history, but must give the same answers for one that is read again.
    """

    def next(self, history: LeagueHistory) -> list[Planned]:
        """The matches to add to the schedule now; none if results are missing or the league is over."""

    def is_over(self, history: LeagueHistory) -> bool:
        """Whether no more matches will be added, unless bots join."""

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        """The ranks of all bots that have not left, best first."""

    def outlook(self, history: LeagueHistory) -> Outlook:
        """The progress of the league."""


def has_ended(rules: Format, history: LeagueHistory) -> bool:
    """Whether a league is over: it has matches, all of them have results, and no more will come."""
    return bool(history.matches) and history.is_complete and rules.is_over(history)
