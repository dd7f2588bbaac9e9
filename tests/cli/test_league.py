"""`lanista league`: its verbs, as a person uses them."""

import json

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
    assert not loaded_by(code) & {"numpy", "numba", "rich", "msgspec", "sqlalchemy", "lanista.game"}


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
