"""Fingerprints of rules: a digest of everything that their translation depends on, found without translating.

That is the code of the rules that can be reached and the numbers, tables and enumerations that they use, wherever
these were computed; the layouts of records; and the translator itself. A comment elsewhere does not count.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from lanista.engine.loop import arguments_of
from lanista.engine.rule import global_names, is_rule
from lanista.engine.rules import Rules

DIGEST_BYTES = 16
ENGINE = Path(__file__).parent


class Fingerprint:
    """All inputs to the translation of a game's rules and of some loops over them."""

    def __init__(self, rules: Rules, templates: Iterable[Any] = (), policy: str = "") -> None:
        templates = list(templates)
        bound: dict[str, Any] = {**rules.bindings, "policy": rules.policy(policy)} if policy else rules.bindings
        self._functions = dict(_functions([*rules.roots, *templates], bound))
        about = (rules.name, rules.actions, rules.observation, [arguments_of(template) for template in templates])
        digest = hashlib.blake2b(_engine(), digest_size=DIGEST_BYTES)
        used = ((_facts(function), names) for function, names in self._functions.items())
        for part in (about, *map(_layout, rules.records), *used):
            digest.update(repr(part).encode() + b"\n")
        self.digest = digest.hexdigest()

    def is_current(self) -> bool:
        """Whether source files are unchanged since the import: the translator reads them again."""
        files = {function.__code__.co_filename for function in self._functions}
        try:
            written = {repr(_code(code)) for file in files for code in _codes_in(file)}
        except (OSError, SyntaxError, ValueError):
            return False
        return all(repr(_code(function.__code__)) in written for function in self._functions)


def _codes_in(file: str) -> Iterator[CodeType]:
    """The code of all functions in a file."""
    waiting = [compile(Path(file).read_bytes(), file, "exec", dont_inherit=True)]
    for code in waiting:  # which grows meanwhile
        yield code
        waiting += [value for value in code.co_consts if isinstance(value, CodeType)]


@cache
def _engine() -> bytes:
    """The version of Python, and the files of the engine."""
    files = sorted(path for path in ENGINE.rglob("*") if path.suffix in (".py", ".c"))
    found = hashlib.blake2b(repr(sys.version_info).encode())
    for path in files:
        found.update(path.relative_to(ENGINE).as_posix().encode() + b"\0" + path.read_bytes())
    return found.digest()


def _layout(record: type[Any]) -> tuple[Any, ...]:
    """The fields of a record and of those inside it."""
    return tuple(
        (field.name, field.offset, field.scalar, field.shape, _layout(field.record) if field.record else None)
        for field in record.fields
    )


def _functions(roots: Iterable[Any], bound: Mapping[str, Any]) -> Iterator[tuple[FunctionType, dict[str, Any]]]:
    """All reachable functions with the values of their names; functions that they call are numbered."""
    numbers: dict[FunctionType, int] = {}
    for root in roots:
        numbers.setdefault(root, len(numbers))
    waiting = list(numbers)
    for function in waiting:  # which grows meanwhile
        used: dict[str, Any] = {}
        for name in sorted(set(global_names(function.__code__))):
            value = function.__globals__.get(name, bound.get(name))
            if isinstance(value, FunctionType) and is_rule(value) and value not in numbers:
                numbers[value] = len(numbers)
                waiting.append(value)
            used[name] = numbers[value] if is_rule(value) else _described(value)  # type: ignore[index]
        yield function, used


def _facts(function: FunctionType) -> tuple[Any, ...]:
    """A function itself: its code, its lines, which faults name, and its declarations."""
    marks = getattr(function, "__floats__", False), hasattr(function, "__native__")
    file = Path(function.__code__.co_filename).name
    return (
        file,
        function.__name__,
        marks,
        sorted(map(repr, function.__annotations__.items())),
        _code(function.__code__),
    )


def _code(code: CodeType) -> tuple[Any, ...]:
    constants = [_code(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    names = code.co_names, code.co_varnames, code.co_argcount
    return code.co_code, constants, names, code.co_firstlineno, code.co_linetable


def _described(value: Any) -> str:
    """A value of a module, as far as rules can use it."""
    if isinstance(value, type) and issubclass(value, IntEnum):
        return repr([(member.name, int(member)) for member in value])
    if isinstance(value, int | float | tuple | str | None):
        return f"{type(value).__name__} {value!r}"
    return f"{type(value).__name__} {getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"
