"""No code outside `lanista.games` knows a game or a contest by name; docstrings may give examples."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lanista
from lanista.bots.protocol.registry import contest_protocols
from lanista.game import installed_games

ROOT = Path(lanista.__file__).parent
FILES = [path for path in sorted(ROOT.rglob("*.py")) if "games" not in path.relative_to(ROOT).parts[:1]]

# What a newcomer copies from the end of the demonstration; nothing is decided by it
EXAMPLES = {"cli/demo/command.py": ["play overdrive mybot.py cruise --watch"]}


def names() -> set[str]:
    """The names of games and contests: ids, titles, and prefixes with their colon."""
    protocols = [protocol for _, protocol in contest_protocols()]
    found = {game.name for game in installed_games()[0]} | {protocol.id for protocol in protocols}
    found |= {protocol.title for protocol in protocols}
    found |= {f"{protocol.prefix}:" for protocol in protocols if protocol.prefix}
    return {name.lower() for name in found}


def words(tree: ast.Module) -> Iterator[str]:
    """Every text but docstrings, every name and every imported module."""
    prose = {id(body[0].value) for body in _bodies(tree) if body and isinstance(body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.name for alias in node.names)
            yield getattr(node, "module", None) or ""
        elif isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def _bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.body


def switches(source: str, known: set[str], examples: list[str]) -> list[str]:
    """The words of a source that name a game or a contest."""
    if not any(name in source.lower() for name in known):
        return []
    return [
        word
        for word in words(ast.parse(source))
        if any(name in word.lower() for name in known) and not any(example in word for example in examples)
    ]


def test_no_module_names_a_game_or_a_contest():
    known, found = names(), {}
    for path in FILES:
        file = path.relative_to(ROOT).as_posix()
        found[file] = switches(path.read_text(encoding="utf-8"), known, EXAMPLES.get(file, []))
    assert {file: words for file, words in found.items() if words} == {}
    assert len(FILES) > 100


@pytest.mark.parametrize(
    "source",
    [
        'if game == "rampage": pass',
        'PROTOCOLS = {"entelect-2018": 1}',
        "from lanista.games.tanks.game import TANKS",
        "import lanista.games.overdrive",
        'spec.startswith("signalr:")',
        'print(f"bots of Orbis Challenge 2015: {x}")',
        "def sproutopia(): pass\nsproutopia()",
    ],
)
def test_a_switch_by_name_is_seen(source):
    assert switches(source, names(), [])


def test_docstrings_may_give_examples():
    assert not switches('"""As in overdrive."""\ndef f():\n    """Play `tanks`."""\n', names(), [])
