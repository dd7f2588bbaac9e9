"""`lanista docs` prints the manual, offline; parts of it are made from the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lanista.cli.docs.manual import topics
from lanista.cli.main import VERBS, lanista
from lanista.game import installed_games
from tests.rows import every_row

DOCS = Path(__file__).parents[2] / "docs"


def docs(*words: str) -> Result:
    return CliRunner().invoke(lanista, ["docs", *words])


def test_it_lists_every_page_with_what_the_index_says() -> None:
    listed = json.loads(docs("--json").output)["topics"]
    pages = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")} - {"README"}
    assert {one["topic"] for one in listed} == pages
    assert next(one for one in listed if one["topic"] == "bots") == {
        "topic": "bots",
        "title": "Write a bot",
        "about": "a Python file, any language by lines of JSON, zip files, verdicts and time",
    }
    assert [line.split()[0] for line in docs().output.splitlines()] == [one["topic"] for one in listed]


@every_row("topic", [topic.name for topic in topics()])
def test_every_page_is_printed_without_remarks(topic: str) -> None:
    done = docs(topic)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("# ")
    assert "<!--" not in done.output


def test_as_json_a_page_has_its_title() -> None:
    page = json.loads(docs("games.md", "--json").output)
    assert (page["topic"], page["title"]) == ("games", "Add a game")
    assert page["text"] == docs("games").output


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("game", "games"),
        ("cgroup", "'cgroup' is mentioned in: sandbox, clocks"),
        ("nowhere at all", "`lanista docs` lists them"),
        ("../README", "the manual has no page"),
        ("reference/../../README", "the manual has no page"),
    ],
)
def test_an_unknown_topic_gets_advice(topic: str, said: str) -> None:
    done = docs(topic)
    assert done.exit_code == 2
    assert said in done.output


def test_the_settings_are_those_of_the_games() -> None:
    text = docs("reference/settings").output
    for game in installed_games()[0]:
        section = text.partition(f"## {game.title}\n")[2].partition("\n## ")[0]
        assert re.findall(r"^\| `(\w+)`", section, re.MULTILINE) == list(game.settings)
        for ruleset in game.rulesets:
            assert f" `{ruleset}` " in section


def test_every_verb_and_table_has_a_section() -> None:
    verbs = re.findall(r"^### `lanista (\w+)`$", docs("reference/verbs").output, re.MULTILINE)
    assert verbs == list(VERBS)
    tables = re.findall(r"^### (\w+)$", docs("reference/store").output, re.MULTILINE)
    assert {"leagues", "matches", "results", "users", "uploads"} <= set(tables)
    assert len(tables) == len(set(tables))
