"""How often a team may upload, practise and change its mind; counted where it cannot be raced."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from lanista.league.store import contest_tables as tables
from lanista.serve.errors import TooMany
from lanista.serve.records import JobKind

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

HOUR = 3600.0
ATTEMPTS = 5  # for each upload that is allowed: files that are no bot, or that the team has uploaded before
COMPARISONS = 10  # an hour, of which each plays up to hundreds of matches
ACTIVATIONS = 60  # an hour: each cancels the matches that wait


def count_attempt(site: Site, contest: Contest, team_id: int) -> None:
    """Count an attempt to upload; raises TooMany."""
    site.throttle.count(f"uploads tried by team {team_id}", ATTEMPTS * contest.settings.uploads_per_hour, HOUR)


def count_activation(site: Site, team_id: int) -> None:
    """Count an activation; raises TooMany."""
    site.throttle.count(f"activations of team {team_id}", ACTIVATIONS, HOUR)


def refuse_more_checks(connection: Connection, contest: Contest, team_id: int, now: float) -> None:
    """Raise TooMany if the team has used up its uploads of an hour. Its row must be locked."""
    allowed = contest.settings.uploads_per_hour
    wait = _wait(connection, team_id, (JobKind.CHECK,), allowed, now)
    if wait:
        raise TooMany(f"a team may upload {_times(allowed)} an hour; try again {_in(wait)}", wait)


def refuse_more_practice(connection: Connection, contest: Contest, team_id: int, now: float) -> None:
    """Raise TooMany if the team has used up its practice of an hour. Its row must be locked."""
    allowed = contest.settings.practice_per_hour
    if not allowed:
        raise TooMany("there is no practice in this contest", HOUR)
    wait = _wait(connection, team_id, (JobKind.PRACTICE,), allowed, now)
    if wait:
        raise TooMany(f"a team may practise {_times(allowed)} an hour; try again {_in(wait)}", wait)


def refuse_more_comparisons(connection: Connection, team_id: int, now: float) -> None:
    """Raise TooMany if the team has used up its comparisons of an hour. Its row must be locked."""
    wait = _wait(connection, team_id, (JobKind.GATE,), COMPARISONS, now)
    if wait:
        raise TooMany(f"a team may compare versions {_times(COMPARISONS)} an hour; try again {_in(wait)}", wait)


def left_of(connection: Connection, team_id: int, kinds: Collection[JobKind], allowed: int, now: float) -> int:
    """How many more jobs of some kinds a team may queue now."""
    return max(0, allowed - len(_recent(connection, team_id, kinds, allowed, now)))


def _wait(connection: Connection, team_id: int, kinds: Collection[JobKind], allowed: int, now: float) -> float:
    """The seconds until a team may queue another job of some kinds; 0 if it may now."""
    recent = _recent(connection, team_id, kinds, allowed, now)
    return 0.0 if len(recent) < allowed else max(1.0, recent[-1] + HOUR - now)


def _recent(
    connection: Connection, team_id: int, kinds: Collection[JobKind], allowed: int, now: float
) -> list[float]:
    """When a team queued its last jobs of an hour, the latest first; at most as many as it may."""
    its = tables.jobs.c
    wanted = select(its.created).where(its.team_id == team_id, its.kind.in_(list(kinds)), its.created > now - HOUR)
    return [
        float(created)
        for created in connection.execute(wanted.order_by(its.created.desc()).limit(allowed)).scalars()
    ]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _in(seconds: float) -> str:
    minutes = int(seconds // 60) + 1
    return f"in {minutes} minute{'' if minutes == 1 else 's'}"
