"""Transactions on leagues as a whole, on archives, and on the settings of a store."""

from __future__ import annotations

import hashlib
from difflib import get_close_matches

from sqlalchemy import Connection, delete, func, insert, select

from lanista.core.errors import StoreError
from lanista.core.text import join_words, quoted
from lanista.league.store import rows
from lanista.league.store.faults import DamageError
from lanista.league.store.records import CANCELLED, LeagueRecord, MatchCounts
from lanista.league.store.tables import archives, leagues, pending, results, settings

ID = "id"  # the setting: the id of the store


def all_leagues(connection: Connection) -> list[LeagueRecord]:
    """All leagues, in the order in which they were made."""
    return rows.read(LeagueRecord, connection.execute(select(*rows.LEAGUE).order_by(leagues.c.id)))


def create(connection: Connection, record: LeagueRecord) -> LeagueRecord:
    """Add a league; adding the same one twice has no effect."""
    name = rows.clean(record.name)
    for known in all_leagues(connection):
        if known.name == name and known.created == record.created:  # the answer to the first try was lost
            return known
        if known.name == name:
            raise StoreError(f"there is a league {quoted(name)} already; choose another name")
    fields = rows.written(record, length=0, cursor=0)
    del fields["id"]
    (number,) = connection.execute(insert(leagues).values(fields).returning(leagues.c.id)).one()
    found = connection.execute(select(*rows.LEAGUE).where(leagues.c.id == number))
    return rows.read(LeagueRecord, found)[0]


def find(connection: Connection, name: str | None) -> LeagueRecord:
    """The league with this name; without a name, the only one."""
    known = {league.name: league for league in all_leagues(connection)}
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name in known:
        return known[name]
    if not known:
        raise StoreError("the store has no league; make one with `lanista league new`")
    names = join_words([quoted(each) for each in list(known)[:20]])
    if name is None:
        raise StoreError(f"the store has {len(known)} leagues; name one of {names}")
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {quoted(near[0])}?" if near else f"there is {names}"
    raise StoreError(f"there is no league {quoted(name)}; {hint}")


def counts(connection: Connection, league_id: int) -> MatchCounts:
    """The number of matches in each state."""
    length = select(leagues.c.length).where(leagues.c.id == league_id)
    recorded = select(func.count()).where(results.c.league_id == league_id)
    cancelled = results.c.void.startswith(CANCELLED)
    claimed = select(func.count()).where(pending.c.league_id == league_id, pending.c.runner_id.is_not(None))
    numbers = [
        length,
        recorded,
        recorded.where(results.c.void != "", ~cancelled),
        recorded.where(cancelled),
        claimed,
    ]
    return MatchCounts(*connection.execute(select(*[number.scalar_subquery() for number in numbers])).one())


def add_archive(connection: Connection, digest: str, data: bytes) -> None:
    """Store a bot's archive, unless it is already there."""
    if not has_archive(connection, digest):
        connection.execute(insert(archives).values(digest=digest, data=data))


def has_archive(connection: Connection, digest: str) -> bool:
    """Whether an archive is stored."""
    return connection.execute(select(archives.c.digest).where(archives.c.digest == digest)).first() is not None


def archive(connection: Connection, digest: str) -> bytes:
    """A bot's archive, checked."""
    data = connection.execute(select(archives.c.data).where(archives.c.digest == digest)).scalar()
    if data is None:
        raise StoreError(f"the store has no archive {quoted(digest)}; `lanista league check` says what is missing")
    if hashlib.sha256(data).hexdigest() != digest:
        raise StoreError(f"the archive {quoted(digest)} in the store is damaged; add that bot again")
    return bytes(data)


def setting(connection: Connection, name: str) -> str | None:
    """A setting of the store."""
    value = connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar()
    return None if value is None else str(value)


def identity(connection: Connection) -> str:
    """The id of the store, shared by its copies."""
    found = setting(connection, ID)
    if not found:
        raise DamageError("it has no id")
    return found


def set_setting(connection: Connection, name: str, value: str) -> None:
    """Change a setting of the store."""
    connection.execute(delete(settings).where(settings.c.name == name))
    connection.execute(insert(settings).values(name=name, value=value))
