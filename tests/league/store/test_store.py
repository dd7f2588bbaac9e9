"""The promises of a store, on every kind of database."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanista.core.errors import StoreError
from lanista.league.store import LeagueMatch, LeagueRecord, LeagueStore, StoredResult, open_store
from tests.postgres import PostgresServer


@pytest.fixture
def league(store: LeagueStore) -> LeagueRecord:
    """A league of three bots."""
    record = store.create_league("cup", "coins", "round-robin", 2**64 - 1, {"best_of": 3})
    for name in ("ann", "bob", "eve"):
        store.add_entry(record.id, name, f"digest of {name}", builtin=name)
    return record


def schedule(store: LeagueStore, league: LeagueRecord, *seats: tuple[int, ...]) -> None:
    """Append matches between entries."""
    seen = store.changes(league.id)
    start = len(seen.matches)
    added = [LeagueMatch(start + at, start + at, 0, each, 2**64 - 1 - at) for at, each in enumerate(seats)]
    assert store.extend(league.id, seen.cursor, added)


def test_a_league_is_kept_as_it_was_made(store: LeagueStore, league: LeagueRecord):
    assert (league.seed, league.options) == (2**64 - 1, {"best_of": 3})
    assert store.leagues() == [league]
    assert store.find_league("cup") == store.find_league() == league


def test_a_taken_name_is_refused(store: LeagueStore, league: LeagueRecord):
    with pytest.raises(StoreError, match="there is a league 'cup' already; choose another name"):
        store.create_league("cup", "coins", "ladder", 1)


def test_an_unknown_league_is_refused_with_those_that_exist(store: LeagueStore, league: LeagueRecord):
    with pytest.raises(StoreError, match="no league 'cupp'; did you mean 'cup'"):
        store.find_league("cupp")


def test_a_match_is_claimed_once(store: LeagueStore, league: LeagueRecord):
    schedule(store, league, (0, 1), (1, 2), (2, 0))
    one, two = store.begin_runner("one"), store.begin_runner("two")
    assert [claim.match.number for claim in store.claim(league.id, one, 2)] == [0, 1]
    assert [claim.match.number for claim in store.claim(league.id, two, 2)] == [2]
    assert store.claim(league.id, one, 5) == []


def test_the_first_result_of_a_match_stays(store: LeagueStore, league: LeagueRecord):
    schedule(store, league, (0, 1), (1, 2))
    one, two = store.begin_runner("one"), store.begin_runner("two")
    store.claim(league.id, one, 2)
    assert store.record(league.id, one, [StoredResult(1, (1, 2)), StoredResult(0, (2, 1))]) == [0, 1]
    assert store.record(league.id, two, [StoredResult(1, (2, 1))]) == []
    assert [(r.ranks, r.runner) for r in store.changes(league.id).results] == [((2, 1), "one"), ((1, 2), "one")]


def test_a_void_match_is_claimed_again_with_its_attempts(store: LeagueStore, league: LeagueRecord):
    schedule(store, league, (0, 1), (1, 2))
    runner = store.begin_runner()
    store.claim(league.id, runner, 2)
    assert store.release(league.id, runner, [0], void=True) == [0]
    assert store.release(league.id, runner, [0], void=True) == []  # it has given it back
    assert store.release(league.id, runner, [1]) == [1]
    assert [claim.attempt for claim in store.claim(league.id, runner, 2)] == [1, 0]


def test_a_schedule_is_extended_by_who_comes_first(store: LeagueStore, league: LeagueRecord):
    seen = store.changes(league.id)
    assert store.extend(league.id, seen.cursor, [LeagueMatch(0, 0, 0, (0, 1), 5)])
    assert not store.extend(league.id, seen.cursor, [LeagueMatch(0, 0, 0, (0, 1), 5)])
    assert len(store.changes(league.id).matches) == 1


def test_a_schedule_is_not_extended_by_who_has_not_seen_an_entry_leave(store: LeagueStore, league: LeagueRecord):
    seen = store.changes(league.id)
    store.remove_entry(league.id, "ann")
    assert not store.extend(league.id, seen.cursor, [LeagueMatch(0, 0, 0, (0, 1), 5)])


def test_a_bot_that_leaves_has_its_matches_cancelled(store: LeagueStore, league: LeagueRecord):
    schedule(store, league, (0, 1), (1, 2), (2, 0))
    runner = store.begin_runner()
    store.record(league.id, runner, [StoredResult(0, (1, 2))])
    seen = store.changes(league.id)
    assert store.remove_entry(league.id, "ann").left == 3
    assert [claim.match.number for claim in store.claim(league.id, runner, 9)] == [1]
    since = store.changes(league.id, seen.cursor)
    assert [(entry.bot, entry.left) for entry in since.entries] == [("ann", 3)]
    assert [(result.number, result.void) for result in since.results] == [(2, "cancelled: ann left")]


def test_a_new_version_replaces_the_former(store: LeagueStore, league: LeagueRecord):
    schedule(store, league, (0, 1), (1, 2))
    digest = store.add_archive(b"new")
    entry = store.add_entry(league.id, "ann", digest)
    assert (entry.id, entry.version, entry.joined, store.archive(digest)) == (3, 2, 2, b"new")
    assert store.add_entry(league.id, "ann", digest) == entry
    assert [result.void for result in store.changes(league.id).results] == ["cancelled: ann has a new version"]


def test_an_entry_needs_its_archive(store: LeagueStore, league: LeagueRecord):
    with pytest.raises(StoreError, match="needs an archive"):
        store.add_entry(league.id, "zoe", "0" * 64)


def test_a_runner_that_ends_gives_its_matches_back(store: LeagueStore, league: LeagueRecord):
    schedule(store, league, (0, 1))
    one, two = store.begin_runner(), store.begin_runner()
    store.claim(league.id, one, 1)
    store.end_runner(one)
    assert len(store.claim(league.id, two, 1)) == 1


def test_the_folder_of_replays_is_kept_in_a_store_without_a_file(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    address = postgres.new_store()
    monkeypatch.chdir(tmp_path)
    with open_store(address, create=False) as store:
        assert store.replays.folder == tmp_path / "lanista.replays"
    open_store(address).close()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with open_store(address) as store:
        assert store.replays.folder == tmp_path / "lanista.replays"
        store.keep_replays_in(tmp_path / "shared")
    with open_store(address) as store:
        assert store.replays.folder == tmp_path / "shared"
    monkeypatch.setenv("LANISTA_REPLAYS", str(tmp_path / "mine"))
    with open_store(address) as store:
        assert store.replays.folder == tmp_path / "mine"


def test_a_replay_is_moved_in_by_its_digest(store: LeagueStore, tmp_path: Path):
    for _ in range(2):
        (tmp_path / "match.gz").write_bytes(b"replay")
        digest = store.replays.put(tmp_path / "match.gz")
    path = tmp_path / "lanista.replays" / digest[:2] / f"{digest}.jsonl.gz"
    assert store.replays.path(digest) == path
    assert path.read_bytes() == b"replay"
    assert store.replays.exists(digest)
    assert list(store.replays.digests()) == [digest]
    assert not (tmp_path / "match.gz").exists()
