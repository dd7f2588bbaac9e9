"""Names that are looked up in a game's modules stand in one table, and a misspelt name is an error."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lanista
from lanista.core.errors import PluginError
from lanista.game.modules import HOOKS, Modules
from lanista.game.registry import game_names, get_game

SOURCES = Path(lanista.__file__).parent


def looked_up() -> Iterator[tuple[str, str]]:
    """The module and name of every `find("scene", "frame", ...)`."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("find"):
                words = [str(word.value) for word in node.args[:2] if isinstance(word, ast.Constant)]
                if len(words) == 2:
                    yield words[0], words[1]


def test_the_table_has_every_name_that_is_looked_up() -> None:
    found = set(looked_up())
    assert len(found) > 25
    assert [(module, name) for module, name in sorted(found) if name not in HOOKS.get(module, ())] == []


@pytest.mark.parametrize("name", game_names())
def test_our_games_pass(name: str) -> None:
    modules = get_game(name).modules
    modules.check()
    for module in HOOKS:
        modules.get(module)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package `slipped`."""
    folder = tmp_path / "slipped"
    for room in ("", "show", "learn", "search"):
        (folder / room).mkdir(exist_ok=True)
        (folder / room / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("slipped")
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "slipped"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("module", "source", "slip", "meant"),
    [
        ("show.frames", "def scenes(state): ...", "scenes", "scene"),
        ("show.words", "def descrbe(state, const, seat, move, told): ...", "descrbe", "describe"),
        ("show.frames", "CURVE = ('score',)", "CURVE", "CURVES"),
        ("search.imagine", "class Beleif: ...", "Beleif", "Belief"),
    ],
)
def test_a_misspelt_name_is_refused(package: Path, module: str, source: str, slip: str, meant: str) -> None:
    (package / f"{module.replace('.', '/')}.py").write_text(source)
    with pytest.raises(PluginError, match=rf"^slipped.{module} defines `{slip}`, and lacks `{meant}`"):
        Modules("slipped").get(module)


def test_a_helper_may_be_like_a_name_that_is_there(package: Path) -> None:
    source = "from enum import Enum\n\ndef scene(state): ...\n\ndef scenes(): ...\n"
    (package / "show/frames.py").write_text(source)
    assert Modules("slipped").find("show.frames", "scene", None) is not None


def test_a_misspelt_module_is_refused(package: Path) -> None:
    (package / "learn/hiden.py").write_text("")
    with pytest.raises(PluginError, match=r"^slipped.learn has a module `hiden`, and lacks `hidden`"):
        Modules("slipped").check()


def test_a_module_in_the_wrong_folder_is_refused(package: Path) -> None:
    (package / "frames.py").write_text("")
    with pytest.raises(PluginError, match=r"^slipped has a module `frames`, which belongs in the folder `show`"):
        Modules("slipped").check()


def test_a_function_with_other_parameters_is_refused(package: Path) -> None:
    (package / "show/frames.py").write_text("def scene(state, seat): ...")
    with pytest.raises(
        PluginError, match=r"^expected `scene\(state\)` in slipped.show.frames, got `scene\(state, seat\)`"
    ):
        Modules("slipped").get("show.frames")
