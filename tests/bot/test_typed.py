"""Typed messages stand in each game's folder, are imported under two names, and load nothing heavy."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from lanista.bot.typed import typed_module
from lanista.game import game_names
from tests.imports import loaded_by
from tests.plugins import install

# What a bot may load of Lanista besides the types of its game
LIGHT = {"lanista", "lanista.bot", "lanista.bot.runner", "lanista.games"}
PATTERN = {"lanista.bot.pattern"}  # where a move has one
FINDING = {"lanista.bot.typed"}  # for the name lanista.bot.GAME


def light(code: str, *path: Path) -> set[str]:
    """The modules that code loads, except those that types may need."""
    return loaded_by(code, *path) - PATTERN


@pytest.mark.parametrize("game", game_names())
def test_a_bot_loads_the_client_and_the_types_of_its_game(game):
    package = f"lanista.games.{game}"
    types = {package, f"{package}.typed"}
    client = "from lanista.bot import run\n"
    assert light(f"{client}from {package}.typed import View, Move") == LIGHT | types
    alias = {f"lanista.bot.{game}"}
    assert light(f"{client}from lanista.bot.{game} import View, Move") == LIGHT | types | FINDING | alias


@pytest.mark.parametrize("game", game_names())
def test_both_names_are_one_module(game):
    assert import_module(f"lanista.bot.{game}") is import_module(f"lanista.games.{game}.typed")


def test_a_game_that_is_not_there():
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'lanista\.bot\.chess'"):
        import_module("lanista.bot.chess")
    assert typed_module("no such game") == ""


TYPES = "class View(dict): pass\nMove = str\n"
HEAVY = "raise OSError('the game itself was imported')\n"


@pytest.mark.parametrize(
    ("target", "files", "found"),
    [
        ("pennies.game:GAME", {"pennies/game.py": HEAVY, "pennies/typed.py": TYPES}, "pennies.typed"),
        ("pennies:GAME", {"pennies/typed.py": TYPES}, "pennies.typed"),
        ("pennies:GAME", {}, ""),
        ("pennies:GAME", {"pennies.py": HEAVY}, ""),
    ],
    ids=["beside the game's module", "in the game's package", "no types", "a game that is one module"],
)
def test_types_of_another_packages_game(tmp_path, target, files, found):
    package = {} if "pennies.py" in files else {"pennies/__init__.py": ""}
    install(tmp_path, f"pennies = {target}", {**package, **files}, "pennies-game")
    look = "from lanista.bot.typed import typed_module\n"
    assert "numpy" not in light(f"{look}assert typed_module('pennies') == {found!r}", tmp_path)
    if found:
        code = "import lanista.bot.pennies\nfrom lanista.bot.pennies import View, Move"
        assert light(code, tmp_path) == LIGHT | FINDING | {"pennies", found, "lanista.bot.pennies"}
