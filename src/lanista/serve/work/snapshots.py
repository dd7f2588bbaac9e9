"""Tables of contests, made by runners so that pages only read them.

A table is made again after something has changed in its league, but never so often that this takes more than LOAD
of a core.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select, update

from lanista.league.league import League
from lanista.league.store import contest_tables as tables
from lanista.league.store.tables import leagues
from lanista.league.table import make_table
from lanista.serve import rows
from lanista.serve.records import Snapshot
from lanista.serve.site import Site

LOAD = 0.1  # of one core
MIN_SECONDS = 2.0  # between two tables of a contest
HELD_SECONDS = 60.0  # before a table that could not be made is tried again
MAX_LEAGUES = 4  # whose histories stay in memory


class _Age(NamedTuple):
    """A contest's table, and the cursor of its league now."""

    contest_id: int
    league_id: int
    now: int
    cursor: int
    made: float
    seconds: float

    def due(self) -> float:
        """When its table may be made again."""
        return self.made + max(MIN_SECONDS, self.seconds / LOAD)


class Snapshots:
    """Keeps the tables of all contests up to date."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._leagues: OrderedDict[int, League] = OrderedDict()
        self._held: dict[int, float] = {}  # by contest: until when others go before it

    def refresh(self) -> int | None:
        """Make the table that has waited longest, if any is due; returns its contest."""
        now = self._site.now()
        due = (age for age in self._ages() if age.now > age.cursor and age.due() <= now)
        waiting = [age for age in due if self._held.get(age.contest_id, now) <= now]
        if not waiting:
            return None
        oldest = min(waiting, key=_Age.due)
        self._held[oldest.contest_id] = now + HELD_SECONDS
        self._make(oldest)
        del self._held[oldest.contest_id]
        return oldest.contest_id

    def _ages(self) -> list[_Age]:
        its, ours = tables.contests.c, tables.snapshots.c
        wanted = (
            select(its.id, leagues.c.id, leagues.c.cursor, ours.cursor, ours.made, ours.seconds)
            .join(leagues, leagues.c.id == its.league_id)
            .outerjoin(tables.snapshots, ours.contest_id == its.id)
        )
        found = self._site.read(lambda connection: connection.execute(wanted).all())
        return [_Age(one, league, now, *(value or 0 for value in known)) for one, league, now, *known in found]

    def _make(self, age: _Age) -> None:
        league = self._league(age.league_id)
        began = time.thread_time()
        league.refresh()
        cursor = league.cursor
        table = make_table(league.history, league.format, curves=True, matches=False)
        data = msgspec.json.encode(table)
        seconds = time.thread_time() - began
        self._write(Snapshot(age.contest_id, cursor, self._site.now(), seconds, data))

    def _league(self, league_id: int) -> League:
        """A league with its history, of which only the last few are kept."""
        if league_id not in self._leagues:
            self._leagues[league_id] = League(self._site.store, self._site.league(league_id))
        self._leagues.move_to_end(league_id)
        while len(self._leagues) > MAX_LEAGUES:
            self._leagues.popitem(last=False)
        return self._leagues[league_id]

    def _write(self, snapshot: Snapshot) -> None:
        """Store a table, unless another runner has stored a newer one."""
        ours = tables.snapshots.c

        def work(connection: Connection) -> None:
            fields = rows.written(snapshot)
            known = connection.execute(
                select(ours.cursor).where(ours.contest_id == snapshot.contest_id).with_for_update()
            ).scalar()
            if known is None:
                connection.execute(insert(tables.snapshots).values(fields))
            elif known <= snapshot.cursor:
                its = ours.contest_id == snapshot.contest_id
                connection.execute(update(tables.snapshots).where(its).values(fields))

        self._site.write(work)
