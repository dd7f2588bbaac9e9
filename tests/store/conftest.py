"""Stores on every kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.store import Store, open_store
from tests.postgres import PostgresServer


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new store."""
    if request.param == "sqlite":
        return str(tmp_path / "lanista.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_store()


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[Store]:
    """A new store."""
    with open_store(address, replays=tmp_path / "lanista.replays") as opened:
        yield opened
