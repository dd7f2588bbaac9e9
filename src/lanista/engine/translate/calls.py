"""Calls of rules, of `rand_below` and of built-ins."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from types import FunctionType
from typing import cast

from lanista.engine.log import WIDTH, note, write
from lanista.engine.random import Generator, rand_below
from lanista.engine.rule import is_rule
from lanista.engine.showing import NOWHERE, say
from lanista.engine.translate import tree
from lanista.engine.translate.constants import NOT_CONSTANT, constant_of
from lanista.engine.translate.memory import MemoryTranslator
from lanista.engine.translate.tree import BOOL, FLOAT, INT, ArrayType, Expr, RecordType
from lanista.engine.translate.values import as_float


class CallTranslator(MemoryTranslator):
    """Translates calls."""

    def translate_call(self, node: ast.Call) -> Expr:
        """The result of a call."""
        assert isinstance(node.func, ast.Name)  # the language allows no other
        name = node.func.id
        called = self.translator.binding(self.function, name)
        if called is rand_below:
            return self._draw(node)
        if called is note:
            raise self.refuse(node, "a note as a value", "call it on a separate line")
        if is_rule(called):
            target = self.call(node, called)
            if target is None:
                raise self.refuse(node, f"the value of {name}, which returns none", "call it on a separate line")
            return target
        if called is sqrt:
            return tree.Builtin("sqrt", (as_float(self.number(node.args[0])),), FLOAT)
        return self._builtin(node, name)

    def _draw(self, node: ast.Call) -> Expr:
        if len(node.args) != 2:
            raise self.refuse(node, f"rand_below of {len(node.args)} arguments", "give a generator and a number")
        generator, below = self.operands(node.args)
        if generator.type != RecordType(Generator):
            raise self.refuse(node, "rand_below without a generator", "give a field of type Generator")
        name = self.temporary(INT)
        self.block.append(tree.Draw(name, generator, self.check_range(node, below, "bound")))
        return tree.Local(name)

    def translate_note(self, node: ast.Call) -> None:
        """Take a note, unless rules are translated without."""
        if len(node.args) < 2:
            raise self.refuse(node, f"a note of {len(node.args)} arguments", "give a log, a kind and its numbers")
        for part in (part for argument in node.args for part in ast.walk(argument)):
            if isinstance(part, ast.Call) and is_rule(self.translator.binding(self.function, name_called(part))):
                raise self.refuse(node, "the call of a rule in a note", "assign its result to a name first")
        fields = {kind: note._fields for kind, note in self.translator.notes.items()}
        self._expect(node, 2, fields, ("note", "a kind of the table NOTES in `notes`"))
        if self.translator.is_noting:
            self._call_write(node, node.args)

    def translate_say(self, node: ast.Call, called: FunctionType) -> None:
        """Say something by a template."""
        cell = [ast.Constant(NOWHERE)] * 2 if called is say else node.args[2:4]
        before = 2 if called is say else 4
        if len(node.args) < before:
            raise self.refuse(
                node,
                f"{called.__name__} of {len(node.args)} arguments",
                "give the log, a template and its numbers",
            )
        fields = {kind: words.fields for kind, words in self.translator.words.items()}
        self._expect(node, before, fields, ("line", "one of the table WORDS in `words`"))
        self._call_write(node, [*node.args[:2], *cell, *node.args[before:]])

    def _call_write(self, node: ast.Call, arguments: Sequence[ast.expr]) -> None:
        rest = [ast.Constant(0)] * (WIDTH + 1 - len(arguments))
        call = ast.copy_location(ast.Call(node.func, [*arguments, *rest], []), node)
        self.call(ast.fix_missing_locations(call), cast(FunctionType, write))

    def _expect(
        self, node: ast.Call, before: int, fields: Mapping[int, Sequence[str]], what: tuple[str, str]
    ) -> None:
        """Refuse a note or line whose kind or numbers are not as the game's table says."""
        kind = constant_of(node.args[1], self.function, self.names, self.known)
        expected = fields.get(kind) if kind is not NOT_CONSTANT else None
        if expected is None:
            raise self.refuse(node, f"a {what[0]} of the kind {ast.unparse(node.args[1])}", f"name {what[1]}")
        got = len(node.args) - before
        if len(expected) > WIDTH - before + 1 or len(expected) != got:
            raise self.refuse(
                node, f"{got} numbers in this {what[0]}", f"give {len(expected)}: {', '.join(expected)}"
            )

    def call(self, node: ast.Call, rule: FunctionType) -> Expr | None:
        """Call a rule; its result in a variable, if it has one."""
        function, arguments = self._prepare(node, rule)
        if function.returns is None:
            self.block.append(tree.Call((), function, arguments))
            return None
        if isinstance(function.returns, tree.TupleType):
            raise self.refuse(node, "several results as one value", "assign them to as many names")
        name = self.temporary(function.returns)
        self.block.append(tree.Call((name,), function, arguments))
        return self.variable(name)

    def call_for_several(self, node: ast.Call, rule: FunctionType, names: Sequence[str]) -> None:
        """Call a rule that returns several numbers, which become variables."""
        function, arguments = self._prepare(node, rule)
        if not isinstance(function.returns, tree.TupleType) or len(function.returns.items) != len(names):
            raise self.refuse(node, f"{len(names)} names for what {rule.__name__} returns", "count them again")
        for name, kind in zip(names, function.returns.items, strict=True):
            self.declare(node, name, kind)
        self.block.append(tree.Call(tuple(names), function, arguments))

    def _prepare(self, node: ast.Call, rule: FunctionType) -> tuple[tree.Function, tuple[Expr, ...]]:
        """The function for the types of a call's arguments, and these with the lengths of arrays."""
        values = self.operands(node.args)
        function = self.translator.function(rule, [value.type for value in values], self, node)
        arguments: list[Expr] = []
        for value in values:
            arguments.append(value)
            lengths = value.type.unknown if isinstance(value.type, ArrayType) else ()
            arguments.extend(tree.Local(length) for length in lengths)
        return function, tuple(arguments)

    def _builtin(self, node: ast.Call, name: str) -> Expr:
        if name == "len" and len(node.args) == 1:
            return self.length_of(node.args[0], ast.Constant(0))
        values = self.operands(node.args)
        self.expect_numbers(node, *values)
        if name in ("min", "max") and len(values) > 1:
            return self._extreme(node, name, values)
        if name == "abs" and len(values) == 1:
            return tree.Builtin("abs", tuple(values), FLOAT if values[0].type == FLOAT else INT)
        if name == "float" and len(values) == 1:
            return as_float(values[0])
        if name == "bool" and len(values) == 1:
            return values[0] if values[0].type == BOOL else tree.Compare("!=", values[0], tree.Const(0))
        if name == "int" and len(values) == 1 and values[0].type != FLOAT:
            return replace(values[0], type=INT) if isinstance(values[0], tree.Const) else _as_int(values[0])
        about = "a float that becomes a whole number" if name in ("int", "round") else f"{name}(...) as it is used"
        raise self.refuse(node, about, "compute in whole numbers: what floats give can differ between machines")

    def _extreme(self, node: ast.AST, name: str, values: list[Expr]) -> Expr:
        is_float = any(value.type == FLOAT for value in values)
        kind = FLOAT if is_float else INT
        parts = [as_float(value) for value in values] if is_float else values
        found = parts[0]
        for part in parts[1:]:
            found = tree.Builtin(name, (found, part), kind)
        return found


def name_called(node: ast.expr) -> str:
    """The name in a call by a plain name; else empty."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _as_int(value: Expr) -> Expr:
    return tree.Binary("+", value, tree.Const(0)) if value.type == BOOL else value
