"""Converts between the rows of contest tables and their values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Column, Connection, Row, Select, Table, select

from lanista.league.store.faults import DamageError
from lanista.league.store.rows import clean

T = TypeVar("T", bound=msgspec.Struct)

JSON = ("options", "scopes", "card", "request", "outcome")  # columns that hold JSON


def columns(kind: type[msgspec.Struct], table: Table) -> list[Column[Any]]:
    """The columns that hold the fields of a value."""
    return [table.c[name] for name in kind.__struct_fields__]


def query(kind: type[msgspec.Struct], table: Table) -> Select[Any]:
    """A query for values; add conditions, then pass it to `found` or `first`."""
    return select(*columns(kind, table))


def found(connection: Connection, kind: type[T], wanted: Select[Any]) -> list[T]:
    """The values that a query finds."""
    return [_value(kind, row) for row in connection.execute(wanted)]


def first(connection: Connection, kind: type[T], wanted: Select[Any]) -> T | None:
    """The first value that a query finds."""
    row = connection.execute(wanted.limit(1)).first()
    return None if row is None else _value(kind, row)


def _value(kind: type[T], row: Row[Any]) -> T:
    fields: dict[str, Any] = dict(zip(kind.__struct_fields__, row, strict=True))
    try:
        for name in JSON:
            if name in fields:
                fields[name] = msgspec.json.decode(fields[name])
        return msgspec.convert(fields, kind)
    except (ValueError, RecursionError) as error:
        raise DamageError(f"a {kind.__name__} in it cannot be read ({clean(str(error))[:200]})") from None


def written(value: msgspec.Struct, *, without: Iterable[str] = ()) -> dict[str, Any]:
    """A value as the fields of a row."""
    return {name: plain(getattr(value, name)) for name in value.__struct_fields__ if name not in without}


def plain(value: object) -> object:
    """A field as a column holds it."""
    if isinstance(value, str):
        return clean(str(value))
    if isinstance(value, (tuple, list, dict)):
        return clean(msgspec.json.encode(value).decode())
    return value
