"""Targets: stores of leagues, which may be strangers' files."""

from __future__ import annotations

import json
import shutil
import sqlite3
from functools import cache
from pathlib import Path

import msgspec

from lanista.core.errors import StoreError
from lanista.league.check import check_store
from lanista.league.store import LeagueMatch, StoredResult, open_store
from lanista.league.store.database import PRAGMAS
from tests.fuzz.mutations import mutate_bytes, mutate_json_text
from tests.fuzz.target import Target, expect_plain
from tests.fuzz.targets.scratch import scratch

NAME = "league.db"
CHANGES: list[list[list[object]]] = [
    [["leagues", "options", '{"best_of": 3}'], ["leagues", "seed", "17"], ["leagues", "length", 2]],
    [["matches", "entries", "[0,1]"], ["matches", "number", 0], ["results", "places", "[1,2]"]],
    [["results", "first_faults", '["","crash"]'], ["results", "seconds", 0.5], ["results", "replay", "0" * 64]],
    [["entries", "left", None], ["entries", "digest", ""], ["pending", "attempts", 1], ["runners", "beat", 2]],
]


@cache
def template() -> Path:
    """A small store with a league, of small pages."""
    path = scratch("template") / NAME
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size = 512")
    connection.execute("VACUUM")
    connection.close()
    with open_store(path) as store:
        league = store.create_league("cup", "coins", "ladder", 1, {"best_of": 3})
        for bot in ("ann", "bob"):
            store.add_entry(league.id, bot, store.add_archive(bot.encode()))
        store.extend(league.id, 9, [LeagueMatch(number, 0, 0, (0, 1), 5) for number in range(3)])
        runner = store.begin_runner("me")
        store.claim(league.id, runner, 2)
        store.record(
            league.id, runner, [StoredResult(0, (1, 2), (3, 4), first_faults=("", "crash"), replay="0" * 64)]
        )
    return path


def fresh() -> Path:
    """An empty folder's path for a store."""
    folder = scratch("stores")
    shutil.rmtree(folder)
    folder.mkdir()
    return folder / NAME


def read(path: Path) -> None:
    """Read everything in a store, and continue it."""
    PRAGMAS["synchronous"] = "OFF"
    with open_store(path, create=False) as store:
        for problem in check_store(store, sample=2, clean=False, tell=expect_plain).problems:
            expect_plain(problem)
        for league in store.leagues():
            msgspec.json.encode([league, store.counts(league.id), store.changes(league.id)])
            runner = store.begin_runner()
            store.free_dead(league.id)
            numbers = [claim.match.number for claim in store.claim(league.id, runner, 5)]
            store.record(league.id, runner, [StoredResult(number, (1, 2)) for number in numbers])
            store.changes(league.id)


def file(data: bytes) -> None:
    """Any file."""
    path = fresh()
    path.write_bytes(data)
    read(path)


def rows(data: bytes) -> None:
    """A store in which columns hold other values: [[table, column, value], ...]."""
    path = fresh()
    shutil.copyfile(template(), path)
    connection = sqlite3.connect(path)
    try:
        with connection:
            for table, column, value in json.loads(data):
                connection.execute(f'UPDATE "{table}" SET "{column}" = ?', (value,))
    except (ValueError, TypeError, RecursionError, OverflowError, sqlite3.Error):
        raise StoreError("not a change of rows") from None
    finally:
        connection.close()
    read(path)


TARGETS = [
    Target("league_stores.file", file, lambda: [template().read_bytes()], mutate_bytes, max_bytes=100_000),
    Target("league_stores.rows", rows, lambda: [json.dumps(change).encode() for change in CHANGES],
           mutate_json_text, words=(b'["results","places",', b'"[0]"', b"1e400", b"null")),
]  # fmt: skip
