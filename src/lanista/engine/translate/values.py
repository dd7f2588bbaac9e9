"""Foundations for translating expressions: variables, order of evaluation, types, and faults that name a line."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import isfinite
from types import FunctionType
from typing import TYPE_CHECKING, Any

from lanista.core.errors import RuleError
from lanista.engine.rule import source_location, tree_of
from lanista.engine.translate import tree
from lanista.engine.translate.tree import BOOL, FLOAT, INT, TRUTHS, Expr, NumberType, Type

if TYPE_CHECKING:
    from lanista.engine.translate.program import Translator

EXACT = 2**53  # up to here a double holds every whole number
PURE = {"min", "max", "abs", "len", "int", "bool", "float", "range", "enumerate", "sqrt"}
RANGES = {"divisor": (-EXACT, EXACT), "step": (-EXACT, EXACT), "shift": (0, 31), "bound": (1, 2**31)}
ZERO_IS_FINE = {"shift"}
RANGE_ADVICE = {
    "divisor": "divide by something else",
    "step": "step by something else",
    "shift": "shift by 0 to 31 bits",
    "bound": "draw below 1 to 2**31",
}


class Values(ABC):
    """The values of one rule for arguments of certain types."""

    def __init__(self, translator: Translator, function: FunctionType, params: dict[str, Type]) -> None:
        self.translator = translator
        self.function = function
        self.names: dict[str, Type] = dict(params)
        self.known: dict[str, Any] = {}  # variables whose value is the same whenever this point is reached
        self.block: list[tree.Statement] = []
        self._first = tree_of(function)[1]
        self._temporaries = 0

    # Faults

    def refuse(self, node: ast.AST, what: str, instead: str) -> RuleError:
        """An error that names the line of a node."""
        where = source_location(self.function, self.line(node))
        return RuleError(f"{where}: rules must not contain {what}; {instead}")

    def line(self, node: ast.AST) -> int:
        """The line of a node in its file."""
        return self._first + int(getattr(node, "lineno", 1)) - 1

    def where(self, node: ast.AST) -> int:
        """The number of a node's line in the program's list of lines."""
        return self.translator.line_number(source_location(self.function, self.line(node)))

    # Variables

    def temporary(self, kind: Type) -> str:
        """A new variable."""
        self._temporaries += 1
        name = f"${self._temporaries}"
        self.names[name] = kind
        return name

    def variable(self, name: str) -> Expr:
        """The value of a variable."""
        kind = self.names[name]
        if isinstance(kind, NumberType):
            return tree.Local(name, kind)
        return tree.Address(tree.Location(name), kind)

    def declare(self, node: ast.AST, name: str, kind: Type) -> None:
        """A variable is set to a value of some type."""
        known = self.names.get(name, kind)
        self.names[name] = self.unify(node, known, kind)
        if known == BOOL and kind == INT:
            raise self.refuse(node, f"the name {name} for truth values and numbers", "use a name for each")
        if known != kind and FLOAT in (known, kind):
            raise self.refuse(node, f"the name {name} for whole numbers and floats", "use a name for each")

    def in_variable(self, value: Expr) -> Expr:
        """The value in a variable, unless nothing can change it."""
        if isinstance(value, tree.Const | tree.Local) or not reads_memory(value):
            return value
        name = self.temporary(value.type)
        self.block.append(tree.Assign(name, value))
        return self.variable(name)

    def in_new_variable(self, value: Expr) -> Expr:
        """The value in a new variable, unless it is a constant."""
        if isinstance(value, tree.Const):
            return value
        name = self.temporary(value.type)
        self.block.append(tree.Assign(name, value))
        return self.variable(name)

    # Values

    @abstractmethod
    def value(self, node: ast.expr) -> Expr:
        """The value of an expression: a number or a reference."""

    def number(self, node: ast.expr) -> Expr:
        """The value of an expression that is a number."""
        value = self.value(node)
        if not isinstance(value.type, NumberType):
            raise self.refuse(node, f"a record or array as a number (`{ast.unparse(node)}`)", "name one field")
        return value

    def operands(self, nodes: Sequence[ast.expr]) -> list[Expr]:
        """The values of several expressions, evaluated from left to right."""
        values: list[Expr] = []
        for node in nodes:
            if self.has_call(node):
                values = [self.in_variable(value) for value in values]
            values.append(self.value(node))
        return values

    def has_call(self, node: ast.AST) -> bool:
        """Whether evaluating an expression calls a rule."""
        calls = (part for part in ast.walk(node) if isinstance(part, ast.Call))
        return any(not (isinstance(call.func, ast.Name) and call.func.id in PURE) for call in calls)

    def constant(self, node: ast.expr, known: float) -> Expr:
        """A number that is known, unless translations would make another of it."""
        if isinstance(known, bool):
            return tree.Const(int(known), BOOL)
        if isinstance(known, float) and not isfinite(known):
            raise self.refuse(node, f"the number {known}", "use a number that is large enough")
        if isinstance(known, int) and abs(known) > EXACT:
            raise self.refuse(node, f"the number {known}", "numbers beyond 2**53 differ between languages")
        return tree.Const(known, FLOAT) if isinstance(known, float) else tree.Const(int(known))

    # Types and ranges

    def expect_numbers(self, node: ast.AST, *values: Expr) -> None:
        """Refuse records and arrays where numbers are needed."""
        if not all(isinstance(value.type, NumberType) for value in values):
            raise self.refuse(node, "arithmetic with a record or array", "name one field")

    def unify(self, node: ast.AST, one: Type, other: Type) -> Type:
        """The common type of a value with two possible types."""
        if one == other:
            return one
        if isinstance(one, NumberType) and isinstance(other, NumberType):
            return INT if {one, other} <= TRUTHS else FLOAT
        raise self.refuse(node, "one name for values of different kinds", "use a name for each")

    def check_range(self, node: ast.AST, value: Expr, what: str) -> Expr:
        """A number that must be in the range of `what`; constants are checked here."""
        low, high = RANGES[what]
        known = value.values[0] if isinstance(value, tree.Builtin) and value.name == "float" else value
        if isinstance(known, tree.Const) and low <= known.value <= high and (known.value or what in ZERO_IS_FINE):
            return value
        if isinstance(known, tree.Const):
            raise self.refuse(node, f"a {what} of {known.value}", RANGE_ADVICE[what])
        if not isinstance(value.type, NumberType) or (value.type == FLOAT and what != "divisor"):
            raise self.refuse(node, f"a {what} that is no whole number", "compute in whole numbers")
        return tree.Checked(value, what, self.where(node), value.type)


def as_float(value: Expr) -> Expr:
    """A number as a float."""
    return value if value.type == FLOAT else tree.Builtin("float", (value,), FLOAT)


def reads_memory(value: Expr) -> bool:
    """Whether the value depends on memory."""
    return any(isinstance(part, tree.Load) for part in parts_of(value))


def parts_of(value: Expr | int) -> Iterable[Any]:
    """An expression and all expressions in it."""
    yield value
    inner: Iterable[Any] = ()
    match value:
        case tree.Load() | tree.Address():
            inner = _of_indices(value.location.indices)
        case tree.Lookup():
            inner = _of_indices(value.indices)
        case tree.Binary() | tree.Compare():
            inner = (value.left, value.right)
        case tree.Unary() | tree.Checked():
            inner = (value.value,)
        case tree.Logic() | tree.Builtin():
            inner = value.values
        case tree.Select():
            inner = (value.condition, value.yes, value.no)
    for part in inner:
        yield from parts_of(part)


def _of_indices(indices: Iterable[tree.Index]) -> Iterable[Any]:
    for index in indices:
        yield from (index.value, index.stride, *([] if index.length is None else [index.length]))
