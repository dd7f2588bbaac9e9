"""A league's lock, its cursor, and the changes since a cursor.

Every transaction that writes to a league locks its row first. So they come one after another, cannot deadlock, and
the cursor that each takes from there grows in the order in which they are committed: a reader that has
seen all up to a cursor misses nothing that comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Select, Table, select, update

from lanista.core.errors import StoreError
from lanista.league.store import rows
from lanista.league.store.faults import DamageError
from lanista.league.store.records import Changes, LeagueEntry, LeagueMatch, StoredResult
from lanista.league.store.tables import entries, leagues, matches, results


class Locked(NamedTuple):
    """A league that nobody else changes until the transaction ends."""

    length: int  # of its schedule
    cursor: int


def lock(connection: Connection, league_id: int) -> Locked:
    """Lock a league."""
    wanted = select(leagues.c.length, leagues.c.cursor).where(leagues.c.id == league_id).with_for_update()
    found = connection.execute(wanted).one_or_none()
    if found is None:
        raise StoreError(f"the store has no league with the id {league_id}")
    return Locked(*found)


def step(connection: Connection, league_id: int, locked: Locked, *, longer: int = 0) -> int:
    """Advance the cursor of a locked league, and lengthen its schedule; returns the cursor."""
    values = {"cursor": locked.cursor + 1, "length": locked.length + longer}
    connection.execute(update(leagues).where(leagues.c.id == league_id).values(values))
    return locked.cursor + 1


def changes(connection: Connection, league_id: int, cursor: int) -> Changes:
    """The changes since a cursor."""
    wanted = select(leagues.c.cursor, leagues.c.length).where(leagues.c.id == league_id)
    league = connection.execute(wanted).one_or_none()
    if league is None:
        raise StoreError(f"the store has no league with the id {league_id}")
    if cursor > league.cursor:
        raise StoreError("the store was replaced by an older copy while it was in use; start again")
    if cursor == league.cursor:
        return Changes(cursor)
    found = Changes(
        league.cursor,
        rows.read(LeagueEntry, connection.execute(_since(rows.ENTRY, entries, league_id, cursor)).all()),
        rows.read(LeagueMatch, connection.execute(_since(rows.MATCH, matches, league_id, cursor)).all()),
        rows.read(StoredResult, connection.execute(_since(rows.RESULT, results, league_id, cursor)).all()),
    )
    if cursor == 0:
        _check_whole(found, league.length)
    return found


def _check_whole(found: Changes, length: int) -> None:
    """Refuse an inconsistent history, such as that of a damaged file."""
    sizes = [len(match.entries) for match in found.matches]
    entrants = {entry for match in found.matches for entry in match.entries}
    is_numbered = all(match.number == at for at, match in enumerate(found.matches)) and len(sizes) == length
    has_entries = [entry.id for entry in found.entries] == list(range(len(found.entries)))
    if not is_numbered or not has_entries or not entrants <= set(range(len(found.entries))):
        raise DamageError("its matches or entries have gaps (`lanista league check` says more)")
    for result in found.results:
        if not 0 <= result.number < length or len(result.ranks) not in (0, sizes[result.number]):
            raise DamageError(f"the result of match {result.number} does not fit it")


def _since(columns: Sequence[Column[Any]], table: Table, league_id: int, cursor: int) -> Select[Any]:
    wanted = select(*columns).where(table.c.league_id == league_id).order_by(columns[0])
    return wanted.where(table.c.changed > cursor) if cursor > 0 else wanted  # by numbers is faster
