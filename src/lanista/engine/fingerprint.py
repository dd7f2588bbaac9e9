"""A digest of what compiled code depends on: the rules' code and constants, versions and options.

Only what ends up in machine code counts. Editing a comment, a picture or a bot does not recompile a game's rules;
editing a number in another file that a rule uses does.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from lanista.engine.rule import global_names, is_rule, reachable

MAKERS = ("native.py",)  # files of the engine that shape the code made from a rule


def cache_key(entries: Mapping[str, FunctionType], template: FunctionType, options: Mapping[str, Any]) -> str:
    """A digest of everything that a loop over these rules depends on, except the types of its arguments."""
    parts = [
        _versions(),
        sorted(options.items()),
        sorted((name, _name(entry)) for name, entry in entries.items()),
        [_rule(function) for function in reachable(template, *entries.values())],
        [_content(Path(__file__).with_name(name)) for name in MAKERS],
    ]
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _versions() -> tuple[str, ...]:
    import llvmlite
    import numba
    import numpy as np

    return numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine()


def _rule(function: FunctionType) -> tuple[Any, ...]:
    """A rule's code and every value of its module that the code uses."""
    if hasattr(function, "__native__"):
        return _name(function), _content(Path(function.__native__.__code__.co_filename))
    values = function.__globals__
    used = [
        (name, _value(values[name])) for name in sorted(set(global_names(function.__code__))) if name in values
    ]
    return _name(function), _code(function.__code__), used


def _name(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _code(code: CodeType) -> tuple[Any, ...]:
    """What a code object does, without its file and lines."""
    shape = (code.co_argcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return code.co_code, shape, names, [_value(constant) for constant in code.co_consts]


def _value(value: Any) -> Any:
    """A constant in a form whose `repr` identifies it completely."""
    if isinstance(value, CodeType):
        return _code(value)
    if isinstance(value, type) and issubclass(value, IntEnum):
        return value.__name__, [(name, int(member)) for name, member in value.__members__.items()]
    if isinstance(value, tuple):
        return type(value).__name__, getattr(value, "_fields", ()), _values(value)
    if isinstance(value, frozenset):
        return sorted(map(repr, value))
    if is_rule(value):
        return _name(value)
    return type(value).__name__, repr(int(value) if isinstance(value, int) else value)


def _values(values: Iterable[Any]) -> list[Any]:
    return [_value(value) for value in values]


@cache
def _content(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
