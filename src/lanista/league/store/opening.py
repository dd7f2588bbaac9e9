"""Opens the database behind an address: a file, or a PostgreSQL server."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import Connection, text

from lanista.core.errors import StoreError
from lanista.core.files import file_errors
from lanista.core.text import inert
from lanista.league.store import schema
from lanista.league.store.database import RETRY_SECONDS, Database, Tell, Work, sqlite_engine

POSTGRES = ("postgresql://", "postgres://")
MIGRATING = 0x6C616E69  # the advisory lock of migrations


def is_url(address: str) -> bool:
    """Whether an address is a URL rather than a path."""
    return "://" in address


def open_database(address: str, *, create: bool = True, tell: Tell | None = None) -> Database:
    """Connect, and bring the schema up to date."""
    database = _connect(address, create=create, tell=tell)
    try:
        _bring_up_to_date(database)
    except BaseException:
        database.close()
        raise
    database.patience = RETRY_SECONDS
    return database


def new_database(address: str, revision: str, fill: Work[None]) -> None:
    """Make a store with an older version of the schema in an empty database and fill it, in one transaction."""
    database = _connect(address, create=True, tell=None)

    def work(connection: Connection) -> None:
        if _version(connection, database.address) is not None:
            raise StoreError(f"the store {inert(database.address)} is not empty; name an empty one")
        schema.migrate(connection, revision)
        fill(connection)

    try:
        database.write(work)
    finally:
        database.close()


def _connect(address: str, *, create: bool, tell: Tell | None) -> Database:
    if address.startswith(POSTGRES):
        from lanista.league.store.postgres import open_postgres

        return open_postgres(address, tell)
    if is_url(address):
        kind = inert(address.partition("://")[0], 30)
        raise StoreError(f"expected a file or postgresql://USER@HOST/DATABASE as store, got {kind}://...")
    return _open_file(Path(address).expanduser(), create=create, tell=tell)


def _open_file(path: Path, *, create: bool, tell: Tell | None) -> Database:
    with file_errors(path, "open the store"):
        if path.is_dir():
            raise StoreError(f"the store {inert(str(path))} is a folder; name a file, such as lanista.db in it")
        if not path.exists():
            _check_creation(path, create)
        elif not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
            raise StoreError(
                f"cannot write to the store {inert(str(path))}; change the permissions of the file and its "
                "folder, or copy it"
            )
    return Database(sqlite_engine(path), str(path), tell=tell)


def _check_creation(path: Path, create: bool) -> None:
    if not create:
        raise StoreError(
            f"there is no store {inert(str(path))}; make a league with `lanista league new`, or name its store "
            "with --store"
        )
    if not path.parent.is_dir():
        raise StoreError(
            f"there is no folder {inert(str(path.parent))} for the store; create it, or choose another"
        )


def _bring_up_to_date(database: Database) -> None:
    if database.read(lambda connection: _version(connection, database.address)) != schema.HEAD:
        database.write(lambda connection: _migrate(connection, database.address))


def _version(connection: Connection, address: str) -> str | None:
    try:
        return schema.version(connection)
    except StoreError as error:
        raise StoreError(f"cannot use the store {inert(address)}: {error}") from None


def _migrate(connection: Connection, address: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
    if _version(connection, address) == schema.HEAD:  # another process was faster
        return
    try:
        schema.migrate(connection)
    except StoreError as error:
        raise StoreError(f"cannot use the store {inert(address)}: {error}") from None
