"""Transactions on a schedule: matches are appended, claimed by runners, given back, and get one result each."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from lanista.core.errors import StoreError
from lanista.league.store import rows
from lanista.league.store.changes import lock, step
from lanista.league.store.quota import PlayedToday
from lanista.league.store.records import Claim, LeagueMatch, StoredResult
from lanista.league.store.roster import CHUNK, finish
from lanista.league.store.tables import entries, matches, pending


def extend(connection: Connection, league_id: int, cursor: int, added: Sequence[LeagueMatch]) -> bool:
    """Append matches if the schedule still ends before them, and no bot joined or left since the cursor."""
    locked = lock(connection, league_id)
    numbers = [match.number for match in added]
    if not added or numbers[0] != locked.length:
        return False
    assert numbers == list(range(numbers[0], numbers[0] + len(added))), "matches are numbered without gaps"
    roster = connection.execute(
        select(func.max(entries.c.changed)).where(entries.c.league_id == league_id)
    ).scalar()
    if (roster or 0) > cursor:
        return False
    change = step(connection, league_id, locked, longer=len(added))
    connection.execute(
        insert(matches), [rows.written(match, league_id=league_id, changed=change) for match in added]
    )
    connection.execute(
        insert(pending), [{"league_id": league_id, "number": number, "attempts": 0} for number in numbers]
    )
    return True


def claim(
    connection: Connection,
    league_id: int,
    runner_id: int,
    count: int,
    held: Collection[int],
    *,
    per_day: int | None = None,
    today: PlayedToday | None = None,
) -> list[Claim]:
    """Take the first unclaimed matches, without those that the runner holds; at most `per_day` within a day.

    Those that are the runner's but not held by it were taken in a transaction whose answer was lost.
    """
    locked = lock(connection, league_id)
    free: ColumnElement[bool] = or_(pending.c.runner_id.is_(None), pending.c.runner_id == runner_id)
    if per_day is not None:
        left = (today or PlayedToday()).quota(connection, league_id, locked.cursor, per_day).left
        free = free if left else pending.c.runner_id == runner_id  # these count already
        count = min(count, left) if left else count
    wanted = (
        select(pending.c.attempts, *rows.MATCH)
        .join(matches, (matches.c.league_id == pending.c.league_id) & (matches.c.number == pending.c.number))
        .where(pending.c.league_id == league_id, free, pending.c.number.not_in(sorted(held)))
        .order_by(pending.c.number)
        .limit(count)
    )
    found = connection.execute(wanted).all()
    taken = rows.read(LeagueMatch, [row[1:] for row in found])
    _assign(connection, league_id, [match.number for match in taken], runner_id)
    return [Claim(match, row[0]) for match, row in zip(taken, found, strict=True)]


def release(
    connection: Connection, league_id: int, runner_id: int, numbers: Collection[int], *, void: bool
) -> list[int]:
    """Give back the runner's matches; `void` counts an attempt of each."""
    lock(connection, league_id)
    wanted = select(pending.c.number).where(pending.c.league_id == league_id, pending.c.runner_id == runner_id)
    held = set(connection.execute(wanted).scalars())
    given = sorted(held & set(numbers))
    _assign(connection, league_id, given, None, attempts=int(void))
    return given


def record(connection: Connection, league_id: int, ended: Sequence[StoredResult]) -> list[int]:
    """Write the results of matches that have none; returns their numbers."""
    locked = lock(connection, league_id)
    first: dict[int, StoredResult] = {}
    for result in ended:
        if not 0 <= result.number < locked.length:
            raise StoreError(f"match {result.number} is not in the schedule, which has {locked.length} matches")
        first.setdefault(result.number, result)
    numbers = _pending(connection, league_id, sorted(first))
    if numbers:
        change = step(connection, league_id, locked)
        finish(connection, league_id, [first[number] for number in numbers], change)
    return numbers


def _pending(connection: Connection, league_id: int, numbers: list[int]) -> list[int]:
    """Those matches that have no result."""
    found: list[int] = []
    for at in range(0, len(numbers), CHUNK):
        wanted = select(pending.c.number).where(pending.c.league_id == league_id)
        part = wanted.where(pending.c.number.in_(numbers[at : at + CHUNK])).order_by(pending.c.number)
        found += connection.execute(part).scalars()
    return found


def _assign(
    connection: Connection, league_id: int, numbers: list[int], runner_id: int | None, attempts: int = 0
) -> None:
    for at in range(0, len(numbers), CHUNK):
        part = pending.c.number.in_(numbers[at : at + CHUNK])
        values = {"runner_id": runner_id, "attempts": pending.c.attempts + attempts}
        connection.execute(update(pending).where(pending.c.league_id == league_id, part).values(values))
