"""The runtime that stands in `static/python*.js`: the declarations that a script needs, without comments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "static"
FILES = (
    "python",
    "python-operators",
    "python-text",
    "python-json",
    "python-builtins",
    "python-methods",
    "python-records",
)

_COMMENT = re.compile(r"/\*\*.*?\*/ ?|^ *//[^\n]*$", re.DOTALL | re.MULTILINE)
_IMPORT = re.compile(r"^import .*?;$", re.DOTALL | re.MULTILINE)
_DECLARATION = re.compile(r"^(export )?(?:function\*?|class|const|let) +([\w$]+)", re.MULTILINE)
_WORD = re.compile(r"(?<![.\w$])[A-Za-z_$][\w$]*")


class Declaration(NamedTuple):
    """A function, class or constant of the runtime, and the names in it."""

    text: str
    is_exported: bool
    words: frozenset[str]


def exported() -> set[str]:
    """The names that transcribed code may use."""
    return {name for name, declaration in declarations().items() if declaration.is_exported}


def runtime_text(names: Iterable[str]) -> str:
    """The declarations of these names and all that they use, in the order of the files."""
    known, wanted, waiting = declarations(), set(), list(names)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += known[name].words & known.keys()
    return "\n".join(declaration.text for name, declaration in known.items() if name in wanted)


@cache
def declarations() -> dict[str, Declaration]:
    """All declarations by name, those that others need first."""
    found: dict[str, Declaration] = {}
    for file in FILES:
        source = _IMPORT.sub("", _COMMENT.sub("", (FOLDER / f"{file}.js").read_text("utf-8")))
        starts = [*_DECLARATION.finditer(source)]
        for start, after in zip(starts, [*starts[1:], None], strict=True):
            text = _compact(source[start.end(1) if start[1] else start.start() : after.start() if after else None])
            if start[2] in found:
                raise ValueError(f"two declarations of the runtime are named {start[2]}; rename one in {file}.js")
            found[start[2]] = Declaration(text, bool(start[1]), frozenset(_WORD.findall(text)))
    return found


def _compact(text: str) -> str:
    """A declaration without indentation and empty lines."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
