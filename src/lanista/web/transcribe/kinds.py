"""What is known about the values of expressions before anything runs, so that fewer operators need the runtime.

A kind is `num` (a number), `int` (also a truth value or a member of an IntEnum), `bool`, `str`, a record's class,
a `Row` of numbers or records, or "" for unknown. It comes from annotations, layouts of records and assignments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin, get_type_hints

from lanista.engine import Records, State

if TYPE_CHECKING:
    from lanista.web.transcribe.scope import Scope

Kind = Any
UNSEEN = "?"  # of a variable whose assignments are still to be looked at
NUMBERS = ("num", "int", "bool")
BOOLEAN_CALLS = (any, all, bool, isinstance)
NUMBER_CALLS = (len, abs, ord)
BITS = ast.BitAnd | ast.BitOr | ast.BitXor


class Row(NamedTuple):
    """An array of a record, and the kind of its items; grids have several axes."""

    item: Kind
    axes: int = 1


class Moment(NamedTuple):
    """A state, and its two records."""

    record: Kind
    const: Kind


def is_record(kind: Kind) -> bool:
    """Whether a kind is a record."""
    return isinstance(kind, type) and hasattr(kind, "fields") and hasattr(kind, "dtype")


def is_numeric(scope: Scope, *nodes: ast.expr) -> bool:
    """Whether one of two compared values is a number, so that the other is one too."""
    return any(kind_of(scope, node) in NUMBERS for node in nodes)


def joined(kinds: list[Kind]) -> Kind:
    """The kind of a value that has one of several kinds."""
    seen = [kind for kind in kinds if kind != UNSEEN]
    if not seen:
        return UNSEEN if kinds else ""
    if all(kind == seen[0] for kind in seen):
        return seen[0]
    return "int" if all(kind in NUMBERS for kind in seen) else ""


# Expressions


def kind_of(scope: Scope, node: ast.expr) -> Kind:
    """The kind of an expression's value."""
    value = node.value if isinstance(node, ast.Constant) else scope.resolve(node)
    for types, kind in ((bool, "bool"), (int | float, "num"), (str, "str")):
        if isinstance(value, types):
            return kind
    find = _FINDERS.get(type(node))
    return find(scope, node) if find else ""


def _of_name(scope: Scope, node: ast.Name) -> Kind:
    return scope.kind_of_local(node.id)


def _of_unary(scope: Scope, node: ast.UnaryOp) -> Kind:
    return "bool" if isinstance(node.op, ast.Not) else "num"


def _of_several(scope: Scope, node: ast.BoolOp | ast.IfExp) -> Kind:
    parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
    return joined([kind_of(scope, part) for part in parts])


def _of_binary(scope: Scope, node: ast.BinOp) -> Kind:
    return kind_of_operation(node.op, kind_of(scope, node.left), kind_of(scope, node.right))


def kind_of_operation(op: ast.operator, left: Kind, right: Kind) -> Kind:
    """The kind of an operator's result."""
    if isinstance(op, ast.FloorDiv | ast.Div | ast.LShift | ast.RShift):
        return "num"
    if UNSEEN in (left, right):
        return UNSEEN
    if left in NUMBERS and right in NUMBERS:
        return "int" if isinstance(op, BITS) else "num"
    return "str" if left == right == "str" and isinstance(op, ast.Add) else ""


def _of_call(scope: Scope, node: ast.Call) -> Kind:
    called = scope.resolve(node.func)
    if called in BOOLEAN_CALLS:
        return "bool"
    if called in NUMBER_CALLS:
        return "num"
    if called in (min, max) and len(node.args) > 1:
        return joined([kind_of(scope, value) for value in node.args])
    return kind_of_hint(hints_of(called).get("return")) if isinstance(called, FunctionType) else ""


def _of_attribute(scope: Scope, node: ast.Attribute) -> Kind:
    owner = kind_of(scope, node.value)
    if owner == UNSEEN:
        return UNSEEN
    if isinstance(owner, Moment):
        return {"record": owner.record, "const": owner.const, "seats": "num"}.get(node.attr, "")
    fields = {field.name: field for field in owner.fields} if is_record(owner) else {}
    return _kind_of_field(fields[node.attr]) if node.attr in fields else ""


def _kind_of_field(field: Any) -> Kind:
    item = field.record if field.scalar is None else "" if field.scalar.code == "u8" else "num"
    return Row(item, len(field.shape)) if field.shape else item


def _of_subscript(scope: Scope, node: ast.Subscript) -> Kind:
    of = kind_of(scope, node.value)
    if isinstance(of, Row):
        return of if isinstance(node.slice, ast.Slice) else of.item
    return of if of in ("str", UNSEEN) else ""


_FINDERS: dict[type[ast.expr], Any] = {
    ast.Name: _of_name,
    ast.Compare: lambda scope, node: "bool",
    ast.JoinedStr: lambda scope, node: "str",
    ast.UnaryOp: _of_unary,
    ast.BoolOp: _of_several,
    ast.IfExp: _of_several,
    ast.BinOp: _of_binary,
    ast.Call: _of_call,
    ast.Attribute: _of_attribute,
    ast.Subscript: _of_subscript,
}

# Annotations


def hints_of(function: FunctionType) -> dict[str, Any]:
    """The annotations of a function that can be evaluated."""
    try:
        return get_type_hints(function)
    except (NameError, TypeError):  # a name that only type checkers import
        return {}


def kind_of_hint(hint: Any) -> Kind:
    """What an annotation says; what is annotated as a truth value may also be 0 or 1."""
    if hint in (int, bool):
        return "int"
    if hint is str:
        return "str"
    if is_record(hint):
        return hint
    if get_origin(hint) is State:
        return Moment(*map(kind_of_hint, get_args(hint)))
    if get_origin(hint) is Records:
        return Row(kind_of_hint(get_args(hint)[0]))
    return ""


# Variables


def kinds_of_items(scope: Scope, target: ast.expr, over: ast.expr) -> Iterator[tuple[str, Kind]]:
    """The names that a loop assigns, with the kinds of their values."""
    yield from _matched(target, _item_kind(scope, over))


def _item_kind(scope: Scope, over: ast.expr) -> Any:
    """The kind of the items of something; a list if they are tuples."""
    called = scope.resolve(over.func) if isinstance(over, ast.Call) else None
    if called is range:
        return "num"
    if called is enumerate and isinstance(over, ast.Call):
        return ["num", _item_kind(scope, over.args[0])]
    if called is zip and isinstance(over, ast.Call):
        return [_item_kind(scope, row) for row in over.args]
    kind = kind_of(scope, over)
    if kind == UNSEEN:
        return UNSEEN
    return kind.item if isinstance(kind, Row) and kind.axes == 1 else ""


def _matched(target: ast.expr, kind: Any) -> Iterator[tuple[str, Kind]]:
    if isinstance(target, ast.Name):
        yield target.id, "" if isinstance(kind, list) else kind
        return
    parts = [part.value if isinstance(part, ast.Starred) else part for part in getattr(target, "elts", [])]
    fits = (
        isinstance(kind, list)
        and len(kind) == len(parts)
        and not any(isinstance(part, ast.Starred) for part in getattr(target, "elts", []))
    )
    for i, part in enumerate(parts):
        yield from _matched(part, kind[i] if fits else UNSEEN if kind == UNSEEN else "")


def assigned_kinds(scope: Scope, node: ast.AST) -> Iterator[tuple[str, Kind]]:
    """The names that a statement or expression assigns, with the kinds of their values."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _matched(target, _value_kinds(scope, target, node.value))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, "" if node.value is None else kind_of(scope, node.value)
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        kinds = kind_of(scope, node.target), kind_of(scope, node.value)
        yield node.target.id, kind_of_operation(node.op, *kinds)
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id, ""
    elif isinstance(node, ast.For):
        yield from kinds_of_items(scope, node.target, node.iter)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name, ""


def _value_kinds(scope: Scope, target: ast.expr, value: ast.expr) -> Any:
    is_display = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
    if is_display and not any(isinstance(part, ast.Starred) for part in value.elts):  # type: ignore[attr-defined]
        return [kind_of(scope, part) for part in value.elts]  # type: ignore[attr-defined]
    return kind_of(scope, value)
