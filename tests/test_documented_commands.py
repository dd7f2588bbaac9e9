"""The command line accepts every command in README and docs; README's are also run."""

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
LONG = {"compare"}  # plays until it is decided
SERIES = re.compile(r"(--games |--rounds |series\(first, )\d+")  # of any length
THINKING = re.compile(r"(\bms=)\d+")  # of a bot, in every turn of a whole match
BOT = "def move(view):\n    return 'ACCELERATE'\n"


def blocks(page: Path, *languages: str) -> list[str]:
    """A page's code blocks in the given languages."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    return [block for language, block in found if language in languages]


def commands(page: Path) -> Iterator[list[str]]:
    """The arguments of every `lanista` command in a page's code blocks."""
    for line in "".join(blocks(page, "", "sh", "console")).splitlines():
        command = line.removeprefix("$ ")
        if command.startswith("lanista "):
            yield shlex.split(command, comments=True)[1:]


def in_short(code: str) -> str:
    """The same code with series of two matches, leagues of two rounds, and 5 ms to think, to save time."""
    return THINKING.sub(r"\g<1>5", SERIES.sub(r"\g<1>2", code))


SHOWN = [(page.name, words) for page in PAGES for words in commands(page)]


@pytest.mark.parametrize(
    ("page", "words"), SHOWN, ids=lambda value: value if isinstance(value, str) else " ".join(value)
)
def test_documented_commands_parse(page, words):
    command: click.Command | None = lanista
    rest = [word for word in words if word not in (">", "<", "|")]
    while isinstance(command, click.Group):
        verb, *rest = rest
        command = command.get_command(click.Context(command), verb)
    assert command is not None, f"{page}: no verb {verb}"
    command.make_context(verb, rest)


def test_commands_are_found():
    assert len(SHOWN) > 30
    assert {"README.md", "bots.md", "browser.md"} <= {page for page, _ in SHOWN}


def test_readme_runs_from_top_to_bottom(tmp_path, monkeypatch):
    """In one folder, as a reader would; interactive commands are skipped."""
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").write_text(BOT)
    ran = 0
    for words in commands(ROOT / "README.md"):
        if (INTERACTIVE | LONG) & set(words) - {"--watch"} or "GAME" in words:
            continue
        result = CliRunner().invoke(lanista, shlex.split(in_short(shlex.join(words))))
        assert result.exit_code == 0, f"{words}: {result.output}"
        ran += 1
    assert ran >= 3
    assert Path("match.html").exists()


def test_the_python_of_readme_and_manual_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for page in (ROOT / "README.md", ROOT / "docs" / "python.md", ROOT / "docs" / "compare.md"):
        for block in blocks(page, "python"):
            if "lanista.engine" not in block:  # those need a compiler; the engine's tests run them
                exec(compile(in_short(block), page.name, "exec"), {})
