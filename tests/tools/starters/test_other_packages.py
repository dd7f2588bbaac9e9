"""A game of another package brings its own types and starters: `lanista new` and `lanista schema` work for it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import lanista
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.tools.starters import play_command
from tests.plugins import forget_games, install, unload

TYPED = '''
from typing import Annotated, Literal, TypedDict
Move = Annotated[Literal["LEFT", "STAY", "RIGHT"], "where to run"]
class View(TypedDict):
    """The view of a runner."""
    turn: Annotated[int, "from 1"]
'''
BOT = """
from lanista.bot import run
from pennies.typed import Move, View
def move(view: View) -> Move:
    return "STAY"
if __name__ == "__main__":
    run(move)
"""
COINS = Path(__file__).parents[2] / "coins"
PACKAGE = {  # the example game, as another package would have it
    f"pennies/{path.relative_to(COINS)}": path.read_text()
    .replace("tests.coins", "pennies")
    .replace('ClassVar = "coins"', 'ClassVar = "pennies"')
    .replace("Coins on a line", "Pennies on a line")
    for path in COINS.rglob("*.py")
}
STARTERS = {
    "pennies/typed.py": TYPED,
    "pennies/starters/bot.py": BOT,
    "pennies/starters/bot.sh": "#!/bin/sh\necho STAY\n",
}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, for this process and for bots."""
    folder = tmp_path / "packages"
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    yield folder
    unload("pennies")
    forget_games()


def install_pennies(folder: Path, files: dict[str, str]) -> None:
    install(folder, "pennies = pennies:COINS", {**PACKAGE, **files}, "pennies-game")
    forget_games()


def call(*words: str) -> Result:
    return CliRunner().invoke(lanista, list(words))


def test_a_starter_of_another_package_plays(packages, tmp_path):
    install_pennies(packages, STARTERS)
    folder = tmp_path / "runner"
    made = json.loads(call("new", "python", "pennies", str(folder), "--json").stdout)
    assert made["play"] == f"lanista play pennies {folder} random"
    assert "A bot for Pennies on a line." in (folder / "README.md").read_text()
    assert (folder / "bot.py").read_text() == BOT
    result = plan_match("pennies", [str(folder), "stay"], seed=1).play()
    assert result.seats[0].verdicts == {Verdict.OK: 30}


def test_the_schema_of_another_packages_game(packages):
    install_pennies(packages, STARTERS)
    schema = json.loads(call("schema", "pennies").stdout)
    assert schema["properties"]["move"] == {"enum": ["LEFT", "STAY", "RIGHT"], "description": "where to run"}
    assert schema["$defs"]["View"]["properties"] == {"turn": {"type": "integer", "description": "from 1"}}
    assert "### View" in call("schema", "pennies", "--markdown").stdout


@pytest.mark.parametrize(
    ("files", "words", "message"),
    [
        (STARTERS, "new go pennies DIR", "there is no go starter for pennies; it has starters in python, sh"),
        ({}, "new sh pennies DIR", "there is no sh starter for pennies; it has no starters"),
        ({}, "schema pennies", "pennies has no types: expected a module pennies.typed with View, Move"),
    ],
    ids=["another language", "no starters", "no types"],
)
def test_what_a_game_does_not_bring(packages, tmp_path, files, words, message):
    install_pennies(packages, files)
    done = call(*words.replace("DIR", str(tmp_path / "bot")).split())
    assert done.exit_code == 2
    assert message in done.output
    assert not (tmp_path / "bot").exists()


@pytest.mark.parametrize(
    ("seats", "bots", "named", "command"),
    [
        (range(2, 3), ("weak", "strong"), "", "lanista play pennies . weak"),
        (range(2, 3), ("weak", "strong"), "strong", "lanista play pennies . strong"),
        (range(1, 5), ("weak",), "", "lanista play pennies . weak"),
        (range(3, 5), ("weak",), "", "lanista play pennies . weak weak"),
        (range(1, 2), ("weak",), "", "lanista play pennies ."),
    ],
)
def test_the_first_match(packages, monkeypatch, seats, bots, named, command):
    install_pennies(packages, {**STARTERS, "pennies/starters/__init__.py": f"OPPONENT = {named!r}\n"})
    game = get_game("pennies")
    monkeypatch.setattr(type(game), "seats", seats)
    monkeypatch.setitem(vars(game), "bots", bots)
    assert play_command(game, ".") == command
