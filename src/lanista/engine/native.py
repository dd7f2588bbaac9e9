"""Native twins: the same rules compiled by Numba, lazily, beside the plain functions.

A twin is the rule's own code with its names rebound to the twins of the rules it calls. Bounds checks stay on.
Compiled code is kept in a cache folder whose name is a digest of every source it could come from, the versions
and the options: Numba itself looks at one file only and at no option.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
from collections import namedtuple
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from lanista.engine.rule import field_uses, place, reachable, rules_called_by
from lanista.engine.rules import Rules
from lanista.errors import NativeError, RuleError

OPTIONS: dict[str, Any] = {"boundscheck": True, "nogil": True}


def available() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def cache_root() -> Path:
    """Where compiled rules are kept; LANISTA_CACHE moves it."""
    home = os.environ.get("LANISTA_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "lanista" / "native"


def cache_key(sources: list[str], options: dict[str, Any]) -> str:
    """A digest of all that compiled code depends on: the games' and the engine's files, versions, options."""
    import llvmlite
    import numba
    import numpy as np

    folders = sorted({Path(source).parent for source in sources} | {Path(__file__).parent})
    mark = hashlib.blake2b(digest_size=12)
    for file in (file for folder in folders for file in sorted(folder.glob("*.py"))):
        mark.update(file.name.encode() + b"\0" + file.read_bytes())
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine())
    mark.update(repr((versions, sorted(options.items()))).encode())
    return mark.hexdigest()


class Native:
    """The compiled twins of one game's rules, and loops over them."""

    def __init__(self, rules: Rules) -> None:
        if not available():
            raise NativeError("native speed needs Numba; install it with: pip install 'lanista[native]'")
        rules.check()
        self.rules = rules
        self._twins: dict[FunctionType, Any] = {}
        self._loops: dict[tuple[str, bool], Callable[..., Any]] = {}

    def twin(self, function: Any) -> Any:
        """The compiled twin of a rule."""
        if function not in self._twins:
            self._twins[function] = self._make_twin(function)
        return self._twins[function]

    def _make_twin(self, function: FunctionType) -> Any:
        import numba

        if hasattr(function, "__native__"):
            return numba.njit(**OPTIONS)(function.__native__())
        bound = {name: self.twin(called) for name, called in rules_called_by(function)}
        return numba.njit(**OPTIONS, forceinline=True)(_rebound(function, bound))

    def loop(self, template: Any, *, parallel: bool = False) -> Callable[..., Any]:
        """A loop of `loops` over this game's rules, compiled and cached."""
        key = (template.__name__, parallel)
        if key not in self._loops:
            self._loops[key] = self._guarded(self._compile_loop(template, parallel))
        return self._loops[key]

    def _compile_loop(self, template: FunctionType, parallel: bool) -> Any:
        import numba

        entries = self.rules.entries.items()
        bound = {name: self.twin(entry) for name, entry in entries if name in template.__code__.co_names}
        bound |= {name: self.twin(called) for name, called in rules_called_by(template)}
        function = _rebound(template, {**bound, "prange": numba.prange if parallel else range})
        # Numba names its cache files by this, and all games share the templates' file and lines.
        function.__qualname__ = f"{self.rules.name}_{template.__name__}{'_parallel' if parallel else ''}"
        options = {**OPTIONS, "parallel": parallel}
        # Variants of a game may differ in nothing but which rule is bound to a name.
        bound_to = {"rules": [f"{root.__module__}.{root.__qualname__}" for root in self.rules.roots]}
        folder = cache_root() / cache_key(self.rules.sources(), {**options, **bound_to})
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        return numba.njit(cache=_can_write(folder), **options)(function)

    def _guarded(self, compiled: Any) -> Callable[..., Any]:
        """Numba reports a field that a record lacks as a bare KeyError; say where it stands instead."""

        def call(*arguments: Any) -> Any:
            try:
                return compiled(*arguments)
            except KeyError as error:
                raise self._misplaced_field(str(error.args[0])) from error

        return call

    def _misplaced_field(self, name: str) -> RuleError:
        uses = [
            place(function, line)
            for function in reachable(*self.rules.roots)
            for used, line in field_uses(function)
            if used == name
        ]
        return RuleError(f"field '{name}' is asked of a record that has none of that name: {' or '.join(uses)}")


def _can_write(folder: Path) -> bool:
    """Whether compiled code can be kept there; Numba would else keep it where no digest guards it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _rebound(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same code with some of its global names bound to other values, and enumerations to plain numbers."""
    numbers = {
        name: _plain_numbers(value)
        for name, value in function.__globals__.items()
        if isinstance(value, type) and issubclass(value, IntEnum) and name in function.__code__.co_names
    }
    copy = FunctionType(function.__code__, {**function.__globals__, **numbers, **names}, function.__name__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


@cache
def _plain_numbers(enumeration: type[IntEnum]) -> Any:
    """An enumeration's members as a tuple of integers: Numba types each enumeration apart from `int`."""
    members = {name: int(member) for name, member in enumeration.__members__.items()}
    return namedtuple(enumeration.__name__, members)(**members)


@cache
def native(rules: Rules) -> Native:
    """The native twins of a game's rules, made once per process."""
    return Native(rules)
