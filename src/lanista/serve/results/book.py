"""A server's copy of one contest's results, brought up to date by the changes in the store."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, select

from lanista.league.store import contest_tables
from lanista.league.store import rows as league_rows
from lanista.league.store.changes import changes
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
from lanista.league.store.tables import entries as entry_table
from lanista.league.store.tables import leagues, matches, pending, results, runners
from lanista.serve import rows
from lanista.serve.contests import Contest
from lanista.serve.errors import Missing
from lanista.serve.records import Lane, Snapshot
from lanista.serve.results.index import MatchFilter, MatchIndex
from lanista.serve.results.snapshot import TableSnapshot

if TYPE_CHECKING:
    from lanista.serve.site import Site

FRESH_SECONDS = 1.0  # how old it may be
LANE_SECONDS = 15.0  # after this a runner that has said nothing is gone
NEXT_SHOWN = 100  # matches of the queue that are read


class PendingMatch(msgspec.Struct, frozen=True):
    """A match without a result, and the runner that plays it now."""

    match: LeagueMatch
    runner: str = ""

    @property
    def is_playing(self) -> bool:
        """Whether a runner has it."""
        return bool(self.runner)


class ScheduledMatch(msgspec.Struct, frozen=True):
    """A match of the schedule with its result, if there is one."""

    match: LeagueMatch
    result: StoredResult | None = None


class Book:
    """The results of a contest, as of at most a second ago; thread-safe."""

    def __init__(self, site: Site, contest: Contest) -> None:
        self._site = site
        self.contest_id = contest.id
        self.league_id = contest.league.id
        self.entries: dict[int, LeagueEntry] = {}
        self.index = MatchIndex()
        self.table = TableSnapshot()
        self.cursor = 0
        self.playing: list[PendingMatch] = []
        self.next: list[PendingMatch] = []
        self.lanes: list[Lane] = []
        self.loaded = False
        self.used = time.monotonic()
        self._looked = 0.0
        self._lock = threading.Lock()

    @property
    def revision(self) -> tuple[int, float]:
        """Changes with everything but queue and lanes."""
        return self.cursor, self.table.made

    def refresh(self) -> None:
        """Look for what is new, unless somebody has done so just now, or is doing so."""
        self.used = time.monotonic()
        if self.used - self._looked < FRESH_SECONDS and self.loaded:
            return
        if not self._lock.acquire(blocking=not self.loaded):
            return
        try:
            if time.monotonic() - self._looked >= FRESH_SECONDS or not self.loaded:
                self._site.read(self._read)
                self.loaded = True
                self._looked = time.monotonic()
        finally:
            self._lock.release()

    def _read(self, connection: Connection) -> None:
        if self.cursor == 0:
            wanted = select(leagues.c.cursor).where(leagues.c.id == self.league_id)
            since = int(connection.execute(wanted).scalar_one())
            index = MatchIndex()
            index.load(connection, self.league_id)
            found = select(*league_rows.ENTRY).where(entry_table.c.league_id == self.league_id)
            entries = league_rows.read(LeagueEntry, connection.execute(found).all())
            self.index, self.entries = index, {entry.id: entry for entry in entries}
            self.cursor = since
        else:
            news = changes(connection, self.league_id, self.cursor)
            if news.entries:  # new ones come last: the order stays that of the numbers
                self.entries = self.entries | {entry.id: entry for entry in news.entries}
            self.index.take(news.matches, news.results)
            self.cursor = news.cursor
        self._read_queue(connection)
        self._read_table(connection)

    def _read_table(self, connection: Connection) -> None:
        table = contest_tables.snapshots
        made = connection.execute(select(table.c.made).where(table.c.contest_id == self.contest_id)).scalar()
        if made is not None and made != self.table.made:
            wanted = rows.query(Snapshot, table).where(table.c.contest_id == self.contest_id)
            self.table = TableSnapshot(rows.first(connection, Snapshot, wanted))

    def _read_queue(self, connection: Connection) -> None:
        wanted = (
            select(runners.c.label, runners.c.id, *league_rows.MATCH)
            .select_from(pending)
            .join(matches, (matches.c.league_id == pending.c.league_id) & (matches.c.number == pending.c.number))
            .outerjoin(runners, runners.c.id == pending.c.runner_id)
            .where(pending.c.league_id == self.league_id)
        )
        busy = connection.execute(wanted.where(pending.c.runner_id.is_not(None)).order_by(pending.c.number)).all()
        free = wanted.where(pending.c.runner_id.is_(None)).order_by(pending.c.number).limit(NEXT_SHOWN)
        self.playing, self.next = _pending(busy), _pending(connection.execute(free).all())
        lanes = rows.query(Lane, contest_tables.lanes)
        self.lanes = rows.found(connection, Lane, lanes.order_by(contest_tables.lanes.c.at.desc()))

    # Bots

    def bot(self, entry: int) -> LeagueEntry:
        """A version of a bot; raises Missing."""
        found = self.entries.get(entry)
        if found is None:
            raise Missing("there is no such bot")
        return found

    def versions(self, bot: str) -> list[LeagueEntry]:
        """The versions of a bot, the newest first."""
        return sorted((each for each in self.entries.values() if each.bot == bot), key=lambda each: -each.id)

    def newest(self, bot: str) -> LeagueEntry | None:
        """The newest version of a bot."""
        return next(iter(self.versions(bot)), None)

    def active(self) -> list[LeagueEntry]:
        """The versions that play, in the order in which they joined."""
        return [entry for entry in self.entries.values() if entry.left is None]

    # Matches

    def match(self, number: int) -> ScheduledMatch:
        """A match; raises Missing."""
        found = self.matches([number])
        if not found:
            raise Missing("there is no such match")
        return found[0]

    def matches(self, numbers: Sequence[int]) -> list[ScheduledMatch]:
        """Matches by number, in that order; those that do not exist are left out."""
        return self._site.read(lambda connection: _played(connection, self.league_id, numbers))

    def find(self, wanted: MatchFilter, count: int) -> tuple[list[ScheduledMatch], int]:
        """Matches that fit, and the number below which there are more; 0 if these are all."""
        numbers: list[int] = []
        for number in self.index.find(wanted):
            if len(numbers) == count:
                return self.matches(numbers), numbers[-1]
            numbers.append(number)
        return self.matches(numbers), 0

    def number_of(self, digest: str) -> int | None:
        """The match that has a replay."""
        wanted = select(results.c.number).where(results.c.league_id == self.league_id, results.c.replay == digest)
        found = self._site.read(lambda connection: connection.execute(wanted.limit(1)).scalar())
        return None if found is None else int(found)

    # Runners

    def runner_lanes(self, now: float) -> list[Lane]:
        """The work of the runners that are alive, for this contest or for all."""
        alive = [lane for lane in self.lanes if now - lane.at < LANE_SECONDS]
        return [lane for lane in alive if lane.contest_id in (0, self.contest_id)]

    def has_runner(self, now: float) -> bool:
        """Whether any runner of the server is alive."""
        return any(now - lane.at < LANE_SECONDS for lane in self.lanes)


def _pending(found: Sequence[Sequence[object]]) -> list[PendingMatch]:
    read = league_rows.read(LeagueMatch, [row[2:] for row in found])
    labels = [str(row[0] or "a runner") if row[1] is not None else "" for row in found]
    return [PendingMatch(match, label) for match, label in zip(read, labels, strict=True)]


def _played(connection: Connection, league_id: int, numbers: Sequence[int]) -> list[ScheduledMatch]:
    if not numbers:
        return []
    wanted = select(*league_rows.MATCH).where(matches.c.league_id == league_id, matches.c.number.in_(numbers))
    found = {each.number: each for each in league_rows.read(LeagueMatch, connection.execute(wanted).all())}
    wanted = select(*league_rows.RESULT).where(results.c.league_id == league_id, results.c.number.in_(numbers))
    ended = {each.number: each for each in league_rows.read(StoredResult, connection.execute(wanted).all())}
    return [ScheduledMatch(found[number], ended.get(number)) for number in numbers if number in found]
