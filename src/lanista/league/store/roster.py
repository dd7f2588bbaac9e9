"""Transactions on the entries of a league: bots join and leave, which cancels matches."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from lanista.core.errors import StoreError
from lanista.core.text import quoted
from lanista.league.store import rows
from lanista.league.store.changes import Locked, lock, step
from lanista.league.store.records import CANCELLED, LeagueEntry, StoredResult
from lanista.league.store.tables import entries, matches, pending, results

CHUNK = 500  # numbers in one statement


def everyone(connection: Connection, league_id: int) -> list[LeagueEntry]:
    """All entries, including those that have left, in the order in which they joined."""
    wanted = select(*rows.ENTRY).where(entries.c.league_id == league_id).order_by(entries.c.id)
    return rows.read(LeagueEntry, connection.execute(wanted))


def add(connection: Connection, league_id: int, bot: str, digest: str, builtin: str) -> LeagueEntry:
    """Add a bot, or a new version of it; the version that is already in the league stays as it is."""
    locked, bot = lock(connection, league_id), rows.clean(bot)
    former = _active(connection, league_id, bot)
    if former is not None and (former.digest, former.builtin) == (digest, builtin):
        return former
    change = step(connection, league_id, locked)
    if former is not None:
        _retire(connection, league_id, former, locked, change, "has a new version")
    entry = LeagueEntry(*_numbers(connection, league_id, bot, digest, builtin), joined=locked.length)
    connection.execute(insert(entries).values(rows.written(entry, league_id=league_id, changed=change)))
    return entry


def remove(connection: Connection, league_id: int, bot: str) -> LeagueEntry:
    """Remove a bot; no effect if it has already left."""
    locked = lock(connection, league_id)
    former = _active(connection, league_id, rows.clean(bot))
    if former is None:
        return _last(connection, league_id, bot)
    change = step(connection, league_id, locked)
    return _retire(connection, league_id, former, locked, change, "left")


def quarantine(connection: Connection, league_id: int, entry_id: int, why: str) -> LeagueEntry | None:
    """Quarantine a bot that fails too often; None if it has already left."""
    locked = lock(connection, league_id)
    its_row = (entries.c.league_id == league_id) & (entries.c.id == entry_id)
    found = rows.read(
        LeagueEntry, connection.execute(select(*rows.ENTRY).where(its_row & entries.c.left.is_(None)))
    )
    if not found:
        return None
    connection.execute(update(entries).where(its_row).values(quarantined=rows.clean(why)))
    left = _retire(connection, league_id, found[0], locked, step(connection, league_id, locked), "is quarantined")
    return msgspec.structs.replace(left, quarantined=why)


def cancel(connection: Connection, league_id: int, entry: LeagueEntry, change: int, why: str) -> None:
    """Record a result that does not count for every match of an entry without one."""
    waiting = (
        select(pending.c.number, matches.c.entries)
        .join(matches, (matches.c.league_id == pending.c.league_id) & (matches.c.number == pending.c.number))
        .where(pending.c.league_id == league_id)
    )
    found = connection.execute(waiting.order_by(pending.c.number))
    numbers = [number for number, seats in found if entry.id in rows.ints(seats)]
    ended = time.time()
    results_ = [StoredResult(number, void=f"{CANCELLED}: {entry.bot} {why}", ended=ended) for number in numbers]
    finish(connection, league_id, results_, change)


def finish(connection: Connection, league_id: int, ended: list[StoredResult], change: int) -> None:
    """Write the results of matches that had none."""
    for at in range(0, len(ended), CHUNK):
        part = ended[at : at + CHUNK]
        values = [rows.written(result, league_id=league_id, changed=change) for result in part]
        connection.execute(insert(results), values)
        numbers = [result.number for result in part]
        connection.execute(delete(pending).where(pending.c.league_id == league_id, pending.c.number.in_(numbers)))


def _active(connection: Connection, league_id: int, bot: str) -> LeagueEntry | None:
    wanted = select(*rows.ENTRY).where(entries.c.league_id == league_id, entries.c.bot == bot)
    found = rows.read(LeagueEntry, connection.execute(wanted.where(entries.c.left.is_(None))))
    return found[0] if found else None


def _last(connection: Connection, league_id: int, bot: str) -> LeagueEntry:
    """The last version of a bot that has left."""
    wanted = select(*rows.ENTRY).where(entries.c.league_id == league_id, entries.c.bot == bot)
    found = rows.read(LeagueEntry, connection.execute(wanted.order_by(entries.c.version)))
    if not found:
        raise StoreError(f"there is no bot {quoted(bot)} in this league; `lanista league table` lists them")
    return found[-1]


def _retire(
    connection: Connection, league_id: int, entry: LeagueEntry, locked: Locked, change: int, why: str
) -> LeagueEntry:
    its_row = (entries.c.league_id == league_id) & (entries.c.id == entry.id)
    connection.execute(update(entries).where(its_row).values(left=locked.length, changed=change))
    cancel(connection, league_id, entry, change, why)
    return msgspec.structs.replace(entry, left=locked.length)


def _numbers(
    connection: Connection, league_id: int, bot: str, digest: str, builtin: str
) -> tuple[int, str, int, str, str]:
    """The first fields of a new entry."""
    here = select(func.count()).where(entries.c.league_id == league_id)
    number = connection.execute(here).scalar_one()
    versions = select(func.max(entries.c.version)).where(entries.c.league_id == league_id, entries.c.bot == bot)
    version = (connection.execute(versions).scalar() or 0) + 1
    return number, bot, version, digest, builtin
