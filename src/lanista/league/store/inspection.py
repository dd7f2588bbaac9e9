"""Transactions that check a store, and discard replays that no result names."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, func, select

from lanista.core.errors import StoreError
from lanista.core.text import inert, quoted, shown
from lanista.league.store.changes import lock
from lanista.league.store.contest_tables import jobs
from lanista.league.store.process import is_gone
from lanista.league.store.runners import claimants
from lanista.league.store.tables import archives, entries, leagues, matches, pending, results

MAX_PROBLEMS = 10  # of a file that are listed


def integrity(connection: Connection) -> list[str]:
    """Errors that SQLite finds in its pages, indices and references; PostgreSQL checks its own files."""
    if connection.dialect.name != "sqlite":
        return []
    pages = connection.exec_driver_sql(f"PRAGMA quick_check({MAX_PROBLEMS})").scalars().all()
    found = [f"the file is damaged: {inert(str(line), 200)}" for line in pages if line != "ok"]
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    return found + [
        f"a row of {inert(str(row[0]), 40)} names one that does not exist" for row in broken[:MAX_PROBLEMS]
    ]


def counts(connection: Connection, league_id: int) -> list[str]:
    """Numbers of a league that contradict each other."""

    def count(table: ColumnElement[int], *conditions: ColumnElement[bool]) -> int:
        return connection.execute(select(func.count(table)).where(*conditions)).scalar_one()

    length, cursor = connection.execute(
        select(leagues.c.length, leagues.c.cursor).where(leagues.c.id == league_id)
    ).one()
    scheduled = count(matches.c.number, matches.c.league_id == league_id)
    recorded = count(results.c.number, results.c.league_id == league_id)
    waiting = count(pending.c.number, pending.c.league_id == league_id)
    both = count(
        results.c.number,
        results.c.league_id == league_id,
        pending.c.league_id == league_id,
        results.c.number == pending.c.number,
    )
    newest = max(
        connection.execute(select(func.max(table.c.changed)).where(table.c.league_id == league_id)).scalar() or 0
        for table in (entries, matches, results)
    )
    problems = []
    if scheduled != length:
        problems.append(f"the schedule has {scheduled} matches, but {shown(length)} are counted")
    if recorded + waiting != scheduled:
        problems.append(f"{scheduled} matches, but {recorded} results and {waiting} matches without one")
    if both:
        problems.append(f"{both} matches have a result and wait for one")
    if newest > cursor:
        problems.append(f"change {shown(newest)} is newer than the last one, {shown(cursor)}")
    return problems


def archive_digests(connection: Connection) -> list[str]:
    """The digests of all archives."""
    return [
        str(digest)
        for digest in connection.execute(select(archives.c.digest).order_by(archives.c.digest)).scalars()
    ]


def referenced(connection: Connection) -> set[str]:
    """The digests of all replays that results, or matches for practice, name."""
    named = select(results.c.replay).union(select(jobs.c.replay))
    return {str(digest) for digest in connection.execute(named).scalars()} - {""}


def discard_unreferenced(connection: Connection, files: Sequence[tuple[str, Path]], trash: Path) -> list[Path]:
    """Move files of replays, (digest, path), that no result names to a folder; returns those moved.

    A runner moves a replay in before it records the result. So nobody may have claimed a match, and the locks of
    all leagues keep others from claiming one meanwhile.
    """
    for league_id in connection.execute(select(leagues.c.id).order_by(leagues.c.id)).scalars().all():
        lock(connection, league_id)
        for runner in claimants(connection, league_id):
            if not is_gone(runner):
                raise StoreError(
                    f"{quoted(runner.label)} is playing matches, whose replays are not recorded yet; clean "
                    "up when it has ended"
                )
    named = referenced(connection)
    unnamed = [path for digest, path in files if digest not in named]
    for path in unnamed:
        with suppress(FileNotFoundError):  # moved by the first try, whose answer was lost
            path.replace(trash / path.name)
    return [path for path in unnamed if (trash / path.name).exists()]
