"""Expressions of a rule in typed form, and the statements that must run before them.

Calls become statements that set a temporary variable. What Python has read before a call is kept in a variable,
since the call may change it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import sqrt
from types import FunctionType
from typing import TYPE_CHECKING, Any

from lanista.engine.random import Generator, rand_below
from lanista.engine.record import Field, Scalar
from lanista.engine.rule import is_rule, place, tree_of
from lanista.engine.translate import tree
from lanista.engine.translate.constants import NOT_CONSTANT, constant_of, flattened
from lanista.engine.translate.tree import BOOL, FLOAT, INT, TRUTHS, ArrayType, Expr, Number, RecordType, Type
from lanista.errors import RuleError

if TYPE_CHECKING:
    from lanista.engine.translate.program import Translator

Located = tuple[tree.Place, Scalar | RecordType | ArrayType]

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Div: "/",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
FLOAT_OPERATORS = {"+", "-", "*", "/"}
BIT_OPERATORS = {"&", "|", "^", "<<", ">>"}
INT32 = -(2**31), 2**31 - 1
EXACT = 2**53  # up to here a double holds every whole number
PURE = {"min", "max", "abs", "len", "int", "bool", "float", "range", "enumerate", "sqrt"}
NO_VALUE = "`and` or `or` of numbers as a value", "compare each number, for example `n != 0`"


class Expressions:
    """Translates the expressions of one rule for arguments of certain types."""

    def __init__(self, translator: Translator, function: FunctionType, params: dict[str, Type]) -> None:
        self.translator = translator
        self.function = function
        self.names: dict[str, Type] = dict(params)
        self.block: list[tree.Statement] = []
        self._first = tree_of(function)[1]
        self._temporaries = 0

    # Faults

    def refuse(self, node: ast.AST, what: str, instead: str) -> RuleError:
        """An error that names the line of a node."""
        where = place(self.function, self.line(node))
        return RuleError(f"{where}: rules must not contain {what}; {instead}")

    def line(self, node: ast.AST) -> int:
        """The line of a node in its file."""
        return self._first + int(getattr(node, "lineno", 1)) - 1

    def where(self, node: ast.AST) -> int:
        """The number of a node's line in the program's list of lines."""
        return self.translator.line_number(place(self.function, self.line(node)))

    # Variables

    def temporary(self, kind: Type) -> str:
        """A new variable."""
        self._temporaries += 1
        name = f"t${self._temporaries}"
        self.names[name] = kind
        return name

    def kept(self, value: Expr) -> Expr:
        """The value in a variable, unless nothing can change it."""
        if isinstance(value, tree.Const | tree.Local) or not reads_memory(value):
            return value
        name = self.temporary(value.type)
        self.block.append(tree.Assign(name, value))
        return self.variable(name)

    def variable(self, name: str) -> Expr:
        """The value of a variable."""
        kind = self.names[name]
        if isinstance(kind, Number):
            return tree.Local(name, kind)
        return tree.Address(tree.Place(name), kind)

    # Values

    def operands(self, nodes: Sequence[ast.expr]) -> list[Expr]:
        """The values of several expressions, evaluated from left to right."""
        values: list[Expr] = []
        for node in nodes:
            if self.has_call(node):
                values = [self.kept(value) for value in values]
            values.append(self.value(node))
        return values

    def has_call(self, node: ast.AST) -> bool:
        """Whether evaluating an expression calls a rule."""
        calls = (part for part in ast.walk(node) if isinstance(part, ast.Call))
        return any(not (isinstance(call.func, ast.Name) and call.func.id in PURE) for call in calls)

    def number(self, node: ast.expr) -> Expr:
        """The value of an expression that is a number."""
        value = self.value(node)
        if not isinstance(value.type, Number):
            raise self.refuse(node, f"a record or array as a number (`{ast.unparse(node)}`)", "name one field")
        return value

    def value(self, node: ast.expr) -> Expr:
        """The value of an expression: a number or a reference."""
        known = constant_of(node, self.function, self.names)
        if known is not NOT_CONSTANT and isinstance(known, int | float):
            return self._constant(node, known)
        match node:
            case ast.Name() if node.id in self.names:
                return self.variable(node.id)
            case ast.Attribute() | ast.Subscript():
                return self._member(node)
            case ast.BinOp():
                left, right = self.operands([node.left, node.right])
                return self.binary(node, OPERATORS[type(node.op)], left, right)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare():
                return self._comparison(node)
            case ast.BoolOp():
                return self._logic(node, as_condition=False)
            case ast.IfExp():
                return self._choice(node)
            case ast.Call():
                return self._call(node)
        raise self.refuse(node, f"`{ast.unparse(node)}`", "use numbers and fields of records")

    def _constant(self, node: ast.expr, known: float) -> Expr:
        if isinstance(known, bool):
            return tree.Const(int(known), BOOL)
        if isinstance(known, int) and abs(known) > EXACT:
            raise self.refuse(node, f"the number {known}", "numbers beyond 2**53 differ between languages")
        return tree.Const(known, FLOAT) if isinstance(known, float) else tree.Const(int(known))

    def _member(self, node: ast.Attribute | ast.Subscript) -> Expr:
        if isinstance(node, ast.Subscript):
            table = self._lookup(node)
            if table is not None:
                return table
            if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
                return self._length(node.value.value, node.slice)
        where, kind = self.locate(node)
        if isinstance(kind, Scalar):
            return tree.Load(where, kind, FLOAT if kind.code.startswith("f") else INT)
        return tree.Address(where, kind)

    def binary(self, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr:
        """An operation of two numbers."""
        self._expect_numbers(node, left, right)
        if FLOAT in (left.type, right.type) or op == "/":
            if op not in FLOAT_OPERATORS:
                raise self.refuse(node, f"`{op}` of floats", "use `+ - * /`; the others differ between languages")
            return tree.Binary(op, self.as_float(left), self.as_float(right), FLOAT)
        if op in BIT_OPERATORS:
            self._expect_few_bits(node, op, left, right)
        divides = op in ("//", "%") and not (isinstance(right, tree.Const) and right.value != 0)
        return tree.Binary(op, left, right, INT, self.where(node) if divides else -1)

    def _expect_numbers(self, node: ast.AST, *values: Expr) -> None:
        if not all(isinstance(value.type, Number) for value in values):
            raise self.refuse(node, "arithmetic with a record or array", "name one field")

    def _expect_few_bits(self, node: ast.AST, op: str, *operands: Expr) -> None:
        """Bits beyond 32 are lost in JavaScript; a mask of fewer makes the other operand of `&` harmless."""
        masks = [isinstance(value, tree.Const) and 0 <= value.value < 2**31 for value in operands]
        if op == "&" and any(masks):
            return
        for value in operands:
            wide = isinstance(value, tree.Load) and value.scalar.size > 4
            if wide or (isinstance(value, tree.Const) and not INT32[0] <= value.value <= INT32[1]):
                raise self.refuse(node, f"`{op}` of more than 32 bits", "use several fields of 32 bits or fewer")
        if op in ("<<", ">>") and isinstance(operands[1], tree.Const) and not 0 <= operands[1].value < 32:
            raise self.refuse(node, f"a shift by {operands[1].value}", "shift by 0 to 31 bits")

    @staticmethod
    def as_float(value: Expr) -> Expr:
        """A number as a float."""
        return value if value.type == FLOAT else tree.Builtin("float", (value,), FLOAT)

    def _unary(self, node: ast.UnaryOp) -> Expr:
        if isinstance(node.op, ast.Not):
            return tree.Unary("not", self.condition(node.operand), BOOL)
        value = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        kind = FLOAT if value.type == FLOAT else INT
        return tree.Unary("-" if isinstance(node.op, ast.USub) else "~", value, kind)

    # Truth

    def condition(self, node: ast.expr) -> Expr:
        """Whether an expression counts as true."""
        if isinstance(node, ast.BoolOp):
            return self._logic(node, as_condition=True)
        value = self.number(node)
        return value if value.type == BOOL else tree.Compare("!=", value, tree.Const(0, value.type))  # type: ignore[arg-type]

    def _comparison(self, node: ast.Compare) -> Expr:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        operands = [node.left, *node.comparators]
        if len(operands) > 2 and any(self.has_call(operand) for operand in operands):
            raise self.refuse(node, "a call inside a chained comparison", "assign its result to a variable first")
        values = self.operands(operands)
        self._expect_numbers(node, *values)
        if any(value.type == FLOAT for value in values):
            values = [self.as_float(value) for value in values]
        pairs = zip(node.ops, values, values[1:], strict=False)
        compared = [tree.Compare(OPERATORS[type(op)], left, right) for op, left, right in pairs]
        return compared[0] if len(compared) == 1 else tree.Logic("and", tuple(compared))

    def _membership(self, node: ast.Compare) -> Expr:
        """`in` and `not in` of a few numbers."""
        among = node.comparators[0]
        known = constant_of(among, self.function, self.names)
        members = among.elts if isinstance(among, ast.Tuple) else None
        if len(node.ops) > 1 or (members is None and not isinstance(known, tuple)):
            raise self.refuse(node, f"`{ast.unparse(node)}`", "compare with a tuple of numbers")
        value = self.kept(self.number(node.left))
        others = [tree.Const(int(one)) for one in known] if members is None else self.operands(members)
        found = tree.Logic("or", tuple(tree.Compare("==", value, other) for other in others))
        return found if isinstance(node.ops[0], ast.In) else tree.Unary("not", found, BOOL)

    def _logic(self, node: ast.BoolOp, *, as_condition: bool) -> Expr:
        """`and` or `or`; operands after the first that call rules become branches."""
        op = "and" if isinstance(node.op, ast.And) else "or"
        if not any(self.has_call(part) for part in node.values[1:]):
            return tree.Logic(op, tuple(self._truth(part, as_condition) for part in node.values))
        name = self.temporary(BOOL)
        self.block.append(tree.Assign(name, self._truth(node.values[0], as_condition)))
        for part in node.values[1:]:
            self.block, outer = [], self.block
            truth = self._truth(part, as_condition)
            self.block.append(tree.Assign(name, truth))
            going_on: Expr = tree.Local(name, BOOL)
            if op == "or":
                going_on = tree.Unary("not", going_on, BOOL)
            outer.append(tree.If(going_on, tuple(self.block)))
            self.block = outer
        return tree.Local(name, BOOL)

    def _truth(self, node: ast.expr, as_condition: bool) -> Expr:
        if as_condition:
            return self.condition(node)
        value = self.number(node)
        if value.type != BOOL:
            raise self.refuse(node, *NO_VALUE)
        return value

    def _choice(self, node: ast.IfExp) -> Expr:
        condition = self.condition(node.test)
        outer, branches = self.block, []
        for branch in (node.body, node.orelse):
            self.block = []
            branches.append((self.value(branch), self.block))
        self.block = outer
        (yes, before_yes), (no, before_no) = branches
        kind = self.unified(node, yes.type, no.type)
        if kind == FLOAT:
            yes, no = self.as_float(yes), self.as_float(no)
        if isinstance(kind, Number) and not before_yes and not before_no:
            return tree.Select(condition, yes, no, kind)
        name = self.temporary(kind)
        before_yes.append(tree.Assign(name, yes))
        before_no.append(tree.Assign(name, no))
        self.block.append(tree.If(condition, tuple(before_yes), tuple(before_no)))
        return self.variable(name)

    def unified(self, node: ast.AST, one: Type, other: Type) -> Type:
        """The type of a value that is sometimes of one type and sometimes of another."""
        if one == other:
            return one
        if isinstance(one, Number) and isinstance(other, Number):
            return INT if {one, other} <= TRUTHS else FLOAT
        raise self.refuse(node, "one name for values of different kinds", "use a name for each")

    # Memory

    def locate(self, node: ast.expr) -> Located:
        """The place of a field, an element or a record, and what is there."""
        match node:
            case ast.Attribute():
                where, kind = self.locate(node.value)
                return self._field(node, where, kind)
            case ast.Subscript():
                where, kind = self.locate(node.value)
                if not isinstance(kind, ArrayType):
                    raise self.refuse(node, f"an index of `{ast.unparse(node.value)}`", "only arrays have elements")
                keys = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                return self.element(node, where, kind, [self._whole(key) for key in keys])
        value = self.value(node)
        if isinstance(value, tree.Address):
            return value.place, value.type
        raise self.refuse(node, f"a field or element of the number `{ast.unparse(node)}`", "use a record or array")

    def _field(self, node: ast.Attribute, where: tree.Place, kind: Scalar | RecordType | ArrayType) -> Located:
        if not isinstance(kind, RecordType):
            raise self.refuse(node, f"`.{node.attr}` of something that is no record", "index the array first")
        fields: tuple[Field, ...] = kind.record.fields
        found = next((field for field in fields if field.name == node.attr), None)
        if found is None:
            known = ", ".join(field.name for field in fields)
            raise self.refuse(node, f"`.{node.attr}` of a {kind.record.__name__}", f"it has: {known}")
        return replace(where, offset=where.offset + found.offset), type_of_field(found)

    def _whole(self, node: ast.expr) -> Expr:
        value = self.number(node)
        if value.type == FLOAT:
            raise self.refuse(node, "a float as an index", "use a whole number")
        if isinstance(value, tree.Const) and value.value < 0:
            raise self.refuse(node, "a negative index", "count from the front")
        return value

    def element(self, node: ast.AST, where: tree.Place, kind: ArrayType, keys: Sequence[Expr]) -> Located:
        """The place of an element, or of a part of an array with more dimensions than keys."""
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

    def _lookup(self, node: ast.Subscript) -> Expr | None:
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
        table, line = self.translator.table(elements), self.where(node)
        indices = tuple(
            tree.Index(self._whole(key), _elements(shape[i + 1 :]), shape[i], line) for i, key in enumerate(keys)
        )
        return tree.Lookup(table, indices, table.type)

    def _length(self, array: ast.expr, dimension: ast.expr) -> Expr:
        _, kind = self.locate(array)
        number = constant_of(dimension, self.function, self.names)
        if not isinstance(kind, ArrayType) or number not in range(len(kind.shape)):
            raise self.refuse(array, f"`{ast.unparse(array)}.shape`", "only arrays have one, with constant indices")
        return _expression(kind.shape[number])

    # Calls

    def _call(self, node: ast.Call) -> Expr:
        assert isinstance(node.func, ast.Name)  # the language allows no other
        name = node.func.id
        called = self.translator.binding(self.function, name)
        if called is rand_below:
            return self._draw(node)
        if is_rule(called):
            target = self.call(node, called)
            if target is None:
                raise self.refuse(node, f"the value of {name}, which returns none", "call it on a separate line")
            return target
        if called is sqrt:
            return tree.Builtin("sqrt", (self.as_float(self.number(node.args[0])),), FLOAT)
        return self._builtin(node, name)

    def _draw(self, node: ast.Call) -> Expr:
        generator, below = self.operands(node.args)
        if generator.type != RecordType(Generator):
            raise self.refuse(node, "rand_below without a generator", "give a field of type Generator")
        name = self.temporary(INT)
        self.block.append(tree.Draw(name, generator, below))
        return tree.Local(name)

    def call(self, node: ast.Call, rule: FunctionType) -> Expr | None:
        """Call a rule; its result in a variable, if it has one."""
        function, arguments = self._prepared(node, rule)
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
        function, arguments = self._prepared(node, rule)
        if not isinstance(function.returns, tree.TupleType) or len(function.returns.items) != len(names):
            raise self.refuse(node, f"{len(names)} names for what {rule.__name__} returns", "count them again")
        for name, kind in zip(names, function.returns.items, strict=True):
            self.declare(node, name, kind)
        self.block.append(tree.Call(tuple(names), function, arguments))

    def declare(self, node: ast.AST, name: str, kind: Type) -> None:
        """A variable is set to a value of some type."""
        self.names[name] = self.unified(node, self.names.get(name, kind), kind)
        if self.names[name] != kind and FLOAT in (self.names[name], kind):
            raise self.refuse(node, f"the name {name} for whole numbers and floats", "use a name for each")

    def _prepared(self, node: ast.Call, rule: FunctionType) -> tuple[tree.Function, tuple[Expr, ...]]:
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
            return self._length(node.args[0], ast.Constant(0))
        values = self.operands(node.args)
        self._expect_numbers(node, *values)
        if name in ("min", "max") and len(values) > 1:
            return self._extreme(node, name, values)
        if name == "abs" and len(values) == 1:
            return tree.Builtin("abs", tuple(values), FLOAT if values[0].type == FLOAT else INT)
        if name == "float" and len(values) == 1:
            return self.as_float(values[0])
        if name == "bool" and len(values) == 1:
            return values[0] if values[0].type == BOOL else tree.Compare("!=", values[0], tree.Const(0))
        if name == "int" and len(values) == 1 and values[0].type != FLOAT:
            return replace(values[0], type=INT) if isinstance(values[0], tree.Const) else self._as_int(values[0])
        about = "a float that becomes a whole number" if name in ("int", "round") else f"{name}(...) as it is used"
        raise self.refuse(node, about, "compute in whole numbers: what floats give can differ between machines")

    @staticmethod
    def _as_int(value: Expr) -> Expr:
        return tree.Binary("+", value, tree.Const(0)) if value.type == BOOL else value

    def _extreme(self, node: ast.AST, name: str, values: list[Expr]) -> Expr:
        is_float = any(value.type == FLOAT for value in values)
        kind = FLOAT if is_float else INT
        parts = [self.as_float(value) for value in values] if is_float else values
        found = parts[0]
        for part in parts[1:]:
            found = tree.Builtin(name, (found, part), kind)
        return found


# Helpers


def reads_memory(value: Expr) -> bool:
    """Whether the value depends on what is in memory."""
    return any(isinstance(part, tree.Load) for part in parts_of(value))


def parts_of(value: Expr | int) -> Iterable[Any]:
    """An expression and all expressions in it."""
    yield value
    inner: Iterable[Any] = ()
    match value:
        case tree.Load() | tree.Address():
            inner = _of_indices(value.place.indices)
        case tree.Lookup():
            inner = _of_indices(value.indices)
        case tree.Binary() | tree.Compare():
            inner = (value.left, value.right)
        case tree.Unary():
            inner = (value.value,)
        case tree.Logic() | tree.Builtin():
            inner = value.values
        case tree.Select():
            inner = (value.condition, value.yes, value.no)
    for part in inner:
        yield from parts_of(part)


def _of_indices(indices: Iterable[tree.Index]) -> Iterable[Any]:
    for index in indices:
        yield from (index.value, index.stride, index.length)


def type_of_field(field: Field) -> Scalar | RecordType | ArrayType:
    """What a field holds."""
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
