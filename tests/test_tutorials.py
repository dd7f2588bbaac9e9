"""The four tutorials are followed from top to bottom: each command runs, and prints what the page shows.

`...` in a page stands for anything. Commands without output in the page are for people, or serve pages.
"""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from tests.long_tests import others_long
from tests.test_documented_python import python_of

DOCS = Path(__file__).parents[1] / "docs"
TUTORIALS = sorted(DOCS.glob("start-*.md"))
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def steps(page: Path) -> Iterator[tuple[str, str]]:
    """Each command of a page with the output that it shows."""
    for language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield command, output


@pytest.mark.parametrize("page", others_long([DOCS / "start-games.md"], TUTORIALS), ids=lambda page: page.stem)
def test_every_command_prints_what_the_page_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    if file := re.search(r"^# (\w+\.py)$", text, re.MULTILINE):
        Path(file[1]).write_text(python_of(text).strip() + "\n", encoding="utf-8")
    for command, shown in steps(page):
        program, *words = shlex.split(command)
        assert program == "lanista"
        printed = CliRunner().invoke(lanista, words).stdout
        same = doctest.OutputChecker().check_output(shown, printed, FLAGS)
        assert same, f"{page.name}: {command}\nexpected:\n{shown}\ngot:\n{printed}"


def test_there_is_one_for_each_door():
    assert [page.stem for page in TUTORIALS] == ["start-bots", "start-contests", "start-games", "start-research"]
    assert all(list(steps(page)) for page in TUTORIALS)
