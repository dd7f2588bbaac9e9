"""The JavaScript back end: a program as one ES module without imports.

A whole number is a double, exact up to 2**53; a reference is an address in the module's memory. Fields and bit
operations are of 32 bits or fewer, which the front end makes sure of. With `checked`, the script also checks every
index, every result and every number that is stored: for tests, at half the speed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from lanista.engine.record import Scalar
from lanista.engine.translate import tree
from lanista.engine.translate.expressions import BIT_OPERATORS
from lanista.engine.translate.tree import BOOL, FLOAT, Expr
from lanista.engine.translate.writer import Writer

_VIEWS = {"i1": ("I8", 0), "i2": ("I16", 1), "i4": ("I32", 2), "f4": ("F32", 2), "f8": ("F64", 3)}
_COMPARISONS = {"==": "===", "!=": "!=="}
_CHECKS = {"divisor": "$nonzero", "step": "$nonzero", "shift": "$shift", "bound": "$bound"}
_LOGIC = {"and": "&&", "or": "||"}
# Names that Python allows for variables and JavaScript does not, or that the runtime uses.
_TAKEN = frozenset(
    (
        "I8", "I16", "I32", "F32", "F64", "Math", "memory", "lines", "arguments", "await", "case", "catch",
        "const", "debugger", "default", "delete", "do", "enum", "eval", "export", "extends", "false", "function",
        "implements", "instanceof", "interface", "let", "new", "null", "package", "private", "protected",
        "public", "static", "super", "switch", "this", "throw", "true", "typeof", "undefined", "var", "void"
    )
)  # fmt: skip


def module_of(program: tree.Program, layout: dict[str, Any], *, checked: bool = False) -> str:
    """A program as a module that exports `layout` and `instantiate(memory)`."""
    writer = _Writer(checked=checked)
    parts = [
        f"export const layout = {_compact(layout)};",
        f"const lines = {_compact(program.lines if checked else _only_checked(program))};",
        "export function instantiate(memory) {",
        _text("runtime.js").rstrip(),
        *([_text("checks.js").rstrip()] if checked else []),
        *map(_table, program.tables.values()),
        *map(writer.function, program.functions),
        f"return {{ {', '.join(f'{name}: {_name(function)}' for name, function in program.entries.items())} }};",
        "}",
    ]
    return "\n".join(parts) + "\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _only_checked(program: tree.Program) -> dict[int, str]:
    """The lines that an unchecked script can name."""
    found = {where for function in program.functions for where in _wheres(function.body)}
    return {number: line for number, line in enumerate(program.lines) if number in found}


def _wheres(value: Any) -> Iterator[int]:
    """The lines of all checked numbers in some statements."""
    if isinstance(value, tree.Checked):
        yield value.where
    if isinstance(value, tuple):
        for part in value:
            yield from _wheres(part)
    elif hasattr(value, "__dataclass_fields__") and not isinstance(value, tree.Function | tree.Table | Scalar):
        for name in value.__dataclass_fields__:
            yield from _wheres(getattr(value, name))


@cache
def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _table(table: tree.Table) -> str:
    return f"const {_table_name(table)} = {_compact(list(table.values))};"


def _table_name(table: tree.Table) -> str:
    return f"{table.name}$t"


def _name(function: tree.Function) -> str:
    return f"{function.name}$f"


def _variable(name: str) -> str:
    return f"{name}$" if name in _TAKEN else name


def _power(shift: Expr) -> str:
    """The factor of a shift by a constant."""
    return str(2 ** int(shift.value)) if isinstance(shift, tree.Const) else ""


class _Writer(Writer):
    """Writes functions."""

    indent = ""
    counter = ("let", "i$")

    def __init__(self, *, checked: bool) -> None:
        super().__init__()
        self._checked = checked

    def function(self, function: tree.Function) -> str:
        """One function."""
        self._counters = 0
        params = ", ".join(_variable(param.name) for param in function.params)
        variables = ", ".join(f"{_variable(name)} = 0" for name in function.variables)
        lines = "\n".join(self.lines(function.body))
        return f"function {_name(function)}({params}) {{\n{f'let {variables};' if variables else ''}\n{lines}\n}}"

    # Statements

    def variable(self, name: str) -> str:
        return _variable(name)

    def store(self, statement: tree.Store) -> str:
        value, scalar = self.number(statement.value), statement.scalar
        if self._checked and not scalar.code.startswith("f"):
            value = f"$fits({value}, {scalar.low}, {scalar.high})"
        if scalar.code == "i8":
            return f"$store8({self.address(statement.location)}, {value});"
        return f"{self._element(statement.location, scalar)} = {value};"

    def copy(self, statement: tree.Copy) -> str:
        source = self.address(statement.source)
        size = self._term(statement.size)
        return f"I8.copyWithin({self.address(statement.target)}, {source}, {source} + {size});"

    def expect(self, statement: tree.Expect) -> str:
        value, length = self.number(statement.value), self._term(statement.length)
        return f"$at({value}, {length}, {statement.where});" if self._checked else ""

    def draw(self, generator: str, below: str) -> str:
        return f"$draw({generator}, {below})"

    def sum(self, left: str, right: str) -> str:
        return f"{left} + {right}"

    def call(self, statement: tree.Call) -> str:
        called = f"{_name(statement.function)}({', '.join(map(self.number, statement.arguments))});"
        if len(statement.targets) > 1:
            return f"[{', '.join(map(_variable, statement.targets))}] = {called}"
        return f"{_variable(statement.targets[0])} = {called}" if statement.targets else called

    def leave(self, statement: tree.Return) -> str:
        values = [self.number(value) for value in statement.values]
        if len(values) > 1:
            return f"return [{', '.join(values)}];"
        return f"return {values[0]};" if values else "return;"

    # Expressions

    def condition(self, value: Expr) -> str:
        """An expression where only its truth matters."""
        match value:
            case tree.Compare():
                op = _COMPARISONS.get(value.op, value.op)
                return f"{self.number(value.left)} {op} {self.number(value.right)}"
            case tree.Logic():
                return f"({f' {_LOGIC[value.op]} '.join(map(self.condition, value.values))})"
            case tree.Unary() if value.op == "not":
                return f"!({self.condition(value.value)})"
        return self.number(value)

    def number(self, value: Expr) -> str:
        """An expression as a number: truth is 0 or 1."""
        match value:
            case tree.Const():
                return f"({value.value})" if value.value < 0 else f"{value.value}"
            case tree.Local():
                return _variable(value.name)
            case tree.Load():
                return self._load(value)
            case tree.Address():
                return self.address(value.location)
            case tree.Lookup():
                return f"{_table_name(value.table)}[{' + '.join(map(self._index, value.indices))}]"
            case tree.Binary():
                return self._binary(value)
            case tree.Select():
                return f"({self.condition(value.condition)} ? {self.number(value.yes)} : {self.number(value.no)})"
            case tree.Builtin():
                return self._builtin(value)
            case tree.Checked():
                return f"{_CHECKS[value.what]}({self.number(value.value)}, {value.where})"
            case tree.Unary() if value.op != "not":  # ~n is -1 - n, of any size
                return f"({'-1 - ' if value.op == '~' else '-'}{self.number(value.value)})"
        assert value.type == BOOL
        return f"({self.condition(value)} ? 1 : 0)"

    def _binary(self, value: tree.Binary) -> str:
        left, right = self.number(value.left), self.number(value.right)
        if self._checked and value.op in BIT_OPERATORS - {"&", "<<"}:
            left, right = f"$bits({left})", f"$bits({right})"
        if value.op == "//":
            text = f"Math.floor({left} / {right})"
        elif value.op == "%":
            text = f"$mod({left}, {right})"
        elif value.op == "<<":
            text = f"({left} * {_power(value.right) or f'$powers[{right}]'})"
        else:
            text = f"({left} {value.op} {right})"
        return f"$exact({text})" if self._checked and value.type != FLOAT else text

    def _builtin(self, value: tree.Builtin) -> str:
        inner = [self.number(part) for part in value.values]
        return inner[0] if value.name == "float" else f"Math.{value.name}({', '.join(inner)})"

    # Memory

    def _load(self, value: tree.Load) -> str:
        if value.scalar.code == "i8":
            return f"$load8({self.address(value.location)})"
        return self._element(value.location, value.scalar)

    def _element(self, location: tree.Location, scalar: Scalar) -> str:
        view, shift = _VIEWS[scalar.code]
        return f"{view}[{self.address(location)}{f' >> {shift}' if shift else ''}]"

    def address(self, location: tree.Location) -> str:
        """The address of a location."""
        parts = [
            _variable(location.base),
            *([str(location.offset)] if location.offset else []),
            *map(self._index, location.indices),
        ]
        return " + ".join(parts)

    def _index(self, index: tree.Index) -> str:
        value, stride = self.number(index.value), self._term(index.stride)
        if self._checked and index.length is not None:
            value = f"$at({value}, {self._term(index.length)}, {index.where})"
        return value if stride == "1" else f"{value} * {stride}"

    def _term(self, value: int | Expr) -> str:
        return str(value) if isinstance(value, int) else self.number(value)
