"""Tables as lines of JSON, the same for SQLite and PostgreSQL: what a backup holds of a database."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, MetaData, Table, delete, func, insert, select, text

from lanista.core.errors import InputError
from lanista.core.text import brief, quoted
from lanista.league.store import contest_tables
from lanista.league.store.store import REPLAYS

MADE_UP = frozenset(
    {"runners", "lanes", "sessions", "throttles"}
)  # of processes and visits, which end with the server
CHUNK = 500  # rows
FETCHED = 1000  # rows at once from the server
RUNNING, WAITING, CHECKING = "running", "waiting", "checking"

Row = dict[str, Any]


class SavedTable(msgspec.Struct, frozen=True):
    """A table in a backup."""

    name: str
    rows: int
    digest: str  # of its file


def tables() -> list[Table]:
    """The tables that a backup holds, in an order in which rows name only rows before them."""
    return [table for table in contest_tables.users.metadata.sorted_tables if table.name not in MADE_UP]


# Writing


def save_table(connection: Connection, table: Table, path: Path) -> SavedTable:
    """Write the rows of a table as lines of JSON; work in progress is written as waiting."""
    found, count = hashlib.sha256(), 0
    encoder = msgspec.json.Encoder()
    with open(path, "wb") as file:
        for row in _rows(connection, table):
            line = encoder.encode(_settled(table.name, row)) + b"\n"
            file.write(line)
            found.update(line)
            count += 1
    return SavedTable(str(table.name), count, found.hexdigest())


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    """All rows; those with large contents one at a time, so that they need not be in memory together."""
    names = [column.name for column in table.columns]
    keys = list(table.primary_key.columns)
    if any(isinstance(column.type, LargeBinary) for column in table.columns):
        for key in connection.execute(select(*keys).order_by(*keys)).all():
            same = [column == value for column, value in zip(keys, key, strict=True)]
            yield dict(zip(names, connection.execute(select(table).where(*same)).one(), strict=True))
        return
    streamed = connection.execution_options(yield_per=FETCHED).execute(select(table).order_by(*keys))
    for row in streamed:
        yield dict(zip(names, row, strict=True))


def _settled(table: str, row: Row) -> Row:
    """A row as it is when no runner is at work; the runners of a backup do not exist where it is restored."""
    if table == "pending":
        return row | {"runner_id": None}
    if table == "jobs" and row["state"] == RUNNING:
        return row | {"state": WAITING, "runner_id": 0, "began": 0.0}
    if table == "uploads" and row["state"] == CHECKING:
        return row | {"state": WAITING}
    return row


# Reading


def load_tables(
    connection: Connection, saved: Iterable[SavedTable], lines: Callable[[str], Iterator[bytes]]
) -> None:
    """Fill the tables of an empty store; raises InputError for rows that do not fit."""
    present = MetaData()
    present.reflect(connection)
    connection.execute(delete(present.tables["settings"]))  # with the id that every new store gets
    for each in saved:
        table = present.tables.get(each.name)
        if table is None or each.name in MADE_UP:
            raise InputError(f"the backup holds a table {quoted(each.name)}, which this version does not know")
        _load(connection, table, each, lines(each.name))


def _load(connection: Connection, table: Table, saved: SavedTable, lines: Iterator[bytes]) -> None:
    names = {column.name for column in table.columns}
    binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    waiting: list[Row] = []
    for line in lines:
        waiting.append(_read(line, table.name, names, binary))
        if len(waiting) == CHUNK or binary:
            connection.execute(insert(table), waiting)
            waiting = []
    if waiting:
        connection.execute(insert(table), waiting)
    if table.name == "settings":  # where replays are is decided anew
        connection.execute(delete(table).where(table.c.name == REPLAYS))
    elif connection.execute(select(func.count()).select_from(table)).scalar_one() != saved.rows:
        raise InputError(f"the backup should have {saved.rows} rows of {table.name}, and has another number")
    _continue_numbers(connection, table)


def _read(line: bytes, table: str, names: set[str], binary: set[str]) -> Row:
    try:
        row = msgspec.json.decode(line, type=dict[str, Any])
        for name in binary & row.keys():
            row[name] = msgspec.convert(row[name], bytes)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InputError(f"a row of {table} in the backup cannot be read: {brief(error)}") from None
    if row.keys() != names:
        raise InputError(f"a row of {table} in the backup has other columns than the table")
    return row


def _continue_numbers(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after those that were restored; SQLite does so by itself."""
    keys = list(table.primary_key.columns)
    if connection.dialect.name != "postgresql" or len(keys) != 1 or keys[0].name != "id":
        return
    sequence = connection.execute(select(func.pg_get_serial_sequence(table.name, "id"))).scalar()
    highest = connection.execute(select(func.max(keys[0]))).scalar()
    if sequence and highest:
        connection.execute(text("SELECT setval(:sequence, :highest)"), {"sequence": sequence, "highest": highest})
