"""Verbs that ask a contest server on this machine: `league table`, `play` and `compare` with --on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from lanista.cli.schema.contract import command_schema
from lanista.serve.records import Scope
from lanista.serve.work.snapshots import Snapshots
from tests.bot.check import faults
from tests.serve.bots.conftest import Cup, make_cup
from tests.serve.served import quick_runner, served
from tests.serve.sites import GAME, ManualClock, new_site, token

Invoke = Callable[..., Result]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cup, str]]:
    """A contest with two versions of alice's bot, and one of bob's, which play."""
    clock = ManualClock()
    with new_site(Path(tmp_path_factory.mktemp("site")), clock=clock) as site:
        cup = make_cup(site, clock, practice_per_hour=1000)
        for number, team in ((1, cup.bob), (2, cup.alice), (3, cup.alice)):
            cup.works(cup.upload(number, team))
        assert Snapshots(site).refresh() == cup.contest.id
        with served(site) as address:
            yield cup, f"{address}/c/{cup.contest.slug}"


@pytest.fixture
def ask(server: tuple[Cup, str], invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """A verb that asks the server with alice's token, in an empty folder."""
    cup, url = server
    monkeypatch.setattr("lanista.cli.shared.following.PAUSE", 0.05)
    Path("token").write_text(token(cup.site, "alice one", Scope.READ, Scope.UPLOAD))
    Path("token").chmod(0o600)
    return lambda *words: invoke(*words, "--on", url, "--token-file", "token")


def printed(verb: str, result: Result) -> Any:
    """The JSON object that a verb has printed, which fits its schema."""
    found, schema = json.loads(result.stdout), command_schema(verb)
    assert not list(faults(found, schema, schema["$defs"]))
    return found


def test_the_table_of_a_contest(ask: Invoke, server: tuple[Cup, str]) -> None:
    found = printed("league table", ask("league", "table", "--json"))
    assert [row["bot"] for row in found["rows"]] == ["bob", "alice"]
    assert [(row["bot"], row["left"]) for row in found["left"]] == [("alice", True)]
    shown = ask("league", "table", "--left", "--top", "1")
    assert shown.exit_code == 0, shown.output
    for text in ("Autumn Cup: tanks, running", "and 1 more", "have left", f"page:      {server[1]}/table"):
        assert text in shown.stdout


def test_a_match_is_practised_on_the_server(ask: Invoke, server: tuple[Cup, str]) -> None:
    site = server[0].site
    with quick_runner(site):
        found = printed("play", ask("play", GAME, "greedy", "2", "--map", "yard", "--json"))
        shown = ask("play", GAME, "1", "bob", "2")
    assert (found["players"], found["ranks"], found["map"]) == (["greedy", "version 2"], [2, 1], "yard")
    assert shown.exit_code == 0, shown.output
    assert "version 1 against bob against version 2: greedy won" in shown.stdout
    assert "\x1b" not in shown.stdout


def test_versions_are_compared_on_the_server(ask: Invoke, server: tuple[Cup, str]) -> None:
    with quick_runner(server[0].site):
        result = ask("compare", GAME, "2", "1", "--json")
    assert result.exit_code == 1, "it is worse"
    found = printed("compare", result)
    assert (found["wins"], found["losses"], found["decision"]) == (1, 9, "rejected")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("play", GAME, "greedy", "bob"), "the number of a version of yours among the bots"),
        (("play", GAME, "7", "bob"), "a version that your team has uploaded (1 and 2), got '7'"),
        (("play", GAME, "1", "nobody"), "or one of alice, bob, "),
        (("play", "overdrive", "1", "bob"), "this contest is of tanks, not of 'overdrive'"),
        (("play", GAME, "1", "bob", "--games", "5"), "--games has no effect with --on"),
        (("compare", GAME, "1", "1"), "expected two versions to compare"),
        (("compare", GAME, "1", "2", "--quick"), "--quick has no effect with --on"),
        (("league", "table", "cup"), "--on names the contest"),
        (("league", "table", "--pairs"), "--pairs has no effect with --on"),
    ],
)
def test_what_a_server_is_not_asked(ask: Invoke, words: tuple[str, ...], why: str) -> None:
    result = ask(*words)
    assert result.exit_code == 2
    assert why in result.stderr


def test_options_of_servers_need_one(invoke: Invoke) -> None:
    result = invoke("league", "table", "--insecure")
    assert result.exit_code == 2
    assert "--insecure is for --on URL" in result.stderr
