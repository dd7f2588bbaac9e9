"""The tree reads well: few rooms, short folders, one class for a name, and docstrings that say what a thing is."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import lanista

ROOT = Path(lanista.__file__).parent
REPOSITORY = ROOT.parents[1]
MAX_ROOMS = 16
MAX_FILES = 35  # in a folder
STARTERS = "starters/"  # programs of contestants, not of ours

# Patterns of phrases that a reader stumbles over, in code, texts and tests
CLUMSY = (
    *("is told", "are told", "the own", "gone on with", "goes on", "would else", "each otherwise"),
    *(r"kept in (?:an?|its|memory|the|your)", "(?<!looked )for nothing", "whoever", "of its own"),
)
PROSE = {".py", ".js", ".html", ".md", ".c"}


@cache
def prose() -> dict[str, str]:
    """The files of the package, its tests and the manual, but for recordings."""
    folders = [path for name in ("src", "tests", "docs") for path in (REPOSITORY / name).rglob("*")]
    return {
        path.relative_to(REPOSITORY).as_posix(): path.read_text(encoding="utf-8")
        for path in [*folders, *REPOSITORY.glob("*.md")]
        if path.suffix in PROSE and path.name != Path(__file__).name and "traces" not in path.parts
    }


def places_of(pattern: str) -> list[str]:
    """Where a pattern stands in prose."""
    found = ((name, text, match) for name, text in prose().items() for match in re.finditer(pattern, text, re.M))
    return [f"{name}:{len(text[: match.start()].splitlines()) + 1}: {match[0]}" for name, text, match in found]


def rooms() -> list[Path]:
    return [path for path in ROOT.iterdir() if (path / "__init__.py").is_file()]


def test_prose_is_found() -> None:
    assert len(prose()) > 1500
    assert {"README.md", "docs/games.md", "tests/rows.py", "src/lanista/engine/pool.c"} <= set(prose())


def test_there_are_few_rooms_and_each_says_what_belongs_in_it() -> None:
    assert len(rooms()) <= MAX_ROOMS
    modules = {room.name: ast.parse((room / "__init__.py").read_text(encoding="utf-8")) for room in rooms()}
    assert [name for name, module in modules.items() if not ast.get_docstring(module)] == []


def test_no_folder_is_long() -> None:
    files = (path for path in ROOT.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    counts = Counter(path.parent.relative_to(ROOT).as_posix() for path in files)
    assert {folder: count for folder, count in counts.items() if count > MAX_FILES} == {}


def test_a_class_name_stands_once() -> None:
    """Once outside of games, and once in each game, whose messages for bots are named after its records."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in prose().items():
        file = name.removeprefix("src/lanista/")
        if file != name and file.endswith(".py") and not file.endswith("/typed.py") and STARTERS not in file:
            for class_name in re.findall(r"^class (\w+)", text, re.M):
                found[class_name].append(file)
    assert len(found) > 1000
    assert {name: files for name, files in found.items() if len(set(map(owner, files))) < len(files)} == {}
    assert {name: files for name, files in found.items() if "" in map(owner, files) and len(files) > 1} == {}


def owner(file: str) -> str:
    """The game that a module belongs to, or ""."""
    return file.split("/")[1] if file.startswith("games/") else ""


def test_docstrings_do_not_begin_with_what() -> None:
    assert places_of(r'^\s*("""|/\*\* )What ') == []


def test_clumsy_phrases_are_gone() -> None:
    assert places_of(rf"(?i)\b(?:{'|'.join(CLUMSY)})\b") == []


def test_the_job_without_tools_still_finds_its_tests() -> None:
    """It runs the tests that import a module; after a move of that module it would silently run fewer."""
    found = re.search(r"git grep -lE \"tests\\\.(\w+)\|", (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8"))
    assert found is not None
    assert (REPOSITORY / "tests" / f"{found[1]}.py").exists()
