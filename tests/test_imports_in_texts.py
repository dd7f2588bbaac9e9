"""Scripts inside tests, starters and the manual import what exists: no type checker reads them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("docs", "src/lanista", "tests")
KINDS = ("*.md", "*.py", "*.txt")
IMPORT = re.compile(r"from (lanista(?:\.\w+)*) import \(?((?:\w+(?: as \w+)?(?:, )?)+)")
STRING = re.compile(r'"""(.*?)"""', re.DOTALL)  # of a module, whose own imports the type checker reads
MADE_UP = {"lanista.bot.pennies"}  # the module of a game that a test installs


def texts() -> Iterator[Path]:
    yield from ROOT.glob("*.md")
    for folder in FOLDERS:
        for kind in KINDS:
            yield from (ROOT / folder).rglob(kind)


def imported() -> Iterator[tuple[str, str, str]]:
    """A module, a name in it, and the file that imports it."""
    for path in texts():
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".py":
            text = "\n".join(STRING.findall(text))
        for module, names in IMPORT.findall(text):
            for name in names.removesuffix(", ").split(", "):
                yield module, name.split(" as ")[0], path.relative_to(ROOT).as_posix()


def is_there(module: str, name: str) -> bool:
    found = importlib.import_module(module)
    return hasattr(found, name) or find_spec(f"{module}.{name}") is not None


def test_everything_imported_in_texts_exists() -> None:
    needed = {(module, name): file for module, name, file in imported() if module not in MADE_UP}
    assert len(needed) > 50, "the texts were found"
    missing = [
        f"{file}: {module} has no {name}" for (module, name), file in needed.items() if not is_there(module, name)
    ]
    assert not missing, "\n".join(missing)
