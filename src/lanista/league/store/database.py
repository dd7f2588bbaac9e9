"""A database and its transactions: atomic, with bounded waits and errors in plain words."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from lanista.league.store import faults

T = TypeVar("T")
Work = Callable[[Connection], T]
Tell = Callable[[str], None]

LOCK_SECONDS = 30  # how long a transaction waits for others
RETRY_SECONDS = 60  # how long a server may be away
CONNECT_SECONDS = 10
BEGIN = "lanista_begin"
PRAGMAS = {
    "journal_mode": "WAL",  # readers and a writer do not wait for each other
    "synchronous": "FULL",  # a result that was seen survives a power failure
    "foreign_keys": "ON",
    "trusted_schema": "OFF",  # a file may be a stranger's
    "wal_autocheckpoint": 16_384,  # pages, 64 MB: the file itself changes rarely, so a copy in mid-run is whole
}


class Database:
    """Transactions on one database.

    A transaction must be repeatable: if the connection is lost at its end, it may or may not be committed.
    """

    def __init__(self, engine: Engine, address: str, secret: str = "", tell: Tell | None = None) -> None:
        self.address = address  # without a password
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.patience = 0.0  # seconds for which a lost server is tried again
        self._secret = secret
        self._tell = tell
        self._engine = engine
        self._reading = engine.execution_options(**_READING[self.is_sqlite])
        self._writing = engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})

    def read(self, work: Work[T]) -> T:
        """Run a transaction that only reads, all of it at one moment."""
        return self._run(self._reading, work)

    def write(self, work: Work[T]) -> T:
        """Run a transaction that writes."""
        return self._run(self._writing, work)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _run(self, engine: Engine, work: Work[T]) -> T:
        until: float | None = None
        pause = 0.05
        while True:
            try:
                with engine.begin() as connection:
                    return work(connection)
            except SQLAlchemyError as error:
                now = time.monotonic()
                is_first, until = until is None, now + self.patience if until is None else until
                if not faults.is_passing(error) or now + pause > until:
                    raise faults.explain(error, self.address, self._secret) from None
                if is_first:
                    self._say(error, until - now)
            except (faults.DamageError, *faults.ODD_VALUES) as error:
                raise faults.explain_damage(error, self.address) from None
            time.sleep(pause)
            pause = min(2 * pause, 2.0)

    def _say(self, error: SQLAlchemyError, left: float) -> None:
        if self._tell is not None:
            reason = faults.explain(error, self.address, self._secret)
            self._tell(f"{reason}; trying again for up to {left:.0f} s")


_READING: dict[bool, dict[str, Any]] = {
    True: {BEGIN: "BEGIN"},
    False: {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}


def sqlite_engine(path: Path) -> Engine:
    """An engine for a SQLite file."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": LOCK_SECONDS},
        pool_timeout=LOCK_SECONDS,
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves: writers take the lock at once
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options()[BEGIN])
