"""`lanista league export`: what it writes, and what it refuses."""

import csv
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.store import open_store

WRONG = [
    (("-o", "t.txt"), "expected a file that ends with .html, .csv, .json, got 't.txt'"),
    (("-o", "t.csv", "--with-replays", "2"), "--with-replays is for a report"),
    (("-o", "t.json", "--replays-at", "https://x"), "--replays-at is for a report"),
    (("--matches",), "--matches is for CSV"),
    (("--replays-at", "ftp://x"), "expected https://... as the address of replays, got 'ftp://x'"),
    (("other",), "there is no league 'other'"),
]


@pytest.fixture
def cup(invoke):
    """A league that has not begun; returns a function that exports it."""
    with open_store("lanista.db") as store:
        store.create_league("cup", "overdrive", "round-robin", 3)
    return lambda *words: invoke("league", "export", *words)


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_misuse(cup, words, said):
    result = cup(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert sorted(path.name for path in Path().iterdir() if path.suffix in (".html", ".csv", ".json")) == []


def test_a_league_without_matches_has_a_report(cup):
    assert cup().exit_code == 0
    assert Path("cup.html").stat().st_size > 10_000
    again = cup()
    assert again.exit_code == 2
    assert "cup.html already exists" in again.output
    assert cup("--force").exit_code == 0


def test_a_played_league_is_exported_with_its_replays(invoke):
    with open_store("lanista.db") as store:
        league = League.create(
            store,
            "cup",
            "overdrive",
            conditions=LeagueTerms(matches=replace(LEAGUE_MATCHES, settings={"max_rounds": 4})),
        )
        for name in ("alice", "=bob"):
            league.add("cruise", name)
        league.run(jobs=1)
    result = invoke("league", "export", "-o", "out/report.html", "--with-replays", "1", "--json")
    printed = json.loads(result.stdout)
    assert (printed["matches"], printed["pages"], printed["missing"], printed["failed"]) == (2, 1, 0, [])
    (page,) = Path("out/report-replays").iterdir()
    assert page.name.removesuffix(".html") in set(league.store.replays.digests())
    again = invoke("league", "export", "-o", "out/report.html", "--with-replays", "1", "--force")
    assert "1 of them as pages in report-replays" in again.output
    assert invoke("league", "export", "-o", "table.csv").exit_code == 0
    assert sorted(line["bot"] for line in csv.DictReader(Path("table.csv").read_text().splitlines())) == [
        "'=bob",
        "alice",
    ]
    assert invoke("league", "export", "-o", "matches.csv", "--matches").exit_code == 0
    assert len(Path("matches.csv").read_text().splitlines()) == 5
    assert invoke("league", "export", "-o", "cup.json").exit_code == 0
    assert json.loads(Path("cup.json").read_bytes())["table"]["progress"]["counted"] == 2
    for file in league.store.replays.folder.glob("*/*"):
        file.unlink()
    assert "2 replays are not in the store's folder" in invoke("league", "export", "-o", "b.html").output
