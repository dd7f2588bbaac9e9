"""The command line accepts every command in README and docs; those of README and the tour are also run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import lanista as platform
from lanista.cli.main import HEADINGS, lanista
from tests.rows import every_row

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
INTERACTIVE = {"--view", "--watch", "--terminal", "--step", "human", "join", "view", "bench", "demo", "serve"}
LONG = {"compare"}  # plays until it is decided
SERIES = re.compile(r"(--games |--rounds |series\(first, )\d+")  # of any length
EXAMINATION = re.compile(r"(\bdoctor .*--quick\b)")
THINKING = re.compile(r"(\bms=)\d+")  # of a bot, in every turn of a whole match
README, TOUR, COMMANDS = ROOT / "README.md", ROOT / "docs" / "tour.md", ROOT / "docs" / "commands.md"
FIRST_BOTS = [README, ROOT / "docs" / "bots.md"]  # the first Python of these pages is `mybot.py`


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
    """The same code with series of two matches, leagues of two rounds, short examinations and 5 ms to think."""
    return EXAMINATION.sub(r"\g<1> --seconds 3", THINKING.sub(r"\g<1>5", SERIES.sub(r"\g<1>2", code)))


SHOWN = [(page.name, words) for page in PAGES for words in commands(page)]


def parse(page: str, words: list[str]) -> None:
    """Parse a command line of a page as the program would."""
    command: click.Command | None = lanista
    rest = [word for word in words if word not in (">", "<", "|")]
    while isinstance(command, click.Group) and not (rest[0].startswith("-") and command.invoke_without_command):
        verb, *rest = rest
        command = command.get_command(click.Context(command), verb)
    assert command is not None, f"{page}: no verb {verb}"
    command.make_context(verb, rest)


@every_row(("page", "words"), SHOWN, ids=lambda value: value if isinstance(value, str) else " ".join(value))
def test_documented_commands_parse(page, words):
    parse(page, words)


def test_commands_are_found():
    assert len(SHOWN) > 30
    assert {"README.md", "bots.md", "browser.md"} <= {page for page, _ in SHOWN}


@pytest.mark.parametrize(
    ("page", "makes"),
    [(README, "report.html"), pytest.param(TOUR, "playable.html", marks=pytest.mark.long)],
)
def test_pages_run_from_top_to_bottom(page, makes, tmp_path, monkeypatch):
    """In one folder, as a reader would; interactive commands are skipped."""
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").write_text(blocks(README, "python")[0])
    ran = 0
    for words in commands(page):
        if (INTERACTIVE | LONG) & set(words) - {"--watch"}:
            continue
        result = CliRunner().invoke(lanista, shlex.split(in_short(shlex.join(words))))
        assert result.exit_code == 0, f"{words}: {result.output}"
        ran += 1
    assert ran >= 6
    assert Path(makes).exists()


def test_the_first_bot_has_five_lines():
    assert len(blocks(README, "python")[0].splitlines()) == 5


@every_row("page", FIRST_BOTS, ids=lambda page: page.name)
@every_row("seed", range(10))
def test_the_first_bot_reaches_the_finish(page, seed):
    assert finishes(namespace(blocks(page, "python")[0])["move"], seed)


def namespace(code: str) -> dict[str, Any]:
    """The names that some code defines."""
    names: dict[str, Any] = {}
    exec(code, names)
    return names


def finishes(bot: Any, seed: int) -> bool:
    """Whether a bot wins a race against `random` by reaching the finish line, without a fault."""
    seat = seed % 2
    match = platform.play("overdrive", [bot, "random"] if seat == 0 else ["random", bot], seed=seed)
    assert match.outcome is not None
    return (match.winner, match.outcome.reason, match.faults[seat]) == (seat, "finish line", None)


def test_the_shell_script_of_the_manual_reaches_the_finish(tmp_path):
    script = tmp_path / "bot.sh"
    script.write_text(blocks(ROOT / "docs" / "bots.md", "sh")[0])
    assert finishes(f"sh {script}", 3)


def test_the_page_of_commands_has_every_verb_under_its_heading():
    listed = re.findall(r"^## (.+)|^\| `lanista (\w+)", COMMANDS.read_text(encoding="utf-8"), re.MULTILINE)
    headings, verbs = [heading for heading, _ in listed if heading], [verb for _, verb in listed if verb]
    assert headings == [*HEADINGS, "Options", "Exit codes"]
    assert verbs == [verb for under in HEADINGS.values() for verb in under]
