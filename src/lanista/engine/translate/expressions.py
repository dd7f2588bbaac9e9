"""Expressions of a rule in typed form, and the statements that must run before them.

Calls become statements that set a temporary variable. Values read before a call are saved in a variable,
since the call may change it.
"""

from __future__ import annotations

import ast

from lanista.engine.record import Scalar
from lanista.engine.translate import tree
from lanista.engine.translate.calls import CallTranslator
from lanista.engine.translate.constants import NOT_CONSTANT, constant_of
from lanista.engine.translate.tree import BOOL, FLOAT, INT, Expr, NumberType
from lanista.engine.translate.values import as_float

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
NO_VALUE = "`and` or `or` of numbers as a value", "compare each number, for example `n != 0`"

NO_TUPLE = (
    "a tuple made in it",
    "name it at the top of the module, as in `STEPS = (1, 2)`, and index it or loop over it here",
)


class Expressions(CallTranslator):
    """Translates the expressions of one rule for arguments of certain types."""

    def value(self, node: ast.expr) -> Expr:
        """The value of an expression: a number or a reference."""
        known = constant_of(node, self.function, self.names)
        if known is not NOT_CONSTANT and isinstance(known, int | float):
            return self.constant(node, known)
        match node:
            case ast.Name():
                return self._named(node)
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
                return self.translate_call(node)
            case ast.Tuple():
                raise self.refuse(node, *NO_TUPLE)
        raise self.refuse(node, f"`{ast.unparse(node)}`", "use numbers and fields of records")

    def _named(self, node: ast.Name) -> Expr:
        if node.id in self.names:
            return self.variable(node.id)
        if node.id in self.function.__code__.co_varnames:
            raise self.refuse(node, f"{node.id} above the line that sets it first", "set it before the loop")
        raise self.refuse(node, f"`{node.id}`", "use numbers and fields of records")

    def _member(self, node: ast.Attribute | ast.Subscript) -> Expr:
        if isinstance(node, ast.Subscript):
            table = self.lookup(node)
            if table is not None:
                return table
            if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
                return self.length_of(node.value.value, node.slice)
        where, kind = self.locate(node)
        if isinstance(kind, Scalar):
            return self.load(node, where, kind)
        return tree.Address(where, kind)

    # Arithmetic

    def binary(self, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr:
        """An operation of two numbers."""
        self.expect_numbers(node, left, right)
        if FLOAT in (left.type, right.type) or op == "/":
            if op not in FLOAT_OPERATORS:
                raise self.refuse(node, f"`{op}` of floats", "use `+ - * /`; the others differ between languages")
            left, right = as_float(left), as_float(right)
            return tree.Binary(op, left, self.check_range(node, right, "divisor") if op == "/" else right, FLOAT)
        if op in BIT_OPERATORS:
            self._expect_few_bits(node, op, left, right)
        if op in ("//", "%"):
            right = self.check_range(node, right, "divisor")
        if op in ("<<", ">>"):
            right = self.check_range(node, right, "shift")
        return tree.Binary(op, left, right)

    def _expect_few_bits(self, node: ast.AST, op: str, *operands: Expr) -> None:
        """Bits beyond 32 are lost in JavaScript; a mask of fewer makes the other operand of `&` harmless."""
        masks = [isinstance(value, tree.Const) and 0 <= value.value < 2**31 for value in operands]
        if op == "&" and any(masks):
            return
        for value in operands:
            wide = isinstance(value, tree.Load) and value.scalar.size > 4
            if wide or (isinstance(value, tree.Const) and not INT32[0] <= value.value <= INT32[1]):
                raise self.refuse(node, f"`{op}` of more than 32 bits", "use several fields of 32 bits or fewer")

    def _unary(self, node: ast.UnaryOp) -> Expr:
        if isinstance(node.op, ast.Not):
            return tree.Unary("not", self.condition(node.operand), BOOL)
        value = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        kind = FLOAT if value.type == FLOAT else INT
        if isinstance(node.op, ast.USub):
            return tree.Unary("-", value, kind)
        if kind == FLOAT:
            raise self.refuse(node, "`~` of a float", "use a whole number")
        return tree.Unary("~", value)

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
        before = len(self.block)
        values = self.operands(operands)
        if len(operands) > 2 and len(self.block) > before:
            raise self.refuse(node, "`in` inside a chained comparison", "assign its result to a variable first")
        self.expect_numbers(node, *values)
        if any(value.type == FLOAT for value in values):
            values = [as_float(value) for value in values]
        pairs = zip(node.ops, values, values[1:], strict=False)
        compared = [tree.Compare(OPERATORS[type(op)], left, right) for op, left, right in pairs]
        return compared[0] if len(compared) == 1 else tree.Logic("and", tuple(compared))

    def _membership(self, node: ast.Compare) -> Expr:
        """`in` and `not in` of a few numbers."""
        among = node.comparators[0]
        known = constant_of(among, self.function, self.names)
        members = among.elts if isinstance(among, ast.Tuple) else None
        is_table = isinstance(known, tuple) and all(isinstance(one, int) for one in known)
        if len(node.ops) > 1 or not (members or (known and is_table)):
            raise self.refuse(node, f"`{ast.unparse(node)}`", "compare with a tuple of numbers")
        value = self.in_variable(self.number(node.left))
        others = self.operands(members) if members else [self.constant(node, one) for one in known]
        self.expect_numbers(node, *others)
        found = tree.Logic("or", tuple(tree.Compare("==", value, other) for other in others))
        return found if isinstance(node.ops[0], ast.In) else tree.Unary("not", found, BOOL)

    def _logic(self, node: ast.BoolOp, *, as_condition: bool) -> Expr:
        """`and` or `or`; if operands after the first need statements, they become branches."""
        op = "and" if isinstance(node.op, ast.And) else "or"
        first, *later = [self._aside(part, as_condition) for part in node.values]
        self.block.extend(first[0])
        if not any(statements for statements, _ in later):
            return tree.Logic(op, (first[1], *(truth for _, truth in later)))
        name = self.temporary(BOOL)
        found: Expr = tree.Local(name, BOOL)
        going_on = tree.Unary("not", found, BOOL) if op == "or" else found
        self.block.append(tree.Assign(name, first[1]))
        for statements, truth in later:
            self.block.append(tree.If(going_on, (*statements, tree.Assign(name, truth))))
        return found

    def _aside(self, node: ast.expr, as_condition: bool) -> tuple[list[tree.Statement], Expr]:
        """The truth of an operand, and the statements that must run before it."""
        outer, self.block = self.block, []
        truth = self._truth(node, as_condition)
        statements, self.block = self.block, outer
        return statements, truth

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
        kind = self.unify(node, yes.type, no.type)
        if kind == FLOAT:
            yes, no = as_float(yes), as_float(no)
        if isinstance(kind, NumberType) and not before_yes and not before_no:
            return tree.Select(condition, yes, no, kind)
        name = self.temporary(kind)
        before_yes.append(tree.Assign(name, yes))
        before_no.append(tree.Assign(name, no))
        self.block.append(tree.If(condition, tuple(before_yes), tuple(before_no)))
        return self.variable(name)
