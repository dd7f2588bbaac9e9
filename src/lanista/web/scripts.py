"""The scripts of a game that pages run: its rules, made once and cached.

A script is named by a digest of everything that it is made from: the translators, the files of the game's package
and the layout of its records. Files of the cache are sealed, like compiled rules.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from lanista.core.errors import FileError
from lanista.engine import Rules
from lanista.engine.folders import LOG, cache_root, private_folder
from lanista.engine.seal import read_sealed, write_sealed
from lanista.engine.translate.entries import NOTED_STEP, layout_of, rules_program, shown_layout
from lanista.engine.translate.javascript import module_of

# Where bundles have them
RULES = "made/rules.js"

PACKAGE = Path(__file__).parents[1]
FOR_SEARCHERS = ("value", "propose")  # rules that no page needs
MAKERS = ("core/**/*.py", "engine/**/*.py", "engine/**/*.js", "game/**/*.py")  # the code that makes them


@cache
def rules_script(rules: Rules) -> str:
    """The rules as a module, for states of one layout; raises RuleError for what cannot be translated."""
    played = tuple(name for name in rules.entries if name not in FOR_SEARCHERS)
    return _kept(f"{rules.name}-rules", rules, lambda: _module(rules, played))


@cache
def step_script(rules: Rules) -> str:
    """The part of the rules that plays turns, as a module: enough to watch a match."""
    return _kept(f"{rules.name}-step", rules, lambda: _module(rules, ("is_over",)))


def _module(rules: Rules, entries: tuple[str, ...]) -> str:
    """Rules as a module, with those that show a match."""
    program = rules_program(rules, (NOTED_STEP, *rules.page_entries, *entries))
    return module_of(program, layout_of(rules) | {"shown": shown_layout(rules)})


def _kept(name: str, rules: Rules, make: Callable[[], str]) -> str:
    """A script from the cache, made if it is not there."""
    path = private_folder(cache_root().with_name("scripts")) / f"{name}-{_digest(rules)}.js"
    found = _read(path)
    if found is not None:
        return found
    script = make()
    try:
        write_sealed(path, script.encode())
    except FileError as error:
        LOG.warning("scripts are not cached for later runs: %s", error)
    return script


def _read(path: Path) -> str | None:
    try:
        content = read_sealed(path)
    except (ValueError, OSError) as error:
        LOG.warning("%s; making this script again", error)
        return None
    return None if content is None else content.decode()


# What scripts are made from


def _digest(rules: Rules) -> str:
    mark = hashlib.blake2b(_makers(), digest_size=16)
    mark.update(repr([record.dtype for record in rules.records]).encode())
    mark.update(package_digest(rules.step.__module__))
    return mark.hexdigest()


@cache
def _makers() -> bytes:
    """A digest of the code that makes scripts, and of the Python that runs it."""
    files = (path for pattern in MAKERS for path in PACKAGE.glob(pattern))
    return _digest_of(files) + sys.version.encode()


@cache
def package_digest(module: str) -> bytes:
    """A digest of the files of a module's package; of the file alone if it is in none."""
    loaded = sys.modules[module]
    if loaded.__file__ is None:
        return module.encode()
    file = Path(loaded.__file__)
    return _digest_of(_files_in(file.parent) if loaded.__package__ else iter([file]))


def _files_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if "__pycache__" not in path.parts and path.is_file())


def _digest_of(files: Iterator[Path]) -> bytes:
    mark = hashlib.blake2b()
    for path in sorted(files):
        content = path.read_bytes()
        mark.update(f"{path.name} {len(content)}\0".encode())
        mark.update(content)
    return mark.digest()
