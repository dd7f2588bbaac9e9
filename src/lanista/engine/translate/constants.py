"""Values known before a rule runs: literals, values of its module, members of enumerations."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Mapping
from enum import IntEnum
from types import FunctionType
from typing import Any

NOT_CONSTANT: Any = object()

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.BitOr: operator.or_,
}


def constant_of(
    node: ast.expr, function: FunctionType, variables: Mapping[str, Any], known: Mapping[str, Any] | None = None
) -> Any:
    """The value of an expression that is the same in every call, or NOT_CONSTANT.

    `known` are the values of variables that have the same one whenever this point is reached.
    """
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        if node.id in variables:
            return (known or {}).get(node.id, NOT_CONSTANT)
        return _value_in_module(node.id, function)
    parts = [constant_of(part, function, variables, known) for part in _parts(node)]
    if not parts or any(part is NOT_CONSTANT for part in parts):
        return NOT_CONSTANT
    return _computed(node, parts)


def _parts(node: ast.expr) -> list[ast.expr]:
    """The operands of an expression that may be computed in advance."""
    if isinstance(node, ast.Attribute):
        return [node.value]
    if isinstance(node, ast.Subscript):
        return [node.value, node.slice]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        return [node.operand]
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return [node.left, node.right]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        return node.args
    return []


def _computed(node: ast.expr, parts: list[Any]) -> Any:
    match node:
        case ast.Attribute():
            return getattr(parts[0], node.attr, NOT_CONSTANT)
        case ast.Subscript() if isinstance(parts[0], tuple) and isinstance(parts[1], int):
            return parts[0][parts[1]] if 0 <= parts[1] < len(parts[0]) else NOT_CONSTANT
        case ast.UnaryOp():
            return -parts[0] if isinstance(node.op, ast.USub) else ~parts[0]
        case ast.BinOp() if all(isinstance(part, int | float) for part in parts):
            return _BINARY[type(node.op)](*parts)
        case ast.Call() if isinstance(parts[0], tuple):
            return len(parts[0])
    return NOT_CONSTANT


def _value_in_module(name: str, function: FunctionType) -> Any:
    """A value of a rule's module that can stand in translated code, or in a step towards it."""
    if name in function.__code__.co_varnames:  # a variable that is set further below
        return NOT_CONSTANT
    value = function.__globals__.get(name, getattr(builtins, name, NOT_CONSTANT))
    is_enumeration = isinstance(value, type) and issubclass(value, IntEnum)
    return value if is_enumeration or isinstance(value, int | float | tuple) else NOT_CONSTANT


def flattened(value: tuple[Any, ...]) -> tuple[tuple[int, ...], tuple[int | float, ...]] | None:
    """The shape and elements of a table of numbers; None if it is none, or its rows differ in length."""
    if all(isinstance(element, int | float) for element in value):
        return (len(value),), tuple(
            float(element) if isinstance(element, float) else int(element) for element in value
        )
    rows = [flattened(element) if isinstance(element, tuple) else None for element in value]
    shapes = {row[0] if row else None for row in rows}
    if len(shapes) != 1 or None in shapes:
        return None
    inner = next(row[0] for row in rows if row)
    return (len(value), *inner), tuple(element for row in rows if row for element in row[1])
