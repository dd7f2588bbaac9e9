"""The schema: migrations and tables agree, older stores are migrated with all they hold, newer ones refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from lanista.core.errors import StoreError
from lanista.league.store import open_store, schema
from lanista.league.store.opening import open_database
from lanista.league.store.tables import METADATA
from tests.league.store.leagues import new_league
from tests.postgres import PostgresServer

NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9000", "{head}"


def upgrade():
    op.add_column("leagues", sa.Column("motto", sa.String(), nullable=False, server_default="fair play"))
    {failure}
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "lanista.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes the package know a second version of the schema."""

    def release(failure: str = "") -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(schema.MIGRATIONS, folder)
        (folder / "versions" / "v9000_motto.py").write_text(NEXT.format(head=schema.HEAD, failure=failure))
        monkeypatch.setattr(schema, "MIGRATIONS", folder)
        monkeypatch.setattr(schema, "HEAD", "9000")

    return release


def test_the_newest_migration_is_known():
    script = ScriptDirectory(str(schema.MIGRATIONS))
    assert script.get_heads() == [schema.HEAD]


def test_migrations_give_the_tables_that_are_declared(address: str):
    def differences(connection):
        return compare_metadata(
            MigrationContext.configure(connection, opts={"version_table": schema.VERSION_TABLE}), METADATA
        )

    database = open_database(address)
    assert database.read(differences) == []
    database.close()


def test_an_older_store_is_migrated_with_what_it_holds(address: str, next_version: Callable[[], None]):
    with open_store(address) as store:
        league = new_league(store)
    next_version()
    with open_store(address) as store:
        assert store.leagues() == [league]
        assert len(store.changes(league.id).entries) == 3
        mottos = store._database.read(lambda c: c.exec_driver_sql("SELECT motto FROM leagues").scalars().all())
        assert mottos == ["fair play"]


def test_a_migration_that_fails_changes_nothing(
    address: str, next_version: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
):
    with open_store(address) as store:
        league = new_league(store)
    with monkeypatch.context() as undone:
        undone.setattr(schema, "HEAD", schema.HEAD)
        undone.setattr(schema, "MIGRATIONS", schema.MIGRATIONS)
        next_version("raise RuntimeError('power failure')")
        with pytest.raises(RuntimeError, match="power failure"):
            open_store(address)
    monkeypatch.undo()
    with open_store(address) as store:
        assert store.leagues() == [league]


def test_a_newer_store_is_refused(address: str, monkeypatch: pytest.MonkeyPatch):
    open_store(address).close()
    database = open_database(address)
    database.write(lambda c: c.exec_driver_sql("UPDATE lanista_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(StoreError, match="'9999', which this version of lanista does not know") as caught:
        open_store(address)
    assert "a newer lanista has written it; install that one" in str(caught.value)
