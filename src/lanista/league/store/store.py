"""A store of leagues: everything that runners, tables and reports read and write. Each call is one transaction."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec.structs import replace
from sqlalchemy import Connection

from lanista.core.errors import StoreError
from lanista.core.files import file_errors
from lanista.league.store import changes, inspection, leagues, roster, runners, schedule
from lanista.league.store.database import Database, Tell
from lanista.league.store.opening import is_url, open_database
from lanista.league.store.process import this_process
from lanista.league.store.quota import PlayedToday
from lanista.league.store.records import (
    Changes,
    Claim,
    DailyQuota,
    Freed,
    LeagueEntry,
    LeagueMatch,
    LeagueRecord,
    MatchCounts,
    RunnerProcess,
    StoredResult,
)
from lanista.league.store.replay_files import ReplayFiles
from lanista.league.store.replay_owner import Owner, mark, owner_of, refuse_others
from lanista.league.store.runners import LEASE_SECONDS, Watch

__all__ = ["LEASE_SECONDS", "LeagueStore", "open_store"]

REPLAYS = "replays"  # the setting: the folder of replays
DEFAULT_REPLAYS = Path("lanista.replays")
VARIABLE = "LANISTA_REPLAYS"  # names the folder of replays for this process


def open_store(
    address: str | Path,
    *,
    replays: Path | None = None,
    create: bool = True,
    adopt: bool = False,
    tell: Tell | None = None,
) -> LeagueStore:
    """Open a store: a path (SQLite, created if it is missing and `create` is set) or postgresql://USER@HOST/DATABASE.

    An older schema is migrated. `replays` names the folder of replays for this use, as does LANISTA_REPLAYS;
    that of another store is refused, unless `adopt` makes it this one's. `tell` receives a sentence when a lost
    connection is retried. Raises StoreError.
    """
    database = open_database(str(address), create=create, tell=tell)
    try:
        owner = Owner(database.read(leagues.identity), _place(str(address), database))
        folder = replays or _replay_folder(str(address), database, owner, create=create)
        mark(folder, owner, force=True) if adopt else refuse_others(folder, owner)
    except BaseException:
        database.close()
        raise
    return LeagueStore(database, folder, owner)


def _place(address: str, database: Database) -> str:
    """The address of a store, as other processes open it."""
    return re.sub("//[^@/]*@", "//", database.address) if is_url(address) else str(_path(address).resolve())


def _path(address: str) -> Path:
    return Path(address).expanduser()


def _replay_folder(address: str, database: Database, owner: Owner, *, create: bool) -> Path:
    """The folder of the replays: beside a file; otherwise as set in the store, initially the current folder.

    A store without a file keeps the folder that LANISTA_REPLAYS names if it has none, or that of another store.
    """
    given = os.environ.get(VARIABLE)
    kept = database.read(lambda connection: leagues.setting(connection, REPLAYS))
    beside = DEFAULT_REPLAYS.absolute() if is_url(address) else _path(address).with_suffix(".replays")
    folder = Path(given).expanduser() if given else beside if kept is None else beside.parent / kept
    is_homeless = create if kept is None else bool(given) and _is_foreign(beside.parent / kept, owner)
    if is_url(address) and is_homeless:
        refuse_others(folder, owner)
        database.write(lambda c: leagues.set_setting(c, REPLAYS, str(folder.absolute())))
    return folder


def _is_foreign(folder: Path, owner: Owner) -> bool:
    marker = owner_of(folder)
    return marker is not None and marker.store.id != owner.id


class LeagueStore:
    """An open store. Several processes and threads may use the same one at once."""

    def __init__(
        self, database: Database, replays: Path, owner: Owner, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = database.address  # without a password
        self.replays = ReplayFiles(replays, owner, self.referenced_replays)
        self._database = database
        self._watch = Watch(clock)
        self._today = PlayedToday()
        self._held: defaultdict[tuple[int, int], set[int]] = defaultdict(set)  # matches by league and runner

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def database(self) -> Database:
        """The database, for what stands beside leagues in it."""
        return self._database

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def keep_replays_in(self, folder: Path) -> None:
        """Put replays in this folder from now on, for everyone who opens the store; moves none."""
        refuse_others(folder, self.replays.owner)
        self._database.write(lambda connection: leagues.set_setting(connection, REPLAYS, str(folder)))
        self.replays = ReplayFiles(folder, self.replays.owner, self.referenced_replays)

    # Leagues and bots

    def leagues(self) -> list[LeagueRecord]:
        """All leagues, in the order in which they were made."""
        return self._database.read(leagues.all_leagues)

    def create_league(
        self,
        name: str,
        game: str,
        format: str,  # noqa: A002 - as in LeagueRecord
        seed: int,
        options: Mapping[str, Any] | None = None,
    ) -> LeagueRecord:
        """Add a league; raises StoreError if its name is taken."""
        record = LeagueRecord(0, name, game, format, seed, dict(options or {}), time.time())
        return self._database.write(lambda connection: leagues.create(connection, record))

    def find_league(self, name: str | None = None) -> LeagueRecord:
        """The league with this name, or the only one; raises StoreError."""
        return self._database.read(lambda connection: leagues.find(connection, name))

    def counts(self, league_id: int) -> MatchCounts:
        """The number of a league's matches in each state."""
        return self._database.read(lambda connection: leagues.counts(connection, league_id))

    def add_archive(self, data: bytes) -> str:
        """Store a bot's archive and return its digest; safe to repeat."""
        digest = hashlib.sha256(data).hexdigest()
        self._database.write(lambda connection: leagues.add_archive(connection, digest, data))
        return digest

    def archive(self, digest: str) -> bytes:
        """A bot's archive; raises StoreError if it is missing or damaged."""
        return self._database.read(lambda connection: leagues.archive(connection, digest))

    def add_entry(self, league_id: int, bot: str, digest: str, builtin: str = "") -> LeagueEntry:
        """Add a bot, or a new version of it, which retires the old one and cancels its matches without a result.

        A version that is already in the league stays as it is.
        """
        if not builtin and not self._database.read(lambda c: leagues.has_archive(c, digest)):
            raise StoreError("an entry needs an archive: call add_archive before add_entry")
        return self._database.write(lambda c: roster.add(c, league_id, bot, digest, builtin))

    def remove_entry(self, league_id: int, bot: str) -> LeagueEntry:
        """Remove a bot, and cancel its matches without a result."""
        return self._database.write(lambda connection: roster.remove(connection, league_id, bot))

    def quarantine(self, league_id: int, entry_id: int, why: str) -> LeagueEntry | None:
        """Remove a bot that fails too often, as `remove_entry` does; None if it has already left."""
        return self._database.write(lambda connection: roster.quarantine(connection, league_id, entry_id, why))

    def entries(self, league_id: int) -> list[LeagueEntry]:
        """All entries of a league, including those that have left, in the order in which they joined."""
        return self._database.read(lambda connection: roster.everyone(connection, league_id))

    # The history

    def changes(self, league_id: int, cursor: int = 0) -> Changes:
        """The changes in a league since the cursor of earlier ones; 0 gives everything."""
        return self._database.read(lambda connection: changes.changes(connection, league_id, cursor))

    def extend(self, league_id: int, cursor: int, matches: Sequence[LeagueMatch]) -> bool:
        """Append matches to the schedule, computed from the changes up to a cursor.

        False if it has grown since, or a bot has joined or left: read the changes and compute them again.
        """
        return self._database.write(lambda connection: schedule.extend(connection, league_id, cursor, matches))

    # Runners

    def begin_runner(self, label: str = "") -> RunnerProcess:
        """Make this process a runner; `label` is for people."""
        runner = this_process(label)
        return self._database.write(lambda connection: runners.begin(connection, runner))

    def beat(self, runner: RunnerProcess) -> None:
        """Send a heartbeat; call it every few seconds, from a separate thread."""
        self._database.write(lambda connection: runners.beat(connection, runner.id))

    def end_runner(self, runner: RunnerProcess) -> None:
        """Remove a runner, and free its matches."""
        self._database.write(lambda connection: runners.end(connection, runner.id))

    def runners(self, league_id: int) -> list[RunnerProcess]:
        """The runners that have claimed matches of a league, alive or not."""
        return self._database.read(lambda connection: runners.claimants(connection, league_id))

    def free_dead(self, league_id: int, runner: RunnerProcess | None = None) -> list[Freed]:
        """Free the matches of dead runners; call it every few seconds.

        A runner is dead if its process on this machine has ended, or if its beat was the same for LEASE_SECONDS.
        """
        own = None if runner is None else runner.id
        others = [other for other in self.runners(league_id) if other.id != own]
        given_up = [(other, why) for other in others if (why := self._watch.judge(other))]
        if not given_up:
            return []
        return self._database.write(lambda connection: runners.free(connection, league_id, given_up))

    # Matches

    def claim(
        self, league_id: int, runner: RunnerProcess, count: int, *, per_day: int | None = None
    ) -> list[Claim]:
        """Take up to `count` matches that have no result and no runner, lowest numbers first.

        With `per_day`, all runners together play at most that many within 24 hours. The runner must use this same
        Store to record or release matches.
        """
        held = self._held[league_id, runner.id]
        claims = self._database.write(
            lambda c: schedule.claim(c, league_id, runner.id, count, held, per_day=per_day, today=self._today)
        )
        held.update(claim.match.number for claim in claims)
        return claims

    def quota(self, league_id: int, per_day: int) -> DailyQuota:
        """The matches that a daily limit allows now."""

        def work(connection: Connection) -> DailyQuota:
            return self._today.quota(connection, league_id, changes.lock(connection, league_id).cursor, per_day)

        return self._database.write(work)

    def release(
        self, league_id: int, runner: RunnerProcess, numbers: Collection[int], *, void: bool = False
    ) -> list[int]:
        """Give back claimed matches, to be played again; `void` counts an attempt of each.

        Returns those that the runner still had: others were freed or recorded meanwhile.
        """
        given = self._database.write(lambda c: schedule.release(c, league_id, runner.id, numbers, void=void))
        self._held[league_id, runner.id].difference_update(numbers)
        return given

    def record(self, league_id: int, runner: RunnerProcess, results: Sequence[StoredResult]) -> list[int]:
        """Write results in one transaction; a match that has one keeps it. Returns the numbers newly recorded."""
        signed = [replace(result, runner=result.runner or runner.label) for result in results]
        recorded = self._database.write(lambda connection: schedule.record(connection, league_id, signed))
        self._held[league_id, runner.id].difference_update(result.number for result in results)
        return recorded

    # Checks

    def integrity(self) -> list[str]:
        """Errors that the database finds in its file."""
        return self._database.read(inspection.integrity)

    def contradictions(self, league_id: int) -> list[str]:
        """Numbers of a league that contradict each other."""
        return self._database.read(lambda connection: inspection.counts(connection, league_id))

    def archive_digests(self) -> list[str]:
        """The digests of all archives."""
        return self._database.read(inspection.archive_digests)

    def referenced_replays(self) -> set[str]:
        """The digests of all replays that results name."""
        return self._database.read(inspection.referenced)

    def discard_unreferenced(self, files: Sequence[tuple[str, Path]], trash: Path) -> list[Path]:
        """Move files of replays, (digest, path), that no result names; raises StoreError while a runner plays."""
        with file_errors(self.replays.folder, "move replays from"):
            return self._database.write(lambda c: inspection.discard_unreferenced(c, files, trash))
