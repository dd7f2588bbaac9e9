"""Addresses and files that are no stores get a sentence that says what to do, and never show a password."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.core.errors import FileError, StoreError
from lanista.league.store import open_store
from tests.postgres import PASSWORD, SECRET, PostgresServer


def refusal(address: str | Path) -> str:
    """The message when an address is refused."""
    with pytest.raises((StoreError, FileError)) as caught:
        open_store(address)
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None or isinstance(caught.value, FileError)
    return str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("no database at all\n" * 100)
    assert "it is not a database; name another file" in refusal(tmp_path / "notes.txt")


def test_a_database_of_another_program(tmp_path: Path):
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE birds (name)")
    other.close()
    said = refusal(tmp_path / "other.db")
    assert "tables of another program ('birds' and others); name an empty database" in said


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER spy AFTER UPDATE ON leagues BEGIN DELETE FROM results; END",
        "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n",
    ],
)
def test_a_store_with_programs_of_a_stranger(tmp_path: Path, statement: str):
    open_store(tmp_path / "lanista.db").close()
    with sqlite3.connect(tmp_path / "lanista.db") as other:
        other.execute(statement)
    other.close()
    assert "it holds views or triggers" in refusal(tmp_path / "lanista.db")


def test_a_store_without_one_of_its_tables(tmp_path: Path):
    open_store(tmp_path / "lanista.db").close()
    with sqlite3.connect(tmp_path / "lanista.db") as other:
        other.execute("DROP TABLE settings")
    other.close()
    assert "the file is damaged, or not a store of lanista" in refusal(tmp_path / "lanista.db")


def test_a_folder(tmp_path: Path):
    assert "is a folder; name a file, such as lanista.db in it" in refusal(tmp_path)


def test_a_missing_folder(tmp_path: Path):
    assert "there is no folder" in refusal(tmp_path / "missing" / "lanista.db")


def test_a_missing_file_is_not_created_by_those_who_only_look(tmp_path: Path):
    with pytest.raises(StoreError, match=r"there is no store .*; make a league with `lanista league new`"):
        open_store(tmp_path / "lanista.db", create=False)
    assert not (tmp_path / "lanista.db").exists()


def test_a_truncated_file(tmp_path: Path):
    path = tmp_path / "lanista.db"
    open_store(path).close()
    path.write_bytes(path.read_bytes()[:5000])
    assert "the file is damaged" in refusal(path)


def test_a_read_only_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "lanista.db"
    open_store(path).close()
    monkeypatch.setattr(os, "access", lambda asked, mode: asked != path)  # root may write to all
    assert "cannot write to the store" in refusal(path)


def test_a_file_that_turns_out_to_be_read_only(tmp_path: Path):
    with open_store(tmp_path / "lanista.db") as store:
        store._database.read(lambda connection: connection.exec_driver_sql("PRAGMA query_only = ON"))
        with pytest.raises(StoreError, match="it cannot be written to; change the permissions"):
            store.begin_runner()


@pytest.mark.parametrize("address", ["mysql://bob:s3cret@host/db", "http://s3cret@host", "sqlite:///x.db"])
def test_a_url_of_another_kind(address: str):
    said = refusal(address)
    assert "expected a file or postgresql://USER@HOST/DATABASE as store" in said
    assert "s3cret" not in said


@pytest.mark.parametrize("address", ["postgresql://bob:s3cret@host:port/db", "postgresql://bob:s3cret@[::1/db"])
def test_a_url_of_another_form(address: str):
    said = refusal(address)
    assert "expected postgresql://USER@HOST:PORT/DATABASE as store" in said
    assert "s3cret" not in said


def test_a_wrong_password(postgres: PostgresServer):
    address = postgres.new_database().replace("://lanista@", f"://{SECRET}:wr0ng@")
    said = refusal(address)
    assert "it refuses the user or the password; check the address" in said
    assert "wr0ng" not in said


def test_a_right_password(postgres: PostgresServer):
    address = postgres.new_database()
    postgres.run(f"ALTER DATABASE {address.partition('@/')[2].partition('?')[0]} OWNER TO {SECRET}")
    with open_store(address.replace("://lanista@", f"://{SECRET}:{PASSWORD}@")) as store:
        assert store.leagues() == []
        assert PASSWORD not in store.address


def test_a_missing_database(postgres: PostgresServer):
    assert "there is no such database; create it" in refusal(postgres.url("missing"))


def test_a_user_without_rights(postgres: PostgresServer):
    address = postgres.new_database().replace("://lanista@", f"://{SECRET}:{PASSWORD}@")
    assert "grant it the right to create tables" in refusal(address)


def test_a_missing_driver(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'lanista[postgres]'" in refusal("postgresql://localhost/db")


def test_values_of_leagues_need_no_database_library():
    script = "import sys, lanista.league.store, lanista.league.history; print('sqlalchemy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
