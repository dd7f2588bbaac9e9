"""The content of a store, as values."""

from __future__ import annotations

from typing import Any

import msgspec

CANCELLED = "cancelled"  # prefix of the reason of a match that was not played because a bot left


class LeagueRecord(msgspec.Struct, frozen=True):
    """A league. `options` are those of its format and of its matches, as JSON."""

    id: int
    name: str
    game: str
    format: str
    seed: int
    options: dict[str, Any] = {}
    created: float = 0.0  # seconds since 1970, for people


class LeagueEntry(msgspec.Struct, frozen=True):
    """One version of a bot in a league. Its matches have numbers from `joined` on, before `left` if that is set.

    A new version of a bot is a new entry with the same `bot` and the next `version`; the old one leaves.
    """

    id: int  # in its league, from 0 on, in the order in which entries joined
    bot: str  # the bot's name, unique in its league
    version: int
    digest: str  # of its archive; of a built-in bot, of its sources
    builtin: str = ""  # the name of a built-in bot, which has no archive
    joined: int = 0
    left: int | None = None
    quarantined: str = ""  # why it left, if it failed too often


class LeagueMatch(msgspec.Struct, frozen=True, gc=False):
    """A match of a schedule. Matches of a unit share their seed and map, with other seats."""

    number: int  # in its league, from 0 on, without gaps
    unit: int
    round: int
    entries: tuple[int, ...]  # by seat
    seed: int
    map: str = ""
    label: str = ""  # for people, such as "semi-final 1, match 2"


class StoredResult(msgspec.Struct, frozen=True, gc=False):
    """The end of a match; each match has at most one result.

    Without `ranks` it does not count: `void` says why it could not be judged, or that it was cancelled.
    """

    number: int
    ranks: tuple[int, ...] = msgspec.field(default=(), name="places")  # the name of the column
    scores: tuple[int, ...] = ()
    reason: str = ""
    void: str = ""
    faults: tuple[int, ...] = ()  # turns at fault, by seat
    first_faults: tuple[str, ...] = ()
    turns: int = 0
    seconds: float = 0.0
    replay: str = ""  # its digest
    runner: str = ""
    sandbox: str = ""
    ended: float = 0.0  # seconds since 1970, for people
    failures: tuple[str, ...] = ()  # why its bot failed the match, by seat; empty for those that did not

    @property
    def counts(self) -> bool:
        """Whether the match was judged."""
        return bool(self.ranks)

    @property
    def is_cancelled(self) -> bool:
        """Whether the match was never played, because a bot left."""
        return self.void.startswith(CANCELLED)


class RunnerProcess(msgspec.Struct, frozen=True):
    """A process that runs leagues; `machine`, `pid` and `started` say whether it is still there."""

    id: int
    label: str  # for people
    beat: int = 0  # grows while it is alive
    machine: str = ""
    pid: int = 0
    started: int = 0


class Claim(msgspec.Struct, frozen=True):
    """A match that a runner has taken. `attempt` counts earlier void attempts."""

    match: LeagueMatch
    attempt: int = 0


class DailyQuota(msgspec.Struct, frozen=True):
    """The matches of a league that count towards a limit per day."""

    per_day: int
    played: int = 0  # within the last 24 hours
    claimed: int = 0  # by runners, now
    opens: float = 0.0  # when a match may be claimed again; 0: now

    @property
    def left(self) -> int:
        """How many matches may be claimed now."""
        return max(0, self.per_day - self.played - self.claimed)


class Freed(msgspec.Struct, frozen=True):
    """Matches that were taken from a runner that is gone."""

    runner: RunnerProcess
    numbers: tuple[int, ...]
    why: str


class Changes(msgspec.Struct, frozen=True):
    """The changes in a league since a cursor, by number; pass `cursor` to the next request."""

    cursor: int
    entries: list[LeagueEntry] = []
    matches: list[LeagueMatch] = []
    results: list[StoredResult] = []


class MatchCounts(msgspec.Struct, frozen=True):
    """The number of a league's matches: scheduled, with a result, void, cancelled, and claimed right now."""

    matches: int = 0
    results: int = 0
    void: int = 0
    cancelled: int = 0
    claimed: int = 0
