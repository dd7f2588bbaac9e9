"""`lanista league`: its verbs, as a person uses them."""

import json
import sqlite3
from contextlib import closing

import pytest

from lanista.cli.league import LEAGUE_VERBS
from lanista.store import open_store
from tests.imports import loaded_by


def test_help_lists_every_verb_of_leagues(invoke):
    result = invoke("league", "--help")
    assert result.exit_code == 0
    for verb, does in LEAGUE_VERBS.items():
        assert verb in result.output
        assert does in result.output


@pytest.mark.parametrize("verb", LEAGUE_VERBS)
def test_every_verb_of_leagues_explains_itself(invoke, verb):
    result = invoke("league", verb, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: lanista league {verb}")
    assert "--json" in result.output
    assert "--store" in result.output


def test_help_loads_nothing_heavy():
    words = [["--help"], *([verb, "--help"] for verb in LEAGUE_VERBS)]
    code = (
        "from click.testing import CliRunner; from lanista.cli.main import lanista\n"
        f"for words in {words}: CliRunner().invoke(lanista, ['league', *words])"
    )
    assert not loaded_by(code) & {"numpy", "rich", "msgspec", "sqlalchemy", "lanista.game"}


def test_leagues_are_listed(invoke):
    with open_store("lanista.db") as store:
        league = store.create_league("cup", "tanks", "round-robin", 5)
        store.add_entry(league.id, "ann", "0" * 64, "greedy")
        store.add_entry(league.id, "bob", "0" * 64, "random")
        store.remove_entry(league.id, "bob")
    assert "cup" in invoke("league", "list").output
    printed = json.loads(invoke("league", "list", "--json").stdout)
    assert printed["store"] == "lanista.db"
    (listed,) = printed["leagues"]
    assert (listed["league"]["name"], listed["bots"], listed["matches"]) == ("cup", 1, 0)


def test_a_store_that_is_missing_is_not_made(invoke, tmp_path):
    result = invoke("league", "list")
    assert result.exit_code == 2
    assert "there is no store lanista.db" in result.output
    assert not list(tmp_path.iterdir())


def test_the_store_of_the_environment(invoke, monkeypatch):
    open_store("mine.db").close()
    monkeypatch.setenv("LANISTA_STORE", "mine.db")
    assert "no leagues yet" in invoke("league", "list").output


@pytest.fixture
def cup(invoke):
    """A small league; returns a function that runs a verb of leagues."""

    def league(*words: str):
        return invoke("league", *words)

    made = league("new", "cup", "--game", "tanks", "--seats", "2", "--set", "max_turns=20", "--seed", "3")
    assert made.exit_code == 0, made.output
    return league


def test_a_new_league_is_kept_with_its_options(cup):
    (listed,) = json.loads(cup("list", "--json").stdout)["leagues"]
    assert (listed["league"]["game"], listed["league"]["seed"]) == ("tanks", 3)
    assert listed["league"]["options"]["format"] == {"seats": 2}
    assert listed["league"]["options"]["matches"]["settings"] == {"max_turns": 20}
    assert "lanista league add other" in cup("new", "other", "--game", "tanks").output


def test_bots_join_leave_and_come_back_as_versions(cup):
    added = json.loads(cup("add", "cup", "greedy", "ann=random", "--json").stdout)
    assert [(bot["bot"], bot["version"], bot["joined"]) for bot in added["added"]] == [
        ("greedy", 1, "new"),
        ("ann", 1, "new"),
    ]
    again = json.loads(cup("add", "ann=sniper", "greedy", "--json").stdout)  # of the only league
    assert [(bot["version"], bot["joined"]) for bot in again["added"]] == [(2, "version"), (1, "unchanged")]
    removed = json.loads(cup("remove", "ann", "--json").stdout)
    assert (removed["removed"][0]["version"], removed["bots"]) == (2, 1)
    assert "1 bot" in cup("add", "greedy").output


def test_status_says_how_far_a_league_is(cup):
    assert "waits for bots" in cup("status").output
    cup("add", "greedy", "random", "scout")
    status = json.loads(cup("status", "cup", "--json").stdout)
    assert (status["bots"], status["matches"], status["total"], status["over"]) == (3, 0, 6, False)
    assert "0 of 6 judged" in cup("status").output


MISUSE = [
    (("new", "x", "--game", "tankz"), "did you mean 'tanks'?"),
    (("new", "x", "--game", "tanks", "--format", "round-robbin"), "did you mean 'round-robin'?"),
    (
        ("new", "x", "--game", "tanks", "--best-of", "3"),
        "--best-of is for knockout leagues",
    ),
    (("new", "x", "--game", "tanks", "--seats", "41"), "41"),
    (("new", "x", "--game", "tanks", "--on", "nowhere"), "nowhere"),
    (("new", "cup", "--game", "tanks"), "there is a league 'cup' already"),
    (("add", "cup"), "expected bots to add to cup, got none"),
    (("add", "cup", "greedi"), "did you mean 'greedy'?"),
    (("add", "cup", "missing.py"), "no such file"),
    (("remove", "cup", "ann"), "cup has no bots yet"),
    (("show", "cup", "ann"), "cup has no bots yet"),
    (("run", "cup"), "cup has no bots yet, and a match needs 2"),
    (("status", "cupp"), "did you mean 'cup'?"),
]


@pytest.mark.parametrize(("words", "said"), MISUSE)
def test_misuse_is_explained(cup, words, said):
    result = cup(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_what_is_no_store_is_explained(invoke, tmp_path):
    (tmp_path / "lanista.db").write_text("not a database, but long enough to be looked at" * 100)
    assert "not a database" in invoke("league", "list").output
    assert "is a folder" in invoke("league", "list", "--store", str(tmp_path)).output
    assert "expected a file or postgresql://" in invoke("league", "list", "--store", "mysql://x").output


def test_a_store_of_a_newer_version_is_explained(cup):
    with closing(sqlite3.connect("lanista.db")) as database:
        database.execute("UPDATE lanista_version SET version_num = '9999'")
        database.commit()
    result = cup("status")
    assert result.exit_code == 2
    assert "a newer lanista has written it" in result.output


def test_several_leagues_must_be_named(cup):
    cup("new", "other", "--game", "tanks")
    assert "the store has 2 leagues; name one of 'cup' and 'other'" in cup("status").output
