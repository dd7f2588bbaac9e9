"""Every command that README and docs show is one that the command line understands; README's are also run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
INTERACTIVE = {"--view", "--watch", "--terminal", "--step", "human", "join", "view", "bench", "demo"}
SERIES = re.compile(r"(--games |series\(first, )\d+")  # of as many matches as a page likes
BOT = "def move(view):\n    return 'ACCELERATE'\n"


def blocks(page: Path, *languages: str) -> list[str]:
    """A page's blocks of code in some languages."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    return [block for language, block in found if language in languages]


def commands(page: Path) -> Iterator[list[str]]:
    """The words of every command line in a page's blocks of code."""
    for line in "".join(blocks(page, "", "sh", "console")).splitlines():
        command = line.removeprefix("$ ")
        if command.startswith("lanista "):
            yield shlex.split(command, comments=True)[1:]


def of_two_matches(code: str) -> str:
    """What a page shows, but a series of the fewest matches: how many they are changes nothing but the time."""
    return SERIES.sub(r"\g<1>2", code)


SHOWN = [(page.name, words) for page in PAGES for words in commands(page)]


@pytest.mark.parametrize(
    ("page", "words"), SHOWN, ids=lambda value: value if isinstance(value, str) else " ".join(value)
)
def test_what_is_shown_is_understood(page, words):
    verb, *rest = words
    command = lanista.get_command(click.Context(lanista), verb)
    assert command is not None, f"{page}: no verb {verb}"
    command.make_context(verb, [word for word in rest if word not in (">", "<", "|")])


def test_there_are_such_commands():
    assert len(SHOWN) > 30
    assert {"README.md", "bots.md", "browser.md"} <= {page for page, _ in SHOWN}


def test_readme_runs_from_top_to_bottom(tmp_path, monkeypatch):
    """In one folder, as a reader would; what waits for a person is left out."""
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").write_text(BOT)
    ran = 0
    for words in commands(ROOT / "README.md"):
        if INTERACTIVE & set(words) - {"--watch"} or "GAME" in words:
            continue
        result = CliRunner().invoke(lanista, shlex.split(of_two_matches(shlex.join(words))))
        assert result.exit_code == 0, f"{words}: {result.output}"
        ran += 1
    assert ran >= 3
    assert Path("match.html").exists()


def test_the_python_of_readme_and_manual_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for page in (ROOT / "README.md", ROOT / "docs" / "python.md"):
        for block in blocks(page, "python"):
            if "lanista.engine" not in block:  # those wait for a compiler; the engine's own tests run them
                exec(compile(of_two_matches(block), page.name, "exec"), {})
