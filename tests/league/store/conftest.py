"""Stores on every kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from lanista.league.store import LeagueStore, open_store
from lanista.league.store.tables import METADATA
from tests.postgres import PostgresServer


def empty(address: str) -> None:
    """Empty a store on PostgreSQL, which is faster than to create another one."""
    tables = ", ".join(set(METADATA.tables) - {"settings"})
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {tables} RESTART IDENTITY")
        connection.execute("DELETE FROM settings WHERE name <> 'id'")


@pytest.fixture(scope="session")
def shared(postgres: PostgresServer) -> str:
    """The address of a store on PostgreSQL that tests use one after the other."""
    return postgres.new_store()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store."""
    if request.param == "sqlite":
        return str(tmp_path / "lanista.db")
    found: str = request.getfixturevalue("shared")
    empty(found)
    return found


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[LeagueStore]:
    """A new store."""
    with open_store(address, replays=tmp_path / "lanista.replays") as opened:
        yield opened
