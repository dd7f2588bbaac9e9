"""Faults of disks, servers and clocks: the store stays whole, and the error says what to do."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from psycopg import OperationalError

from lanista.core.errors import StoreError
from lanista.league.store import (
    LEASE_SECONDS,
    LeagueMatch,
    LeagueRecord,
    LeagueStore,
    RunnerProcess,
    StoredResult,
    open_store,
)
from lanista.league.store.runners import MAX_STEP, Watch
from tests.league.store.conftest import empty
from tests.league.store.leagues import new_league, schedule


def test_a_full_disk_leaves_the_store_whole(tmp_path: Path):
    with open_store(tmp_path / "lanista.db") as store:
        league = new_league(store)
        schedule(store, league.id, *[(0, 1)] * 50)
        runner = store.begin_runner()
        before = store.changes(league.id)
        _limit_pages(store)
        long = [StoredResult(number, (1, 2), reason="x" * 20_000) for number in range(50)]
        with pytest.raises(StoreError, match=r"the disk is full; free some space and run it again \(nothing was"):
            store.record(league.id, runner, long)
        assert store.changes(league.id) == before
        _limit_pages(store, 1_000_000)
        assert store.record(league.id, runner, long) == list(range(50))
        assert store.integrity() == []


def _limit_pages(store: LeagueStore, pages: int = 1) -> None:
    """Make the disk of a store full, or large: less than it uses is what it uses."""
    store._database.read(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages}").all())


def test_a_full_disk_of_replays(tmp_path: Path, store: LeagueStore, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    source = tmp_path / "match.gz"
    source.write_bytes(b"replay")
    with monkeypatch.context() as disk:
        disk.setattr(os, "link", full)
        disk.setattr(shutil, "copyfile", full)
        with pytest.raises(StoreError, match=r"No space left on device; free some space.*can be continued"):
            store.replays.put(source)
    assert not list(store.replays.digests())
    assert not list(store.replays.drafts())
    assert source.exists()
    assert store.replays.exists(store.replays.put(source))


def test_a_replay_comes_from_another_disk(tmp_path: Path, store: LeagueStore, monkeypatch: pytest.MonkeyPatch):
    def elsewhere(*_: object) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(os, "link", elsewhere)
    (tmp_path / "match.gz").write_bytes(b"replay")
    digest = store.replays.put(tmp_path / "match.gz")
    with store.replays.open(digest) as file:
        assert file.read() == b"replay"
    assert not (tmp_path / "match.gz").exists()


def test_a_damaged_replay_is_replaced_by_a_whole_one(tmp_path: Path, store: LeagueStore):
    for content in (b"replay", b"replay"):
        (tmp_path / "match.gz").write_bytes(content)
        digest = store.replays.put(tmp_path / "match.gz")
        assert store.replays.path(digest).read_bytes() == b"replay"
        store.replays.path(digest).write_bytes(b"rep")


@pytest.mark.parametrize("digest", ["", "abc", "../../../etc/passwd", "G" * 64, "0" * 63 + "\n"])
def test_only_digests_name_replays(store: LeagueStore, digest: str):
    with pytest.raises(StoreError, match="expected the digest of a replay"):
        store.replays.path(digest)


# Answers that are lost: the transaction was committed, but the connection broke before the answer came


def lose_next_answer(store: LeagueStore, monkeypatch: pytest.MonkeyPatch) -> None:
    dialect = store._database._engine.dialect
    commit = dialect.do_commit

    def do_commit(connection: object) -> None:
        monkeypatch.setattr(dialect, "do_commit", commit)
        commit(connection)  # type: ignore[arg-type]
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(dialect, "do_commit", do_commit)


class Lost:
    """A store on PostgreSQL with a league, two of whose three matches a runner has claimed."""

    def __init__(self, address: str) -> None:
        self.said: list[str] = []
        self.store = open_store(address, tell=self.said.append)
        self.league: LeagueRecord = new_league(self.store)
        schedule(self.store, self.league.id, (0, 1), (1, 2), (2, 0))
        self.runner: RunnerProcess = self.store.begin_runner()
        self.store.claim(self.league.id, self.runner, 2)


CALLS: dict[str, Callable[[Lost], object]] = {
    "create_league": lambda lost: lost.store.create_league("new", "coins", "ladder", 1).name,
    "add_entry": lambda lost: lost.store.add_entry(lost.league.id, "ann", "new digest", "ann"),
    "remove_entry": lambda lost: lost.store.remove_entry(lost.league.id, "ann"),
    "add_archive": lambda lost: lost.store.add_archive(b"archive"),
    "claim": lambda lost: lost.store.claim(lost.league.id, lost.runner, 5),
    "extend": lambda lost: lost.store.extend(lost.league.id, 9, [LeagueMatch(3, 3, 0, (0, 1), 1)]) and None,
    "release": lambda lost: lost.store.release(lost.league.id, lost.runner, [0], void=True) and None,
    "record": lambda lost: lost.store.record(lost.league.id, lost.runner, [StoredResult(0, (1, 2))]) and None,
    "end_runner": lambda lost: lost.store.end_runner(lost.runner),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_lost_answer_changes_nothing(name: str, shared: str, monkeypatch: pytest.MonkeyPatch):
    """The call is repeated, and the store holds the same as if the answer had come."""
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    seen = []
    for is_lost in (False, True):
        empty(shared)
        lost = Lost(shared)
        with lost.store as store:
            if is_lost:
                lose_next_answer(store, monkeypatch)
            answer = CALLS[name](lost) or None
            others = store.claim(lost.league.id, store.begin_runner(), 5)
            contents = (store.leagues(), store.changes(lost.league.id), store.counts(lost.league.id), others)
            seen.append((answer, contents))
            assert bool(lost.said) == is_lost
    assert seen[0] == seen[1]


# Clocks


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


ELSEWHERE = RunnerProcess(7, "elsewhere", beat=3, machine="another machine", pid=1, started=1)


def test_a_silent_runner_is_given_up_after_the_lease():
    clock = Clock()
    watch = Watch(clock)
    for _ in range(int(LEASE_SECONDS / 2)):
        assert watch.judge(ELSEWHERE) == ""
        clock.now += 2
    assert watch.judge(ELSEWHERE) == "no sign of life for 30 s"


def test_a_runner_that_beats_is_never_given_up():
    clock = Clock()
    watch = Watch(clock)
    for beat in range(100):
        assert watch.judge(RunnerProcess(7, "elsewhere", beat, "another machine", 1, 1)) == ""
        clock.now += LEASE_SECONDS - 1


def test_a_long_gap_between_two_looks_proves_little():
    clock = Clock()
    watch = Watch(clock)
    watch.judge(ELSEWHERE)
    clock.now += 1e6  # the watcher was asleep, or the store away: nobody could have shown a beat
    assert watch.judge(ELSEWHERE) == ""
    for _ in range(int(LEASE_SECONDS / MAX_STEP)):
        clock.now += MAX_STEP
        said = watch.judge(ELSEWHERE)
    assert said == "no sign of life for 30 s"


def test_a_wall_clock_that_jumps_frees_nothing(store: LeagueStore, monkeypatch: pytest.MonkeyPatch):
    league = new_league(store)
    schedule(store, league.id, (0, 1))
    runner = store.begin_runner()
    store.claim(league.id, runner, 1)
    for now in (0.0, 1e10, -1e9):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        assert store.free_dead(league.id) == []
    assert store.record(league.id, runner, [StoredResult(0, (1, 2))]) == [0]


def test_texts_that_databases_refuse(store: LeagueStore):
    league = new_league(store)
    schedule(store, league.id, (0, 1))
    ugly = "\0 \ud800 \U0001f600"
    runner = store.begin_runner()
    store.record(league.id, runner, [StoredResult(0, (1, 2), reason=ugly, first_faults=(ugly, ""), void=ugly)])
    (result,) = store.changes(league.id).results
    assert result.reason == "� � \U0001f600"
