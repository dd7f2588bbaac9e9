"""`lanista league`: its verbs, as a person uses them."""

import json
import sqlite3
from contextlib import closing

import pytest

from lanista.cli.league.command import LEAGUE_VERBS
from lanista.league.store import open_store
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
    (("new", "x", "--game", "tanks", "--map", "nowhere"), "nowhere"),
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


# Several bots at once


@pytest.fixture
def files(invoke, tmp_path):
    """A league in the current folder, with files of two bots that work and two that do not."""
    for name in ("ann", "cid"):
        (tmp_path / f"{name}.py").write_text("def move(view):\n    return 'NOTHING'\n")
    (tmp_path / "broken.py").write_text("def move(view:\n")
    (tmp_path / "lost.py").write_text("raise SystemExit(3)\n")
    assert invoke("league", "new", "cup", "--game", "overdrive", "--sandbox", "none").exit_code == 0


def test_one_broken_bot_does_not_keep_the_others_out(invoke, files):
    result = invoke("league", "add", "cup", "ann.py", "broken.py", "nowhere.py", "lost.py", "cid.py", "--json")
    assert result.exit_code == 1
    printed = json.loads(result.stdout)
    assert [bot["bot"] for bot in printed["added"]] == ["ann", "cid"]
    assert [bot["bot"] for bot in printed["refused"]] == ["broken.py", "nowhere.py", "lost.py"]
    assert all(bot["error"] for bot in printed["refused"])
    assert printed["bots"] == 2


def test_bots_of_one_name_do_not_replace_each_other(invoke, files, tmp_path):
    other = tmp_path / "other" / "ann.py"
    other.parent.mkdir()
    other.write_text("def move(view):\n    return 'ACCELERATE'\n")
    result = invoke("league", "add", "cup", "ann.py", str(other))
    assert result.exit_code == 1
    assert "it is called 'ann' like a bot before it; name it, such as `ann-2=" in result.output
    assert "1 bot in cup" in result.output
    assert invoke("league", "add", "cup", str(other)).exit_code == 0, "later it is a new version"


def test_every_bot_that_was_refused_is_named(invoke, files):
    result = invoke("league", "add", "cup", "nowhere.py", "greedy", "elsewhere.py")
    assert result.exit_code == 1
    assert "greedy, version 1" in result.output
    for name in ("nowhere.py", "elsewhere.py"):
        assert f"{name} was not added: " in result.output


def test_a_single_bot_that_does_not_work_is_an_error(invoke, files):
    result = invoke("league", "add", "cup", "nowhere.py")
    assert result.exit_code == 2
    assert "Error: nowhere.py: no such file" in result.output


def test_all_unknown_names_are_said_and_nobody_is_removed(invoke, files):
    assert invoke("league", "add", "cup", "greedy", "random").exit_code == 0
    result = invoke("league", "remove", "cup", "greedy", "ann", "bob")
    assert result.exit_code == 2
    assert all(name in result.output for name in ("'ann'", "'bob'", "nobody was removed"))
    status = json.loads(invoke("league", "status", "cup", "--json").stdout)
    assert status["bots"] == 2


# Bots that fail too often


@pytest.fixture
def quarantined(invoke, files):
    """A league in which one bot is quarantined."""
    assert invoke("league", "add", "cup", "ann=cruise", "bob=greedy", "cid=random").exit_code == 0
    with open_store("lanista.db") as store:
        store.quarantine(store.find_league("cup").id, 0, "it failed 3 of its first 5 matches; the last: crashed")


def test_who_is_quarantined_is_said(invoke, quarantined):
    status = json.loads(invoke("league", "status", "--json").stdout)
    (bot,) = status["quarantined"]
    assert (bot["bot"], bot["version"]) == ("ann", 1)
    assert "3 of its first 5" in bot["why"]
    table = json.loads(invoke("league", "table", "--json").stdout)["table"]
    assert [row["quarantined"] for row in table["left"]] == [bot["why"]]
    for verb in (("status",), ("table",), ("show", "cup", "ann")):
        text = " ".join(invoke("league", *verb).output.split())
        assert "quarantined" in text
        assert "3 of its first 5" in text


def test_a_quarantined_bot_is_released(invoke, quarantined):
    added = json.loads(invoke("league", "add", "cup", "ann=cruise", "--json").stdout)
    assert [bot["joined"] for bot in added["added"]] == ["quarantined"]
    result = invoke("league", "release", "cup", "ann", "--json")
    assert result.exit_code == 0
    printed = json.loads(result.stdout)
    assert [(bot["bot"], bot["version"]) for bot in printed["released"]] == [("ann", 2)]
    assert printed["bots"] == 3
    assert json.loads(invoke("league", "status", "--json").stdout)["quarantined"] == []


def test_only_quarantined_bots_are_released(invoke, quarantined):
    result = invoke("league", "release", "cup", "ann", "bob", "dan")
    assert result.exit_code == 2
    assert "not quarantined in the league 'cup': 'bob' and 'dan'; quarantined are: 'ann'" in result.output
    assert len(json.loads(invoke("league", "status", "--json").stdout)["quarantined"]) == 1


def test_a_league_without_enough_bots_says_who_is_quarantined(invoke, quarantined):
    invoke("league", "remove", "cup", "bob")
    result = invoke("league", "run", "cup")
    assert result.exit_code == 2
    assert "cup has 1 bot, and a match needs 2" in result.output
    assert "ann plays no more: it failed 3 of its first 5" in result.output
