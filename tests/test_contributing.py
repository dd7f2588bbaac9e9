"""CONTRIBUTING's map of the project is complete and true."""

import ast
import re
from pathlib import Path

from tests.rows import every_row

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = PAGE.partition("## Where things are")[2].partition("## Ten questions")[0]
QUESTIONS = PAGE.partition("## Ten questions")[2].partition("## Habits")[0]
SOURCE = ROOT / "src" / "lanista"
UNLISTED = {"__init__.py", "__main__.py", "__pycache__", "py.typed"}


def test_the_map_names_everything_in_the_package():
    entries = {path.name + "/" * path.is_dir() for path in SOURCE.iterdir() if path.name not in UNLISTED}
    named = set(re.findall(r"^    ([\w.]+/?)  ", MAP, re.MULTILINE))
    assert named == entries


def test_the_map_names_every_file_of_a_game_that_two_games_have():
    games = [path for path in (SOURCE / "games").iterdir() if (path / "game.py").is_file()]
    named = set(re.findall(r"`([\w.]+)/?`", MAP))
    for name in {path.name for game in games for path in game.iterdir()} - UNLISTED:
        if sum((game / name).exists() for game in games) > 2:
            assert name.removesuffix(".py") in named, name


@every_row("path", re.findall(r"`((?:src|docs|tests)/[^`]+)`", QUESTIONS))
def test_questions_are_answered_by_files_that_exist(path):
    assert (ROOT / path).is_file()


def test_there_are_ten_questions():
    assert QUESTIONS.count("? | `") == 10


@every_row(("path", "name"), re.findall(r"^\d\. `([^`]+)`, `([^`]+)`", QUESTIONS, re.MULTILINE))
def test_hops_of_walks_are_functions_that_are_defined_there(path, name):
    """A function of a module, a method of a class, a method or an exported function of a script, or one in C."""
    source = (ROOT / path).read_text(encoding="utf-8")
    assert name in python_functions(source) if path.endswith(".py") else script_has(source, name)


def python_functions(source: str) -> set[str]:
    """Functions of a module, and of its classes with their names."""
    tree = ast.parse(source)
    owners: list[tuple[str, ast.Module | ast.ClassDef]] = [("", tree)]
    owners += [(f"{node.name}.", node) for node in tree.body if isinstance(node, ast.ClassDef)]
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {prefix + node.name for prefix, owner in owners for node in owner.body if isinstance(node, kinds)}


def script_has(source: str, name: str) -> bool:
    """Whether a script or a C source defines a function, the last part of a name, and names its owner."""
    *owner, function = name.split(".")
    defined = re.search(rf"^(?:\s*|.*\bfunction |\w.*[ *]){function}\(.*\{{$", source, re.MULTILINE)
    return defined is not None and all(re.search(rf"\b(?:class|const) {part}\b", source) for part in owner)


@every_row("walk", QUESTIONS.split("\n### ")[1:])
def test_walks_have_at_most_eight_hops(walk):
    hops = [int(number) for number in re.findall(r"^(\d)\. `", walk, re.MULTILINE)]
    assert hops == list(range(1, len(hops) + 1))
    assert 1 < len(hops) <= 8


def test_a_function_that_is_only_called_is_not_defined():
    assert "play_spec" not in python_functions("from x import play_spec\nplay_spec(1)\n")
    assert not script_has("class Stage {\n  show() {\n    this.draw(1);\n  }\n}", "Stage.draw")
