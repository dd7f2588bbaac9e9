"""Each store has an id, and its folder of replays carries it: no store touches the replays of another one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from lanista.core.errors import StoreError
from lanista.league.check import check_store
from lanista.league.checked import CheckedStore
from lanista.league.store import LeagueMatch, LeagueStore, StoredResult, open_store, schema
from lanista.league.store.database import Database, sqlite_engine
from lanista.league.store.replay_owner import MARKER, owner_of
from tests.postgres import PostgresServer


def play(store: LeagueStore, text: bytes) -> Path:
    """A store with a league of one match, and its replay."""
    league = store.create_league("cup", "coins", "ladder", 1)
    store.add_entry(league.id, "ann", "ann", builtin="ann")
    store.add_entry(league.id, "bob", "bob", builtin="bob")
    store.extend(league.id, store.changes(league.id).cursor, [LeagueMatch(0, 0, 0, (0, 1), 5)])
    runner = store.begin_runner()
    store.claim(league.id, runner, 1)
    digest = store.replays.put(draft(store, text))
    store.record(league.id, runner, [StoredResult(0, (1, 2), (3, 4), replay=digest)])
    store.end_runner(runner)
    return store.replays.path(digest)


def draft(store: LeagueStore, text: bytes) -> Path:
    path = store.replays.folder.parent / "draft.gz"
    path.write_bytes(text)
    return path


def check(address: str | Path, *, clean: bool = True, adopt: bool = False) -> CheckedStore:
    with open_store(address, create=False, adopt=adopt) as store:
        return check_store(store, sample=0, clean=clean, tell=lambda _: None)


def make_old(folder: Path) -> None:
    """Make a folder one that an older version wrote."""
    (folder / MARKER).unlink()


def test_each_store_has_an_id_of_its_own(tmp_path: Path):
    ids = set()
    for name in ("one.db", "two.db", "two.db"):
        with open_store(tmp_path / name) as store:
            ids.add(store.replays.owner.id)
    assert len(ids) == 2


def test_two_postgres_stores_used_from_one_folder(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """`check --clean` of the second removed the replays of the first."""
    monkeypatch.chdir(tmp_path)
    one, two = postgres.new_database(), postgres.new_database()
    with open_store(one) as store:
        kept = play(store, b"one")
    for _ in range(2):
        with pytest.raises(StoreError, match="are those of the store postgresql://") as caught:
            open_store(two)
    said = str(caught.value)
    with open_store(one) as store:
        assert str(store.replays.owner) in said
    assert "LANISTA_REPLAYS" in said
    assert "league check --adopt" in said
    monkeypatch.setenv("LANISTA_REPLAYS", "mine")
    open_store(two).close()
    monkeypatch.delenv("LANISTA_REPLAYS")
    with open_store(two, create=False) as store:  # it is remembered
        assert store.replays.folder == tmp_path / "mine"
        play(store, b"two")
    assert check(two).cleaned == 0
    assert kept.exists()


def test_two_files_that_differ_in_their_suffix(tmp_path: Path):
    with open_store(tmp_path / "cup.db") as store:
        play(store, b"one")
    with pytest.raises(StoreError, match=r"cup\.replays are those of the store .*cup\.db"):
        open_store(tmp_path / "cup.sqlite")


def test_a_folder_of_a_store_that_is_gone_can_be_adopted(tmp_path: Path):
    with open_store(tmp_path / "cup.db") as store:
        replay = play(store, b"one")
    found = check_adopted(tmp_path / "cup.sqlite")
    assert (found.cleaned, found.moved) == (1, [str(replay)])
    assert (Path(found.trash or "") / replay.name).read_bytes() == b"one"
    assert not replay.exists()


def check_adopted(path: Path) -> CheckedStore:
    shutil.copyfile(fresh(path.parent), path)
    return check(path, adopt=True)


def fresh(folder: Path) -> Path:
    open_store(folder / "fresh.db").close()
    return folder / "fresh.db"


def test_clean_moves_to_the_trash_and_lists(tmp_path: Path):
    with open_store(tmp_path / "cup.db") as store:
        replay = play(store, b"one")
        extra = store.replays.path(store.replays.put(draft(store, b"left by a kill")))
    found = check(tmp_path / "cup.db")
    assert (found.unreferenced, found.cleaned, found.moved) == (1, 1, [str(extra)])
    assert [path.name for path in Path(found.trash or "").iterdir()] == [extra.name]
    assert replay.exists()
    again = check(tmp_path / "cup.db")
    assert (again.unreferenced, again.cleaned, again.trash, again.moved) == (0, 0, None, [])


def test_an_old_folder_is_adopted_if_all_is_the_stores_own(tmp_path: Path):
    with open_store(tmp_path / "cup.db") as store:
        play(store, b"one")
        make_old(store.replays.folder)
    with open_store(tmp_path / "cup.db") as store:
        store.replays.put(draft(store, b"two"))
        marker = owner_of(store.replays.folder)
        assert marker is not None
        assert marker.store == store.replays.owner


def test_an_old_folder_with_other_replays_is_used_but_not_cleaned(tmp_path: Path):
    path = tmp_path / "cup.db"
    with open_store(path) as store:
        play(store, b"one")
        other = store.replays.path(store.replays.put(draft(store, b"of another store?")))
        make_old(store.replays.folder)
    with open_store(path) as store:
        store.replays.put(draft(store, b"two"))
    with pytest.raises(StoreError, match=r"has no marker of its store.* --adopt"):
        check(path)
    assert other.exists()
    assert check(path, clean=False, adopt=True).unreferenced == 2
    assert check(path).cleaned == 2


def test_a_new_store_refuses_an_old_folder_with_replays_of_others(tmp_path: Path):
    with open_store(tmp_path / "cup.db") as store:
        play(store, b"one")
        make_old(store.replays.folder)
    with (
        open_store(tmp_path / "cup.sqlite") as store,
        pytest.raises(StoreError, match=r"the 1 replays in .* are not those of the store"),
    ):
        store.replays.put(draft(store, b"two"))


def test_a_store_that_was_moved_or_copied_with_its_replays_still_works(tmp_path: Path):
    (tmp_path / "a").mkdir()
    with open_store(tmp_path / "a" / "cup.db") as store:
        play(store, b"one")
        store.replays.put(draft(store, b"left by a kill"))
    shutil.copytree(tmp_path / "a", tmp_path / "copy")
    assert check(tmp_path / "copy" / "cup.db").cleaned == 1
    os.rename(tmp_path / "a", tmp_path / "moved")
    assert check(tmp_path / "moved" / "cup.db").cleaned == 1


def test_two_copies_with_one_folder_do_not_clean_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with open_store(tmp_path / "cup.db") as store:
        play(store, b"one")
    shutil.copyfile(tmp_path / "cup.db", tmp_path / "copy.db")
    with open_store(tmp_path / "cup.db") as store:
        newer = store.replays.path(store.replays.put(draft(store, b"recorded since")))
    monkeypatch.setenv("LANISTA_REPLAYS", str(tmp_path / "cup.replays"))
    assert check(tmp_path / "copy.db", clean=False).missing == 0
    with pytest.raises(StoreError, match="is a copy of it"):
        check(tmp_path / "copy.db")
    assert newer.exists()


@pytest.mark.parametrize("text", ["", "{}", "[" * 9000, '{"store":1}', "\x1b[31m"])
def test_a_marker_that_cannot_be_read(tmp_path: Path, text: str):
    with open_store(tmp_path / "cup.db") as store:
        play(store, b"one")
    (tmp_path / "cup.replays" / MARKER).write_text(text)
    with pytest.raises(StoreError, match="if no other store uses the folder, mend it with"):
        open_store(tmp_path / "cup.db")
    open_store(tmp_path / "cup.db", adopt=True).close()
    open_store(tmp_path / "cup.db").close()


def test_a_store_without_an_id_is_damaged(tmp_path: Path):
    path = fresh(tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM settings")
    connection.close()
    with pytest.raises(StoreError, match="it has no id"):
        open_store(path)


def test_an_older_store_gets_an_id(tmp_path: Path):
    database = Database(sqlite_engine(tmp_path / "old.db"), "old.db")
    database.write(lambda connection: schema.migrate(connection, "0001"))
    database.close()
    with open_store(tmp_path / "old.db") as store:
        assert len(store.replays.owner.id) == 32
