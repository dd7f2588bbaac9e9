"""Reports of leagues: one file with a strict policy, compact, and links to replays that exist."""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import FileError, InputError
from lanista.league.facts import facts_of_league
from lanista.league.league import League
from lanista.league.store import open_store
from lanista.league.store.replay_files import ReplayFiles
from lanista.league.store.replay_owner import Owner
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.report import replays as league_replays
from lanista.web.report.page import league_data, league_html, league_page, table_data
from lanista.web.report.replays import (
    Links,
    chosen_replays,
    file_pattern,
    missing_replays,
    web_pattern,
    write_pages,
)
from tests.league.tables import digest_of, made_up_table
from tests.web.test_page import Elements, hash_of

NAMES = ["alice", "bob", "carla", "deniz", "ebru"]
NOWHERE = {"files": "", "pages": "", "shown": []}


def data_in(page: str) -> Any:
    (block,) = [text for attrs, text in Elements(page).all("script") if attrs.get("id") == "league"]
    return json.loads(gzip.decompress(base64.b64decode(block)))


@pytest.fixture(scope="module")
def page() -> str:
    evil = "</script><script>alert(1)</script>"
    data = table_data(made_up_table([evil, *NAMES]), 2, Links())
    return league_page(
        data | {"name": evil, "about": evil, "format": "round-robin", "facts": [], "replays": NOWHERE}
    )


def test_a_report_runs_its_own_script_only_and_requests_nothing(page):
    elements = Elements(page)
    (policy,) = [attrs["content"] or "" for attrs, _ in elements.all("meta") if "http-equiv" in attrs]
    (script,) = [text for attrs, text in elements.all("script") if attrs.get("type") == "module"]
    ((_, style),) = elements.all("style")
    assert policy.startswith("default-src 'none'; ")
    assert hash_of(script) in policy
    assert hash_of(style) in policy
    assert "unsafe" not in policy
    assert all("src" not in attrs for _, attrs, _ in elements.found)
    assert all((attrs["href"] or "").startswith("data:") for attrs, _ in elements.all("link"))
    assert "url(" not in style


def test_what_bots_are_called_is_data(page):
    assert "alert(1)" not in page
    names = [bot["name"] for bot in data_in(page)["bots"]]
    assert "</script><script>alert(1)</script>" in names


def test_a_hundred_bots_and_ten_thousand_matches_are_small():
    table = made_up_table([f"bot number {number}" for number in range(100)], max_matches=9_900)
    assert len(table.matches) == 9_900
    page = league_page(table_data(table, 2, Links("{digest}")) | {"facts": [], "replays": NOWHERE})
    assert len(page.encode()) < 3_000_000


@pytest.fixture
def league(tmp_path):
    with open_store(tmp_path / "lanista.db") as store:
        yield League.create(store, "cup", "overdrive", seed=5)


def test_a_report_says_how_the_league_was_made(league):
    table = made_up_table(NAMES)
    data = league_data(league, table, Links(), 1.5e9)
    assert data["about"] == f"{league.game.title} · round robin · standard rules · 5 bots · 2 seats"
    facts = dict(data["facts"])
    assert facts["Report"].startswith("2017-07-14 02:40 UTC, by Lanista ")
    assert facts["Seed"].startswith("5; ")
    assert facts["Format"] == "round-robin; rounds 1"
    assert facts["Matches"] == f"{table.progress.counted} count"
    assert facts["Sandbox"].startswith(f"at least {league.conditions.sandbox.value} ")
    assert data_in(league_html(league, table, Links(), 1.5e9))["name"] == "cup"


def test_a_ladder_says_when_its_places_are_right(tmp_path):
    with open_store(tmp_path / "lanista.db") as store:
        league = League.create(store, "cup", "overdrive", "ladder", options={"places": 5})
        words = dict(facts_of_league(league, made_up_table(NAMES), 0))["Format"]
    assert words.startswith("ladder; places 5; sure 0.95; margin 10")
    assert words.endswith("; places are right if no bot is behind one that is worse by more than 10 Elo")


PATTERNS = [
    ("out/report.html", "lanista.replays", "../lanista.replays/{folder}/{digest}.jsonl.gz"),
    ("report.html", "a b#c/replays", "a%20b%23c/replays/{folder}/{digest}.jsonl.gz"),
]


@pytest.mark.parametrize(("report", "replays", "expected"), PATTERNS)
def test_links_are_relative_to_the_report(tmp_path, report, replays, expected):
    assert file_pattern(tmp_path / replays, tmp_path / report) == expected


def test_replays_may_be_elsewhere():
    assert web_pattern("https://example.org/r/") == "https://example.org/r/{folder}/{digest}.jsonl.gz"
    for address in ("javascript:alert(1)", "replays", ""):
        with pytest.raises(InputError, match="expected https://"):
            web_pattern(address)


def replay_files(folder: Path) -> ReplayFiles:
    return ReplayFiles(folder, Owner("a", "b"), lambda: ())


def test_replays_that_are_missing_are_not_linked(tmp_path):
    table = made_up_table(NAMES[:3])
    replays = replay_files(tmp_path)
    there = replays.path(digest_of(1))
    there.parent.mkdir(parents=True)
    there.touch()
    missing = missing_replays(table, replays)
    assert digest_of(0) in missing
    rows = table_data(table, 2, Links("{digest}", missing=missing))["matches"]
    assert {row[-1] for row in rows} == {"", digest_of(1)}


def test_the_last_match_of_the_best_pairs_is_shown_first():
    table = made_up_table(NAMES)
    pairs = {match.replay: {*match.entries} for match in table.matches}
    ranked = [row.entry for row in table.rows]
    chosen = chosen_replays(table, 12)
    assert len(chosen) == 12
    assert pairs[chosen[0]] == {*ranked[:2]}
    assert len({frozenset(pairs[digest]) for digest in chosen[:10]}) == 10, (
        "each pair once, before any comes again"
    )
    assert len(chosen_replays(table, 1000)) == 20


def put_replay(replays: ReplayFiles, folder: Path) -> str:
    path = folder / "played.jsonl.gz"
    plan_match("overdrive", ["greedy", "random"], MatchTerms(settings={"max_rounds": 4}), seed=1).play(replay=path)
    return replays.put(path)


def test_pages_of_replays_are_written_once(tmp_path, monkeypatch):
    replays = replay_files(tmp_path / "replays")
    digest = put_replay(replays, tmp_path)
    seen: list[int] = []
    written = write_pages([digest, digest_of(7)], replays, tmp_path / "pages", seen.append)
    assert written.digests == {digest}
    assert seen == [1, 2]
    (reason,) = written.failed
    assert digest_of(7) in reason
    assert "Content-Security-Policy" in (tmp_path / "pages" / f"{digest}.html").read_text()
    monkeypatch.setattr(league_replays, "export_html", None)  # writing it again fails
    assert write_pages([digest], replays, tmp_path / "pages", seen.append).digests == {digest}


def test_a_page_that_cannot_be_written_stops_it(tmp_path):
    replays = replay_files(tmp_path / "replays")
    digest = put_replay(replays, tmp_path)
    (tmp_path / "pages").write_text("a file")
    with pytest.raises(FileError, match="cannot write"):
        write_pages([digest], replays, tmp_path / "pages", lambda _: None)
