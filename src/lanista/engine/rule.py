"""`@rule` marks a function over records; it stays a plain function that Python can run.

Rules call only other rules, built-ins such as `min` and `range`, and constants of their module. `native` makes
the compiled twins. This module also locates misspelt fields, which would otherwise fail without file and line.
"""

from __future__ import annotations

import ast
import dis
import inspect
import textwrap
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar, overload

from lanista.core.errors import RuleError
from lanista.engine.record import FIELD_NAMES, Capacity, closest, field_names

F = TypeVar("F", bound=Callable[..., Any])

ARRAY_ATTRIBUTES = {"shape", "size", "ndim"}


@overload
def rule(function: F, /) -> F: ...
@overload
def rule(*, floats: bool) -> Callable[[F], F]: ...
def rule(function: F | None = None, /, *, floats: bool = False) -> F | Callable[[F], F]:
    """Mark a function as a rule of a game; `floats=True` lets it compute in fractions, as an original did."""
    if function is None:
        return lambda marked: _mark(marked, floats)
    return _mark(function, floats)


def _mark(function: F, floats: bool) -> F:
    function.__rule__ = True  # type: ignore[attr-defined]
    function.__floats__ = floats  # type: ignore[attr-defined]
    return function


def is_rule(value: object) -> bool:
    """Whether a value was marked with `@rule`."""
    return isinstance(value, FunctionType) and hasattr(value, "__rule__")


def rules_called_by(function: FunctionType) -> Iterator[tuple[str, FunctionType]]:
    """The rules that a rule refers to, by the names it uses for them."""
    for name in global_names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType) and is_rule(value) and _is_looked_up(name, function.__code__):
            yield name, value


def _is_looked_up(name: str, code: CodeType) -> bool:
    """Whether code looks a name up in its module; it may instead be that of a field, as in `car.score`."""
    if name not in FIELD_NAMES:
        return True
    return any(found.opname == "LOAD_GLOBAL" and found.argval == name for found in dis.get_instructions(code))


def global_names(code: CodeType) -> Iterator[str]:
    """The names that code may look up in its module, including those of inner functions."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)


def reachable(*roots: FunctionType) -> list[FunctionType]:
    """These rules and all that they call, each once, callers first."""
    found: dict[FunctionType, None] = {}
    waiting = list(roots)
    while waiting:
        function = waiting.pop(0)
        if function not in found:
            found[function] = None
            waiting += [called for _, called in rules_called_by(function)]
    return list(found)


def check_fields(roots: list[FunctionType], records: list[type[Any]]) -> None:
    """Raise a RuleError with file and line for the first attribute in a rule that no record has."""
    known = field_names(*records) | ARRAY_ATTRIBUTES
    for function in reachable(*roots):
        for name, line in () if hasattr(function, "__native__") else field_uses(function):
            if name not in known:
                raise RuleError(
                    f"{source_location(function, line)}: no record has a field '{name}'{closest(name, known)}"
                )


def check_lengths(roots: list[FunctionType]) -> None:
    """Raise a RuleError for the first rule that uses a capacity, which differs between layouts."""
    for function in reachable(*roots):
        for name in global_names(function.__code__):
            if isinstance(function.__globals__.get(name), Capacity):
                where = source_location(function, function.__code__.co_firstlineno)
                raise RuleError(f"{where}: {name} is a capacity that other layouts change; use len() of the field")


def field_uses(function: FunctionType) -> Iterator[tuple[str, int]]:
    """Every attribute of a record that a rule uses, with its line in the file."""
    definition, first = tree_of(function)
    for node in ast.walk(definition):
        if isinstance(node, ast.Attribute) and not _names_a_constant(node.value, function):
            yield node.attr, first + node.lineno - 1


@cache
def tree_of(function: FunctionType) -> tuple[ast.FunctionDef, int]:
    """A rule's syntax tree, and its first line in the file."""
    try:
        lines, first = inspect.getsourcelines(function)
    except OSError as error:
        raise RuleError(f"{function.__qualname__}: its source cannot be read; write rules in a file") from error
    tree: Any = ast.parse(textwrap.dedent("".join(lines)))
    return tree.body[0], first


def _names_a_constant(node: ast.expr, function: FunctionType) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in function.__globals__


def source_location(function: FunctionType, line: int) -> str:
    """`file:line in rule`, the way tracebacks and editors write it."""
    return f"{Path(function.__code__.co_filename).name}:{line} in {function.__name__}"


def explain(error: Exception) -> RuleError:
    """An error inside an interpreted rule as a RuleError with file and line."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != "<string>"]
    inside = [frame for frame in frames if not frame.filename.endswith("record.py")]
    where = f"{inside[-1].filename}:{inside[-1].lineno} in {inside[-1].name}" if inside else "unknown location"
    reason = str(error)
    if "memoryview: invalid value" in reason:
        reason = "a value does not fit into its array"
    return RuleError(f"{where}: {reason}")
