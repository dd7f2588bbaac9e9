"""Which files belong to a bot that is a Python file: a module of its folder may change how it plays."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

MAX_TEXT = 200  # characters of a text that may name a file


class Mentions(NamedTuple):
    """What a Python file says of other files."""

    imports: tuple[tuple[int, str], ...]  # the level of a relative import, and a dotted name
    texts: frozenset[str]


NOTHING = Mentions((), frozenset())


def python_files(file: Path) -> list[Path]:
    """A Python file, then the modules of its folder that it imports, and the files there that it names in a text.

    Modules and named files count with what they import and name in turn. Links that lead out of the folder do not.
    """
    found: set[Path] = set()
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _mentioned(path, file.parent) if path.suffix == ".py" else ()
    return [file, *sorted(found - {file})]


def _mentioned(path: Path, root: Path) -> list[Path]:
    """The files below `root` that a Python file imports or names."""
    status = path.stat()
    mentions = _parse(path, status.st_mtime_ns, status.st_size)
    there = set(os.listdir(root))
    imported = {file for level, name in mentions.imports for file in _modules(path, root, there, level, name)}
    home = root.resolve()
    candidates = imported | set(_named(mentions.texts, root, there))
    return [file for file in candidates if os.path.isfile(file) and file.resolve().is_relative_to(home)]


@lru_cache(maxsize=256)
def _parse(path: Path, mtime_ns: int, size: int) -> Mentions:
    """What a file mentions, parsed once for every state of it; nothing if it is not Python."""
    try:
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return NOTHING
    return Mentions(tuple(_imports(nodes)), frozenset(_texts(nodes)))


def _imports(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from ((node.level, f"{module}.{alias.name}".strip(".")) for alias in node.names)


def _texts(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text and len(text) <= MAX_TEXT and text.isprintable():
                yield text


def _modules(path: Path, root: Path, there: set[str], level: int, name: str) -> Iterator[Path]:
    """Where an imported module and its packages would be."""
    here = root if level == 0 else path.parents[min(level, len(path.parents)) - 1]
    first = name.partition(".")[0]
    if level == 0 and first not in there and f"{first}.py" not in there:
        return
    for part in name.split("."):
        here = here / part
        yield here / "__init__.py"
        yield here.with_name(f"{part}.py")


def _named(texts: frozenset[str], root: Path, there: set[str]) -> Iterator[Path]:
    """The files that texts name: `"weights.json"`, `"data/weights.json"`, or `"data"` and `"weights.json"`."""
    yield from (root / text for text in texts if text.partition("/")[0] in there)
    folders = [text for text in texts if text in there and os.path.isdir(root / text)]
    yield from (root / folder / text for folder in folders for text in texts)
