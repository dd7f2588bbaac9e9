"""A game of your own: what `lanista new game` makes conforms, and the manual's page is followed literally."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.game import get_game
from tests.plugins import forget_games, unload
from tests.programs import check_with_all_tools
from tests.test_documented_commands import in_short

PAGE = Path(__file__).parents[1] / "docs" / "games.md"
SECTION = re.compile(r"^## In ten minutes$(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SERVES = "lanista view"
SECONDS = 600  # for one command on a busy machine


def install(folder: Path, packages: Path) -> None:
    """Install a package without dependencies as pip does: build its wheel, and unpack that."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(packages)]
    subprocess.run(build, cwd=folder, check=True, capture_output=True, timeout=SECONDS)
    for wheel in packages.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(packages)
        wheel.unlink()


def new_game(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(lanista, ["new", "game", *words])
    return done.exit_code, done.output


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a new game, installed for this process."""
    monkeypatch.chdir(tmp_path)
    assert new_game("ruby_rush", "rush")[0] == 0
    install(tmp_path / "rush", tmp_path / "packages")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    forget_games()
    yield "ruby_rush"
    forget_games()
    unload("ruby_rush")


def test_it_conforms(installed: str) -> None:
    game = get_game(installed)
    lines = check_with_all_tools(game, turns=200)
    assert [line for line in lines if "NOT" in line] == []
    assert game.title == "Ruby rush"


def test_every_file_is_about_the_new_game(tmp_path: Path) -> None:
    folder = tmp_path / "new folder"
    code, output = new_game("ruby_rush", str(folder), "--json")
    made = json.loads(output)
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert (code, set(made["files"])) == (0, files)
    assert made["install"] == f"pip install -e '{folder}'"
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in files}
    placeholder = re.compile(r"mygame|my game|\{\{folder", re.IGNORECASE)
    assert {name for name, text in texts.items() if placeholder.search(text)} == set()
    assert {"README.md", "AGENTS.md", "pyproject.toml", "tests/test_ruby_rush.py"} <= files


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["overdrive", "DIR"], "there is a game 'overdrive' already"),
        (["json", "DIR"], "there is a Python module 'json' already"),
        (["Gems", "DIR"], "expected a name of lower-case letters"),
        (["class", "DIR"], "expected a name of lower-case letters"),
        (["../gems", "DIR"], "expected a name of lower-case letters"),
        (["gems", "DIR", "--search"], "are for bots; leave them out for a game"),
    ],
)
def test_bad_requests_say_what_is_expected(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = new_game(*words)
    assert code == 2
    assert said in output
    assert list(tmp_path.iterdir()) == []


def commands() -> list[str]:
    """The command lines of the section, without their remarks."""
    found = SECTION.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    shell = "".join(block for language, block in BLOCK.findall(found[1]) if not language)
    python = [block for language, block in BLOCK.findall(found[1]) if language == "python"]
    lines = [shlex.join(shlex.split(line, comments=True)) for line in shell.splitlines()]
    return [line for line in lines if line] + [shlex.join(["python", "-c", code]) for code in python]


@pytest.mark.long
def test_the_manual_is_followed_literally(tmp_path: Path) -> None:
    """In one folder, each command in a new process; a served page is left out."""
    packages = tmp_path / "packages"
    environment = {**os.environ, "PYTHONPATH": str(packages), "PYTHONWARNINGS": "default"}
    ran = 0
    for line in commands():
        words = shlex.split(in_short(line))
        if line.startswith(SERVES):
            continue
        if words[:3] == ["pip", "install", "-e"]:
            install(tmp_path / words[3], packages)
        else:
            program = [sys.executable] if words[0] == "python" else [sys.executable, "-m", words[0]]
            done = subprocess.run(
                [*program, *words[1:]],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
            assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        ran += 1
    assert ran > 12
    assert {"match.html", "report.html", "pages", "mybot"} <= {path.name for path in tmp_path.iterdir()}
