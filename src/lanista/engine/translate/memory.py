"""Locations in memory and in constant tables: fields, elements, lengths."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from lanista.engine.record import Field, Scalar
from lanista.engine.translate import tree
from lanista.engine.translate.constants import constant_of, flattened
from lanista.engine.translate.tree import FLOAT, INT, TRUTHS, ArrayType, Expr, RecordType
from lanista.engine.translate.values import Values

Located = tuple[tree.Location, Scalar | RecordType | ArrayType]


class MemoryTranslator(Values):
    """Translates fields and elements."""

    def locate(self, node: ast.expr) -> Located:
        """The location of a field, an element or a record, and its type."""
        match node:
            case ast.Attribute():
                where, kind = self.locate(node.value)
                return self._field(node, where, kind)
            case ast.Subscript():
                where, kind = self.locate(node.value)
                if not isinstance(kind, ArrayType):
                    raise self.refuse(
                        node, f"an index of `{ast.unparse(node.value)}`", "only arrays have elements"
                    )
                keys = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                if any(map(self.has_call, keys)):
                    where = self.fix_indices(where)
                return self.element(node, where, kind, self.indices(keys))
        value = self.value(node)
        if isinstance(value, tree.Address):
            return value.location, value.type
        raise self.refuse(node, f"a field or element of the number `{ast.unparse(node)}`", "use a record or array")

    def _field(self, node: ast.Attribute, where: tree.Location, kind: Scalar | RecordType | ArrayType) -> Located:
        if not isinstance(kind, RecordType):
            raise self.refuse(node, f"`.{node.attr}` of something that is no record", "index the array first")
        fields: tuple[Field, ...] = kind.record.fields
        found = next((field for field in fields if field.name == node.attr), None)
        if found is None:
            known = ", ".join(field.name for field in fields)
            raise self.refuse(node, f"`.{node.attr}` of a {kind.record.__name__}", f"it has: {known}")
        return replace(where, offset=where.offset + found.offset), type_of_field(found)

    def element(self, node: ast.AST, where: tree.Location, kind: ArrayType, keys: Sequence[Expr]) -> Located:
        """The location of an element, or of a part of an array with more dimensions than keys."""
        if len(keys) > len(kind.shape):
            raise self.refuse(node, f"{len(keys)} indices", f"the array has {len(kind.shape)}")
        line, size = self.where(node), item_size(kind)
        indices = tuple(
            tree.Index(key, _product(size, kind.shape[i + 1 :]), _length(kind.shape[i]), line)
            for i, key in enumerate(keys)
        )
        rest = kind.shape[len(keys) :]
        found = ArrayType(kind.item, rest) if rest else kind.item
        return replace(where, indices=(*where.indices, *indices)), found

    def indices(self, nodes: Sequence[ast.expr]) -> list[Expr]:
        """Indices, evaluated from left to right."""
        values = self.operands(nodes)
        for node, value in zip(nodes, values, strict=True):
            if value.type not in TRUTHS:
                raise self.refuse(node, f"`{ast.unparse(node)}` as an index", "use a whole number")
            if self._is_negative(node, value):
                raise self.refuse(node, "a negative index", "count from the front")
        return values

    def _is_negative(self, node: ast.expr, value: Expr) -> bool:
        """Whether an index is below 0 whenever it is used; Python would count from the end, C would not."""
        known = value.value if isinstance(value, tree.Const) else None
        if known is None:
            known = constant_of(node, self.function, self.names, self.known)
        return isinstance(known, int | float) and known < 0

    def fix_indices(self, where: tree.Location) -> tree.Location:
        """The same location with its indices in variables: for use after something may have changed."""
        indices = [replace(index, value=self.in_new_variable(index.value)) for index in where.indices]
        return replace(where, indices=tuple(indices))

    def load(self, node: ast.AST, where: tree.Location, scalar: Scalar) -> Expr:
        """The number at a location."""
        if scalar.code.startswith("u"):
            raise self.refuse(node, "the position of a generator", "call rand_below")
        return tree.Load(where, scalar, FLOAT if scalar.code.startswith("f") else INT)

    def lookup(self, node: ast.Subscript) -> Expr | None:
        """An element of a tuple of the module, by one index for each dimension."""
        base: ast.expr = node
        keys: list[ast.expr] = []
        while isinstance(base, ast.Subscript):
            keys.insert(0, base.slice)
            base = base.value
        values = constant_of(base, self.function, self.names)
        if not isinstance(values, tuple):
            return None
        found = flattened(values)
        if found is None or len(found[0]) != len(keys):
            raise self.refuse(node, f"`{ast.unparse(node)}`", "use a tuple of numbers, or of rows of equal length")
        shape, elements = found
        for element in elements:
            self.constant(node, element)
        table, line = self.translator.table(elements), self.where(node)
        indices = tuple(
            tree.Index(key, _elements(shape[i + 1 :]), shape[i], line) for i, key in enumerate(self.indices(keys))
        )
        return tree.Lookup(table, indices, table.type)

    def length_of(self, array: ast.expr, dimension: ast.expr) -> Expr:
        """The length of an array in one of its dimensions."""
        _, kind = self.locate(array)
        number = constant_of(dimension, self.function, self.names)
        if not isinstance(kind, ArrayType) or number not in range(len(kind.shape)):
            raise self.refuse(
                array, f"`{ast.unparse(array)}.shape`", "only arrays have one, with constant indices"
            )
        return _expression(kind.shape[number])


def type_of_field(field: Field) -> Scalar | RecordType | ArrayType:
    """The type of a field's value."""
    item: Any = field.scalar if field.scalar is not None else RecordType(field.record)  # type: ignore[arg-type]
    return ArrayType(item, tuple(map(int, field.shape))) if field.shape else item


def item_size(kind: ArrayType) -> int:
    """The bytes of one element."""
    return kind.item.size


def _expression(length: int | str) -> Expr:
    return tree.Local(length) if isinstance(length, str) else tree.Const(length)


def _length(length: int | str) -> int | Expr:
    return tree.Local(length) if isinstance(length, str) else length


def _product(size: int, shape: Sequence[int | str]) -> int | Expr:
    """The bytes of a part of an array."""
    known, found = size * _elements([length for length in shape if isinstance(length, int)]), None
    for length in shape:
        if isinstance(length, str):
            found = tree.Binary("*", found or tree.Const(known), tree.Local(length))
    return known if found is None else found


def _elements(shape: Iterable[int]) -> int:
    product = 1
    for length in shape:
        product *= length
    return product
