"""Which replays are kept: of matches in which a version played that still plays; the others for some days.

Only files are removed. Results stay, and pages say that the replay is no longer kept. That a version has left is
known to the match, so its time is that of the first later match with a result; until there is one, all are kept.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select

from lanista.league.store import contest_tables as tables
from lanista.league.store.rows import ints
from lanista.league.store.tables import entries, matches, results
from lanista.serve.contests import Contest
from lanista.serve.records import JobState

if TYPE_CHECKING:
    from lanista.serve.site import Site

DAY = 24 * 3600.0


def remove_old(site: Site) -> int:
    """Remove the replays that are not kept any more; returns how many."""
    return sum(_remove(site, digest) for digest in not_kept(site))


def not_kept(site: Site) -> set[str]:
    """The replays that need not be there any more: their contests keep none that are so old."""
    old: set[str] = set()
    for contest in site.contests.all():
        if contest.settings.keep_replays:
            before = site.now() - contest.settings.keep_replays * DAY
            old |= site.read(partial(_old, contest=contest, before=before))
    return old - site.read(partial(_kept, digests=old)) if old else old


def _remove(site: Site, digest: str) -> bool:
    path = site.store.replays.path(digest)
    with suppress(OSError):
        path.unlink()
        return True
    return False


def _old(connection: Connection, contest: Contest, before: float) -> set[str]:
    """The replays of a contest that are older than it keeps them."""
    gone = _gone(connection, contest.league.id, before)
    its = tables.jobs.c
    ended = (its.contest_id == contest.id) & (its.state == JobState.DONE) & (its.ended < before)
    found = {
        str(digest) for digest in connection.execute(select(its.replay).where(ended, its.replay != "")).scalars()
    }
    if not gone:
        return found
    both = (matches.c.league_id == results.c.league_id) & (matches.c.number == results.c.number)
    wanted = (
        select(matches.c.entries, results.c.replay)
        .join(matches, both)
        .where(results.c.league_id == contest.league.id, results.c.replay != "", results.c.ended < before)
    )
    played = connection.execute(wanted).all()
    return found | {str(digest) for seats, digest in played if gone.issuperset(ints(seats))}


def _gone(connection: Connection, league_id: int, before: float) -> set[int]:
    """The entries that left before a time."""
    its = entries.c
    left = connection.execute(
        select(its.id, its.left).where(its.league_id == league_id, its.left.is_not(None))
    ).all()
    when = {length: _first_ended(connection, league_id, length) for length in {length for _, length in left}}
    return {entry for entry, length in left if (ended := when[length]) is not None and ended < before}


def _first_ended(connection: Connection, league_id: int, number: int) -> float | None:
    """When the first match from a number on ended that was played."""
    later = (results.c.league_id == league_id) & (results.c.number >= number) & (results.c.places != "[]")
    first = select(results.c.ended).where(later).order_by(results.c.number).limit(1)
    ended = connection.execute(first).scalar()
    return None if ended is None else float(ended)


def _kept(connection: Connection, digests: set[str]) -> set[str]:
    """Those of some replays that more than one result or job names: another contest may keep them."""
    named = (
        select(results.c.replay)
        .where(results.c.replay != "")
        .union_all(select(tables.jobs.c.replay).where(tables.jobs.c.replay != ""))
    )
    every = named.subquery()
    often = select(every.c.replay).group_by(every.c.replay).having(func.count() > 1)
    return {str(digest) for digest in connection.execute(often).scalars()} & digests
