"""A league that was played: its table, its bots, and what went wrong, as the verbs show them."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lanista.cli.league.run import NOTICE_SECONDS, Notices
from lanista.cli.main import lanista
from lanista.core.errors import Terminated
from lanista.league.league import League
from lanista.league.progress import RunProgress
from lanista.match.replay import read_replay

BAD = "def move(view):\n    return 'FLY' if view['currentRound'] > 1 else 'NOTHING'\n"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a league of three bots, one of which is at fault from the second turn on."""
    folder = tmp_path_factory.mktemp("league")
    (folder / "bad.py").write_text(BAD)
    store = folder / "lanista.db"
    options = ("--set", "max_rounds=4", "--seed", "1", "--sandbox", "none", "--no-freeze")
    for words in (
        ("new", "cup", "--game", "overdrive", *options),
        ("add", "cup", "cruise", "ann=random", str(folder / "bad.py")),
        ("run", "cup", "--jobs", "1", "--max-matches", "2"),
        ("run", "cup", "--jobs", "1"),
    ):
        result = call(store, *words)
        assert result.exit_code == 0, result.output
    assert "6 of 6 matches, over" in result.output
    assert "4 matches in this run" in result.output
    assert "report:    lanista league export cup -o report.html" in result.output
    return store


def call(store: Path, *words: str) -> Result:
    return CliRunner().invoke(lanista, ["league", *words, "--store", str(store)])


def test_the_table(store):
    table = json.loads(call(store, "table", "--json").stdout)["table"]
    assert len(table["rows"]) == 3
    assert all(row["rating"]["low"] < row["rating"]["value"] < row["rating"]["high"] for row in table["rows"])
    assert (table["progress"]["counted"], table["progress"]["is_over"]) == (6, True)
    (bad,) = (row for row in table["rows"] if row["bot"] == "bad")
    assert bad["faults"] == 12, "three turns in each of four matches"
    text = call(store, "table").output
    for words in ("95 % interval", "advantage of seats", "score in percent", "rating over time", "6 of 6 matches"):
        assert words in text
    assert "advantage" not in call(store, "table", "--pairs").output


def test_a_bot_with_its_faults_and_replays(store):
    page = json.loads(call(store, "show", "bad", "--json").stdout)
    assert [version["version"] for version in page["versions"]] == [1]
    assert {row["name"] for row in page["opponents"]} == {"cruise", "ann"}
    assert [(row["name"], row["matches"]) for row in page["seats"]] == [("0", 2), ("1", 2)]
    assert "unknown command 'FLY'" in page["faults"][0]["fault"]
    assert len(page["matches"]) == 4
    assert read_replay(Path(page["matches"][0]["replay"])).header.game == "overdrive"
    text = call(store, "show", "cup", "bad", "--last", "1").output
    (shown,) = (line for line in text.splitlines() if line.startswith("newest:"))
    assert shlex.split(shown)[1:] == ["lanista", "view", page["matches"][0]["replay"]]
    assert "at fault in match" in text


def test_a_league_that_is_over_has_nothing_to_play(store):
    printed = json.loads(call(store, "run", "cup", "--json").stdout)
    assert (printed["played"], printed["over"], printed["stopped"]) == (0, True, False)
    status = call(store, "status").output
    assert "6 of 6 judged" in status
    assert "over" in status
    assert "6 files" in status


@pytest.mark.parametrize(("signal", "code"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_whoever_stops_it_learns_how_to_continue(store, monkeypatch, signal, code):
    def interrupted(self, *, watch, **more) -> RunProgress:
        watch(RunProgress(recorded=3, matches_per_second=1.5))
        raise signal

    monkeypatch.setattr(League, "run", interrupted)
    monkeypatch.setattr(League, "is_over", False)
    result = call(store, "run", "cup")
    assert result.exit_code == code
    assert "stopped after 3 matches in this run" in result.output
    assert f"continue:  lanista league run cup --store {store}" in result.output


def test_what_the_store_says_is_shown_for_a_while():
    times = iter([0.0, 1.0, 2.0, 1.0 + NOTICE_SECONDS])
    notices = Notices(quiet=True, now=times.__next__)
    assert notices.current() == ""
    notices.tell("the connection is lost")
    assert notices.current() == "the connection is lost"
    assert notices.current() == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "cup", "crise"), "did you mean 'cruise'?"),
        (("show", "cup"), "expected one bot of cup, got 0"),
        (("table", "cip"), "did you mean 'cup'?"),
        (("run", "cup", "--on", "moon"), "moon"),
    ],
)
def test_misuse_is_explained(store, words, said):
    result = call(store, *words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
