"""Targets: the verbs of `lanista league` on a stranger's store; they answer in inert text, or refuse it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from functools import cache
from pathlib import Path

from click.testing import CliRunner, Result

from lanista.cli.main import lanista
from lanista.core.errors import StoreError
from lanista.league.conditions import LeagueTerms
from lanista.league.league import League
from lanista.league.store import LeagueMatch, open_store
from lanista.league.store import StoredResult as MatchResult
from tests.fuzz.mutations import mutate_json_text
from tests.fuzz.target import Finding, Target
from tests.fuzz.targets.league_stores import fresh
from tests.fuzz.targets.scratch import scratch

VERBS = (["list"], ["status"], ["table"], ["show", "cruise"], ["check"])
CHANGES: list[list[list[object]]] = [
    [["leagues", "name", "\x1b[31mcup"], ["leagues", "game", "[/red]"], ["leagues", "format", "\x1b]0;x\x07"]],
    [["leagues", "created", 1e300], ["leagues", "seed", "9" * 99], ["leagues", "cursor", "x"]],
    [["leagues", "options", '{"matches":[],"format":1}'], ["entries", "bot", "\x1b[2J"]],
    [["results", "places", "[1,1]"], ["results", "scores", "[x]"], ["results", "first_faults", '["\\u001b",""]']],
    [["results", "ended", -1e18], ["results", "turns", -5], ["results", "faults", "[9999999999999999999999,0]"]],
    [["entries", "changed", "newest"], ["matches", "changed", None], ["results", "reason", "\u202e"]],
    [["settings", "value", "\x1b[31m/nowhere"], ["lanista_version", "version_num", "\x1b[0m"]],
    [["entries", "left", -1], ["entries", "version", 2**62], ["matches", "unit", -9], ["matches", "map", "\r"]],
    [["matches", "map", "9" * 5000], ["lanista_version", "version_num", ""], ["leagues", "options", '{"x":1}']],
    [["leagues", "name", {"hex": "ff"}], ["entries", "bot", {"hex": "c3"}], ["results", "reason", {"hex": "80"}]],
]  # fmt: skip


@cache
def template() -> Path:
    """A store with a league of a real game."""
    path = scratch("verbs") / "league.db"
    with open_store(path) as store:
        league = League.create(store, "cup", "overdrive", seed=1, conditions=LeagueTerms())
        for bot in ("cruise", "random"):
            league.add(bot)
        matches = [LeagueMatch(number, number, 0, (number % 2, 1 - number % 2), 5) for number in range(4)]
        store.extend(league.id, store.changes(league.id).cursor, matches)
        runner = store.begin_runner("me")
        store.claim(league.id, runner, 3)
        results = [MatchResult(n, (1, 2), (3, 4), faults=(0, 1), first_faults=("", "crash")) for n in range(3)]
        store.record(league.id, runner, results)
    return path


def damaged(data: bytes) -> Path:
    """The store in which columns hold other values; {"hex": ...} are bytes, such as those that are no UTF-8."""
    path = fresh()
    shutil.copyfile(template(), path)
    connection = sqlite3.connect(path)
    try:
        with connection:
            for table, column, value in json.loads(data):
                cast = f"CAST(x'{value['hex']}' AS TEXT)" if isinstance(value, dict) else "?"
                given = () if isinstance(value, dict) else (value,)
                connection.execute(f'UPDATE "{table}" SET "{column}" = {cast}', given)
    except (ValueError, TypeError, RecursionError, OverflowError, KeyError, sqlite3.Error):
        raise StoreError("not a change of rows") from None
    finally:
        connection.close()
    return path


def verbs(data: bytes) -> None:
    """Run every verb that reads a store, as text and as JSON."""
    path = damaged(data)
    for words in VERBS:
        for more in ([], ["--json"]):
            expect_answer(words[0], CliRunner().invoke(lanista, ["league", *words, "--store", str(path), *more]))


def seeds(change: list[list[object]]) -> list[list[list[object]]]:
    """Each part of a change on its own."""
    return [[one] for one in change]


def expect_answer(verb: str, came: Result) -> None:
    """Raise Finding unless a command ended by itself, in text that a terminal does not act on."""
    if came.exit_code not in (0, 1, 2):
        raise Finding(f"{verb} exited with {came.exit_code}: {came.output[-300:]!r}")
    if came.exception is not None and not isinstance(came.exception, SystemExit):
        raise came.exception
    if any(character < " " and character != "\n" for character in came.output):
        raise Finding(f"{verb} printed control characters: {came.output!r}")


TARGETS = [
    Target("league_verbs.rows", verbs,
           lambda: [json.dumps(each).encode() for change in CHANGES for each in [change, *seeds(change)]],
           mutate_json_text, words=(b'{"hex":"ff1b5b"}', b"\\u001b[31m", b"1e400", b"null", b'"results",'),
           cpu_seconds=20.0, memory_mb=1024),
]  # fmt: skip
