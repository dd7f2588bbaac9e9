"""Several processes on one store, some of which are killed: every match counts once."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.core.errors import StoreError
from lanista.league.store import Changes, LeagueMatch, LeagueStore, StoredResult, open_store
from tests.league.store import worker as tasks
from tests.league.store.leagues import new_league, schedule
from tests.league.store.worker import Worker, working
from tests.postgres import PostgresServer
from tests.processes import eventually

MATCHES = 60


@pytest.fixture(scope="module")
def workers() -> Iterator[list[Worker]]:
    """Two processes."""
    with working() as one, working() as two:
        yield [one, two]


def test_a_new_store_is_created_once(workers: list[Worker], tmp_path: Path, postgres: PostgresServer):
    for address in (str(tmp_path / "lanista.db"), postgres.new_database()):
        for worker in workers:
            worker.send(tasks.create, address)
        for worker in workers:
            worker.result()
        with open_store(address) as store:
            assert store.leagues() == []


def test_no_two_runners_get_the_same_match(workers: list[Worker], store: LeagueStore, address: str):
    league = new_league(store)
    schedule(store, league.id, *[(0, 1)] * MATCHES)
    for worker in workers:
        worker.send(tasks.claim_all, address, league.id, 3)
    claimed = [worker.result() for worker in workers]
    assert sorted(claimed[0] + claimed[1]) == list(range(MATCHES))


def test_a_reader_misses_nothing_while_others_extend_and_record(
    workers: list[Worker], store: LeagueStore, address: str
):
    league = new_league(store)
    workers[0].send(tasks.lengthen, address, league.id, MATCHES)
    workers[1].send(tasks.play, address, league.id, MATCHES)
    seen = Changes(0)
    matches: list[LeagueMatch] = []
    results: list[StoredResult] = []
    while len(results) < MATCHES:
        seen = store.changes(league.id, seen.cursor)
        matches += seen.matches
        results += seen.results
    assert workers[0].result() == MATCHES
    assert sorted(workers[1].result()["recorded"]) == list(range(MATCHES))
    whole = store.changes(league.id)
    assert (whole.matches, whole.results) == (matches, sorted(results, key=lambda result: result.number))


def test_the_matches_of_a_killed_runner_are_free_at_once(store: LeagueStore, address: str):
    league = new_league(store)
    schedule(store, league.id, (0, 1), (1, 2))
    with working() as worker:
        worker.send(tasks.claim_all, address, league.id, 2)
        worker.result()
        assert store.free_dead(league.id) == []
    (freed,) = store.free_dead(league.id)
    assert (freed.numbers, freed.why) == ((0, 1), "its process is gone")
    assert len(store.claim(league.id, store.begin_runner(), 2)) == 2


def test_a_runner_killed_in_the_middle_loses_nothing(store: LeagueStore, address: str, workers: list[Worker]):
    league = new_league(store)
    schedule(store, league.id, *[(0, 1)] * MATCHES)
    with working() as victim:
        victim.send(tasks.play, address, league.id, MATCHES)
        eventually(lambda: store.counts(league.id).results > 0)
    before = store.changes(league.id).results
    store.free_dead(league.id)
    workers[0].send(tasks.play, address, league.id, MATCHES)
    recorded = workers[0].result()["recorded"]
    assert sorted([*recorded, *(result.number for result in before)]) == list(range(MATCHES))


def test_a_store_copied_while_it_is_written_can_be_continued(tmp_path: Path):
    address = tmp_path / "lanista.db"
    with open_store(address) as store, working() as worker:
        league = new_league(store)
        schedule(store, league.id, *[(0, 1)] * MATCHES)
        worker.send(tasks.play, str(address), league.id, MATCHES)
        copies: list[Path] = []
        while store.counts(league.id).results < MATCHES and len(copies) < 5:
            folder = tmp_path / f"copy{len(copies)}"
            folder.mkdir()
            for name in ("lanista.db", "lanista.db-wal"):
                shutil.copyfile(tmp_path / name, folder / name)
            copies.append(folder / "lanista.db")
        worker.result()
    assert copies
    for copy in copies:
        _continue(copy, league.id)


def _continue(address: Path, league_id: int) -> None:
    """Play the rest of a league; the runner in the copy is given up after a while."""
    clock = iter(range(0, 10_000, 5))
    with open_store(address) as opened:
        store = LeagueStore(opened._database, address.parent, opened.replays.owner, clock=lambda: next(clock))
        while store.runners(league_id):
            store.free_dead(league_id)
        runner = store.begin_runner()
        left = [StoredResult(claim.match.number, (1, 2)) for claim in store.claim(league_id, runner, MATCHES)]
        store.record(league_id, runner, left)
        assert store.counts(league_id).results == MATCHES
        store.changes(league_id)
    with sqlite3.connect(address) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_a_server_that_restarts_is_waited_for(postgres: PostgresServer, workers: list[Worker]):
    address = postgres.new_store()
    with open_store(address) as store:
        league = new_league(store)
        schedule(store, league.id, *[(0, 1)] * MATCHES)
        workers[0].send(tasks.play, address, league.id, 2 * MATCHES)
        eventually(lambda: store.counts(league.id).results > 0)
        postgres.stop()
        postgres.start()
        schedule(store, league.id, *[(0, 1)] * MATCHES)
        assert "trying again for up to" in workers[0].result()["said"][0]
        results = store.changes(league.id).results
        assert [result.number for result in results] == list(range(2 * MATCHES))
        assert store.counts(league.id).claimed == 0


def test_a_server_that_stays_away_is_given_up(postgres: PostgresServer):
    with open_store(postgres.new_store()) as store:
        store._database.patience = 0.1
        postgres.stop()
        try:
            with pytest.raises(StoreError, match="check the address and whether it is running"):
                store.leagues()
        finally:
            postgres.start()
        assert store.leagues() == []
