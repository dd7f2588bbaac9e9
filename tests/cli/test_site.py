"""`lanista site` and `lanista export --playable`: pages in which people play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms


@pytest.fixture
def run(invoke):
    plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 4}), seed=5).play(
        replay=Path("a.gz")
    )
    return invoke


def test_a_site_has_a_page_for_each_game_and_match(run):
    result = run("site", "pages", "a.gz", "--game", "overdrive", "tower_defence")
    assert result.exit_code == 0, result.output
    made = {path.name for path in Path("pages").iterdir()}
    assert made == {"index.html", "overdrive.html", "tower_defence.html", "match-a.html"}
    assert f"open:      {Path('pages/index.html').resolve().as_uri()}" in result.stdout


def test_json_lists_the_pages_with_their_sizes(run):
    printed = json.loads(run("site", "pages", "--game", "overdrive", "--json").stdout)
    sizes = {path.name: path.stat().st_size for path in Path("pages").iterdir()}
    assert {page["file"]: page["bytes"] for page in printed["pages"]} == sizes
    assert (printed["games"], printed["left_out"]) == (["overdrive"], [])


def test_an_older_site_is_replaced_only_with_force(run):
    words = ("site", "pages", "--game", "overdrive")
    assert run(*words).exit_code == 0
    Path("pages/overdrive.html").write_text("old")
    Path("pages/mine.txt").write_text("kept")
    refused = run(*words)
    assert refused.exit_code == 2
    assert "pages is not empty" in refused.output
    assert "--force" in refused.output
    assert run(*words, "--force").exit_code == 0
    assert Path("pages/overdrive.html").read_text().startswith("<!doctype html>")
    assert Path("pages/mine.txt").read_text() == "kept"


WRONG = [
    (("site", "pages", "--game", "nogame"), "no game is called 'nogame'"),
    (("site", "pages", "none.gz", "--game", "overdrive"), "no such file"),
    (("site", "pages", "a.gz", "a.gz", "--game", "overdrive"), "two replays are called a.gz"),
    (("site",), "Missing argument 'DIR'"),
    (("export", "a.gz", "--png", "1", "--playable"), "is for an HTML file"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_misuse_is_explained_and_writes_nothing(run, words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert not Path("pages").exists()


def test_exports_may_run_their_own_script_in_workers(run):
    """A worker writes animations; in a playable export workers also think."""
    assert run("export", "a.gz", "-o", "plain.html").exit_code == 0
    assert run("export", "a.gz", "-o", "a.html", "--playable").exit_code == 0
    plain, playable = (Path(name).read_text(encoding="utf-8") for name in ("plain.html", "a.html"))
    assert "worker-src blob:" in playable
    assert "worker-src blob:" in plain
    assert len(playable) < 400_000
