"""What a format of a league must offer: its schedule, when it is over, and who is placed where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import msgspec

from lanista.league.history import History


class Planned(msgspec.Struct, frozen=True):
    """A match to schedule; its number and seed follow from its place in the schedule and its unit."""

    unit: int
    entries: tuple[int, ...]  # by seat
    round: int = 0
    map: str = ""
    label: str = ""


@dataclass(frozen=True)
class Place:
    """Where a format places a bot; equal ranks are shared."""

    entry: int
    rank: int
    points: float  # the format's own: of matches won, rounds survived, or a rating
    remark: str = ""  # such as "lost the final"


@dataclass(frozen=True)
class Outlook:
    """How far a league is."""

    matches: int | None  # in all, as far as known
    sentence: str = ""  # such as "P(top 3 is right) = 97 %"
    remaining: int | None = None  # matches until the end, estimated where it is not known


class Format(Protocol):
    """A format. All answers follow from the history alone, so that any runner gives the same.

    A format may keep what it has worked out of a history, but must give the same answers for one read anew.
    """

    def next(self, history: History) -> list[Planned]:
        """The matches to add to the schedule now; none if results are missing or the league is over."""

    def is_over(self, history: History) -> bool:
        """Whether no match will be added any more, unless bots join."""

    def standings(self, history: History) -> list[Place]:
        """The places of all bots that have not left, best first."""

    def outlook(self, history: History) -> Outlook:
        """How far the league is."""


def has_ended(rules: Format, history: History) -> bool:
    """Whether a league is over: it has matches, every one has a result, and no more are to come."""
    return bool(history.matches) and history.is_complete and rules.is_over(history)
