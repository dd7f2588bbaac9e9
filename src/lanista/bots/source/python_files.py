"""The files of a bot that is a Python file: a module of its folder may change how it plays."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

MAX_SOURCE = 2 * 2**20  # bytes of a Python file that is looked into
MAX_TEXT = 200  # characters of a text that may name a file
MAX_NAMED = 5_000  # files that the texts of one file may name
MAX_DEPTH = 20  # folders around an imported module


class Mentions(NamedTuple):
    """The modules that a Python file imports, and its texts, which may name files."""

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
    there = set(_entries(root))
    imported = {file for level, name in mentions.imports for file in _modules(path, root, there, level, name)}
    home = root.resolve()
    candidates = imported | set(islice(_named(mentions.texts, root, there), MAX_NAMED))
    return [file for file in candidates if os.path.isfile(file) and file.resolve().is_relative_to(home)]


@lru_cache(maxsize=256)
def _parse(path: Path, mtime_ns: int, size: int) -> Mentions:
    """The mentions in a file, parsed once for every state of it; none if it is not Python, or too large."""
    if size > MAX_SOURCE:
        return NOTHING
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
    """The paths that an imported module and its packages would have."""
    here = root if level == 0 else path.parents[min(level, len(path.parents)) - 1]
    first = name.partition(".")[0]
    if level == 0 and first not in there and f"{first}.py" not in there:
        return
    for part in name.split(".")[:MAX_DEPTH]:
        here = here / part
        yield here / "__init__.py"
        yield here.with_name(f"{part}.py")


def _named(texts: frozenset[str], root: Path, there: set[str]) -> Iterator[Path]:
    """The files that texts name: `"weights.json"`, `"data/weights.json"`, or `"data"` and `"weights.json"`."""
    starts: dict[str, list[str]] = {}
    for text in sorted(texts):
        starts.setdefault(text.partition("/")[0], []).append(text)
    folders = [name for name in sorted(there & texts) if os.path.isdir(root / name)]
    for folder in (root, *(root / name for name in folders)):
        for name in _entries(folder):
            yield from (folder / text for text in starts.get(name, ()))


def _entries(folder: Path) -> list[str]:
    """The names in a folder, sorted; none if it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
