"""Assignments to slices: a row of numbers is filled, or copied from another one.

Both limits of a slice are checked once, so that the back ends move whole blocks of memory.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from lanista.engine.record import Scalar
from lanista.engine.translate import tree
from lanista.engine.translate.expressions import Expressions
from lanista.engine.translate.tree import FLOAT, INT, ArrayType, Expr, NumberType
from lanista.engine.translate.values import as_float


@dataclass(frozen=True)
class Slice:
    """Elements `start` to `stop` - 1 of a row of numbers."""

    array: tree.Location
    scalar: Scalar
    length: int | Expr
    start: Expr
    stop: Expr
    where: int

    @property
    def count(self) -> Expr:
        """The number of elements."""
        return self.stop if self.start == tree.Const(0) else tree.Binary("-", self.stop, self.start)

    def element(self, key: Expr) -> tree.Location:
        """The location of an element, which is known to be in range."""
        index = tree.Index(key, self.scalar.size, None, self.where)
        return tree.Location(self.array.base, self.array.offset, (*self.array.indices, index))

    def range_checks(self) -> list[tree.Statement]:
        """Statements that check its limits: both inside the row, and in order."""
        limits = ((self.stop, self.length), (self.start, self.stop))
        return [
            tree.Expect(value, _one_more(limit), self.where) for value, limit in limits if not _is_in(value, limit)
        ]


class Slices(Expressions):
    """Translates assignments to slices."""

    def assign_to_slice(self, target: ast.Subscript, part: ast.Slice, value: ast.expr) -> list[tree.Statement]:
        """`row[:n] = 0` or `row[a : a + n] = other[b : b + n]`."""
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
            source = self._slice(value, value.slice)
            return self._copy_slice(target, self._slice(target, part), source)
        new = self.in_new_variable(self.number(value))
        return self._fill(target, self._slice(target, part), new)

    def _slice(self, node: ast.Subscript, part: ast.Slice) -> Slice:
        if self.has_call(node):
            raise self.refuse(node, "a call inside a slice", "assign its result to a variable first")
        where, kind = self.locate(node.value)
        if (
            not isinstance(kind, ArrayType)
            or not isinstance(kind.item, Scalar)
            or len(kind.shape) != 1
            or part.step
        ):
            raise self.refuse(node, f"`{ast.unparse(node)}`", "write a loop; slices are of rows of numbers")
        length = self.length_of(node.value, ast.Constant(0))
        start = self._limit(part.lower) if part.lower else tree.Const(0)
        stop = self._limit(part.upper) if part.upper else length
        known = int(length.value) if isinstance(length, tree.Const) else length
        return Slice(where, kind.item, known, start, stop, self.where(node))

    def _limit(self, node: ast.expr) -> Expr:
        return self.in_new_variable(self.indices([node])[0])

    def _fill(self, node: ast.expr, target: Slice, value: Expr) -> list[tree.Statement]:
        name = self.temporary(INT)
        store = self.store_statement(node, target.element(tree.Local(name)), target.scalar, value)
        return [*target.range_checks(), tree.For(name, target.start, target.stop, tree.Const(1), (store,))]

    def _copy_slice(self, node: ast.expr, target: Slice, source: Slice) -> list[tree.Statement]:
        """Elements of one width are copied as bytes, others one by one: fields of two widths never overlap."""
        difference = tree.Binary("-", target.count, source.count)
        expected = [*source.range_checks(), *target.range_checks()]
        if target.count != source.count:
            expected.append(tree.Expect(difference, 1, target.where))
        if target.scalar == source.scalar:
            size = tree.Binary("*", target.count, tree.Const(target.scalar.size))
            return [*expected, tree.Copy(target.element(target.start), source.element(source.start), size)]
        name = self.temporary(INT)
        counter = tree.Local(name)
        value = self.load(node, source.element(_sum(source.start, counter)), source.scalar)
        store = self.store_statement(node, target.element(_sum(target.start, counter)), target.scalar, value)
        return [*expected, tree.For(name, tree.Const(0), target.count, tree.Const(1), (store,))]

    def store_statement(self, node: ast.expr, where: tree.Location, scalar: Scalar, value: Expr) -> tree.Store:
        """The statement that writes a number to a location."""
        is_float = scalar.code.startswith("f")
        if scalar.code.startswith("u"):
            raise self.refuse(node, "a new position of a generator", "call rand_below")
        if not isinstance(value.type, NumberType) or (value.type == FLOAT and not is_float):
            raise self.refuse(node, "a float that goes into the state", "compute in whole numbers")
        return tree.Store(where, scalar, as_float(value) if is_float else value)


def _sum(start: Expr, counter: Expr) -> Expr:
    return counter if start == tree.Const(0) else tree.Binary("+", start, counter)


def _one_more(limit: int | Expr) -> int | Expr:
    return limit + 1 if isinstance(limit, int) else tree.Binary("+", limit, tree.Const(1))


def _is_in(value: Expr, limit: int | Expr) -> bool:
    """Whether a number is known to be from 0 to the limit."""
    if value == tree.Const(0) or value == limit:
        return True
    known = limit.value if isinstance(limit, tree.Const) else limit
    return isinstance(value, tree.Const) and isinstance(known, int) and 0 <= value.value <= known
