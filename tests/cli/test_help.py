"""`lanista --help`, `lanista help VERB`, and advice on verbs that do not exist."""

import json
import re

import pytest

from lanista.cli.league.command import LEAGUE_VERBS
from lanista.cli.main import HEADINGS, VERBS
from lanista.cli.serve.command import SERVE_VERBS
from lanista.cli.shared.advice import ADVICE as ADVICE_BY_GROUP
from tests.imports import loaded_by


def test_verbs_stand_under_headings(invoke, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = invoke("--help").output.splitlines()
    assert [line[:-1] for line in lines if line[:-1] in HEADINGS] == list(HEADINGS)
    listed = lines[lines.index(f"{next(iter(HEADINGS))}:") :]
    verbs = [line.split()[0] for line in listed if line.startswith("  ")]
    assert verbs == list(VERBS), "one line each, in the order of the headings"


def test_every_verb_stands_under_one_heading():
    assert len(VERBS) == sum(map(len, HEADINGS.values()))


SAME = [
    (("help",), ("--help",)),
    (("help", "play"), ("play", "--help")),
    (("help", "help"), ("help", "--help")),
    (("help", "league"), ("league", "--help")),
    *((("help", "league", verb), ("league", verb, "--help")) for verb in LEAGUE_VERBS),
]


@pytest.mark.parametrize(("words", "same"), SAME, ids=" ".join)
def test_help_of_a_verb_is_its_help_option(invoke, words, same):
    shown = invoke(*words)
    assert shown.exit_code == 0
    assert shown.stdout == invoke(*same).stdout


def test_help_as_json(invoke):
    printed = json.loads(invoke("help", "league", "run", "--json").stdout)
    assert printed["verb"] == "league run"
    assert printed["help"].startswith("Usage: lanista league run [OPTIONS]")


def test_help_loads_only_the_verb():
    code = (
        "from click.testing import CliRunner; from lanista.cli.main import lanista\n"
        "CliRunner().invoke(lanista, ['help', 'league', 'run'])"
    )
    assert not loaded_by(code) & {"numpy", "rich", "msgspec", "lanista.game", "lanista.cli.play.command"}


ADVICE = [
    (("plya",), "Did you mean 'play'?"),
    (("analyze",), "Did you mean 'analyse'?"),
    (("lague",), "Did you mean 'league'?"),
    (("list",), "`lanista games` lists games and bots, `lanista league list` leagues"),
    (("ls",), "`lanista games` lists games and bots, `lanista league list` leagues"),
    (("run",), "`lanista play` plays a match, `lanista league run` a league"),
    (("init",), "`lanista new` creates a bot"),
    (("tournament",), "`lanista league`"),
    (("version",), "`lanista --version`"),
    (("zebra",), "`lanista --help` lists the verbs."),
    (("league", "tabel"), "Did you mean 'table'?"),
    (("league", "standings"), "`lanista league table`"),
    (("league", "start"), "`lanista league run`"),
    (("league", "zebra"), "`lanista league --help` lists the verbs."),
    (("help", "plya"), "Did you mean 'play'?"),
    (("help", "league", "tabel"), "Did you mean 'table'?"),
    (("help", "play", "overdrive"), "expected the name of a verb, got 'overdrive' after 'play'"),
]


@pytest.mark.parametrize(("words", "advice"), ADVICE, ids=lambda value: value if isinstance(value, str) else None)
def test_unknown_verbs_get_useful_advice(invoke, words, advice):
    refused = invoke(*words)
    assert refused.exit_code == 2
    assert advice in " ".join(refused.output.split())
    assert json.loads(invoke(*words, "--json").stdout)["error"]["kind"] == "UsageError"


@pytest.mark.parametrize("word", ["list", "start", "test", "server", "bot", "match", "rank", "build", "fight"])
def test_no_verb_is_suggested_that_only_shares_some_letters(invoke, word):
    assert "Did you mean" not in invoke(word).output


GROUPS = {"lanista": VERBS, "lanista league": LEAGUE_VERBS, "lanista serve": SERVE_VERBS}


@pytest.mark.parametrize("path", ADVICE_BY_GROUP)
def test_advice_names_verbs_that_exist(path):
    for word, sentence in ADVICE_BY_GROUP[path].items():
        assert word not in GROUPS[path]
        for verb, within in re.findall(r"`lanista (\w+)(?: (\w+))?", sentence):
            assert verb in VERBS
            assert within in ("", *GROUPS.get(f"lanista {verb}", [within]))
