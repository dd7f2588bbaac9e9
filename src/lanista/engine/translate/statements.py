"""Statements of a rule in typed form."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from lanista.engine.record import Scalar
from lanista.engine.rule import is_rule
from lanista.engine.translate import tree
from lanista.engine.translate.constants import NOT_CONSTANT, constant_of
from lanista.engine.translate.expressions import OPERATORS, Expressions
from lanista.engine.translate.tree import BOOL, FLOAT, INT, ArrayType, Expr, Number, RecordType


class Statements(Expressions):
    """Translates the body of one rule."""

    returns: tree.Type | tree.TupleType | None = None

    def body(self, nodes: Sequence[ast.stmt]) -> tuple[tree.Statement, ...]:
        """The statements of a block."""
        outer, self.block = self.block, []
        for node in nodes:
            self.statement(node)
        inner, self.block = self.block, outer
        return tuple(inner)

    def statement(self, node: ast.stmt) -> None:
        """Translate one statement."""
        match node:
            case ast.Assign() if len(node.targets) == 1:
                self._assign(node, node.targets[0], node.value)
            case ast.AnnAssign() if node.value is not None:
                self._assign(node, node.target, node.value)
            case ast.AugAssign():
                self._change(node)
            case ast.Expr():
                self._expression(node)
            case ast.If():
                condition = self.condition(node.test)
                self.block.append(tree.If(condition, self.body(node.body), self.body(node.orelse)))
            case ast.While() if not node.orelse:
                self._while(node)
            case ast.For() if not node.orelse and isinstance(node.target, ast.Name | ast.Tuple):
                self._for(node)
            case ast.Match():
                self._match(node)
            case ast.Return():
                self._return(node)
            case ast.Break():
                self.block.append(tree.Break())
            case ast.Continue():
                self.block.append(tree.Continue())
            case ast.Pass():
                pass
            case _:
                raise self.refuse(node, f"`{ast.unparse(node).splitlines()[0]}`", "write it in simpler statements")

    def _expression(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        call = node.value
        called = self.translator.binding(self.function, call.func.id) if _is_named(call) else None
        if isinstance(call, ast.Call) and is_rule(called) and not hasattr(called, "__native__"):
            self.call(call, called)
        else:
            self.value(node.value)

    # Assignments

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            self._assign_several(node, target, value)
        elif isinstance(target, ast.Name):
            self.set(node, target.id, self.value(value))
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self._fill(target, target.slice, value)
        else:
            self._write(target, value)

    def set(self, node: ast.AST, name: str, value: Expr) -> None:
        """Set a variable."""
        self.declare(node, name, value.type)
        self.block.append(tree.Assign(name, value))

    def _assign_several(self, node: ast.stmt, target: ast.Tuple, value: ast.expr) -> None:
        names = [element.id for element in target.elts if isinstance(element, ast.Name)]
        if len(names) < len(target.elts):
            raise self.refuse(node, "fields in an assignment of several values", "assign them one by one")
        if isinstance(value, ast.Tuple) and len(value.elts) == len(names):
            values = self.operands(value.elts)
            copies = [self._copied(one) for one in values[:-1]] + values[-1:]  # a, b = b, a
            for name, one in zip(names, copies, strict=True):
                self.set(node, name, one)
            return
        called = self.translator.binding(self.function, value.func.id) if _is_named(value) else None
        if not isinstance(value, ast.Call) or not is_rule(called):
            raise self.refuse(node, "several names for one value", "use a tuple, or a rule that returns one")
        self.call_for_several(value, called, names)

    def _copied(self, value: Expr) -> Expr:
        if isinstance(value, tree.Const):
            return value
        name = self.temporary(value.type)
        self.block.append(tree.Assign(name, value))
        return self.variable(name)

    def _write(self, target: ast.expr, value: ast.expr) -> None:
        """Assign to a field or element: a number is stored, a record copied."""
        new = self.value(value)
        if self.has_call(target):
            new = self.kept(new)
        where, kind = self.locate(target)
        if isinstance(kind, Scalar):
            self._store(target, where, kind, new)
        elif isinstance(kind, RecordType) and isinstance(new, tree.Address) and new.type == kind:
            self.block.append(tree.Copy(where, new.place, kind.size))
        else:
            raise self.refuse(target, f"`{ast.unparse(target)} = ...`", "assign numbers, or records of one kind")

    def _store(self, node: ast.expr, where: tree.Place, scalar: Scalar, value: Expr) -> None:
        is_float = scalar.code.startswith("f")
        if not isinstance(value.type, Number) or (value.type == FLOAT and not is_float):
            raise self.refuse(node, "a float that goes into the state", "compute in whole numbers")
        self.block.append(tree.Store(where, scalar, self.as_float(value) if is_float else value))

    def _change(self, node: ast.AugAssign) -> None:
        """`x += 1`: the old value is read before the new one is computed."""
        op = OPERATORS[type(node.op)]
        if isinstance(node.target, ast.Name):
            old = self.variable(node.target.id)
            self.set(node, node.target.id, self.binary(node, op, old, self.number(node.value)))
            return
        where, kind = self.locate(node.target)
        where = self._settled(where)
        if not isinstance(kind, Scalar):
            raise self.refuse(node, "a change of a record or array", "change its fields or elements")
        before: Expr = tree.Load(where, kind, FLOAT if kind.code.startswith("f") else INT)
        if self.has_call(node.value):
            before = self.kept(before)
        self._store(node.target, where, kind, self.binary(node, op, before, self.number(node.value)))

    def _settled(self, where: tree.Place) -> tree.Place:
        """The same place with its indices in variables, since it is used twice."""
        indices = [replace(index, value=self._settled_value(index.value)) for index in where.indices]
        return replace(where, indices=tuple(indices))

    def _settled_value(self, value: Expr) -> Expr:
        return value if isinstance(value, tree.Local) else self._copied(value)

    def _fill(self, target: ast.Subscript, part: ast.Slice, value: ast.expr) -> None:
        """`row[:n] = 0`."""
        where, kind = self.locate(target.value)
        if not isinstance(kind, ArrayType) or len(kind.shape) != 1 or part.step is not None:
            raise self.refuse(target, f"`{ast.unparse(target)}`", "write a loop")
        nodes = [value, part.lower or ast.Constant(0), *([part.upper] if part.upper else [])]
        new, start, *ends = [self._copied(operand) for operand in self.operands(nodes)]
        stop = ends[0] if ends else self._length(target.value, ast.Constant(0))
        name = self.temporary(INT)
        element, scalar = self.element(target, where, kind, [tree.Local(name)])
        assert isinstance(scalar, Scalar)
        outer, self.block = self.block, []
        self._store(target, element, scalar, new)
        loop = tree.For(name, start, stop, tree.Const(1), tuple(self.block))
        self.block = [*outer, loop]

    # Control

    def _while(self, node: ast.While) -> None:
        """A condition that calls rules is evaluated at the start of each round."""
        outer, self.block = self.block, []
        condition = self.condition(node.test)
        before, self.block = self.block, outer
        body = self.body(node.body)
        if before:
            leave = tree.If(tree.Unary("not", condition, BOOL), (tree.Break(),))
            condition, body = tree.Const(1, BOOL), (*before, leave, *body)
        self.block.append(tree.While(condition, body))

    def _for(self, node: ast.For) -> None:
        called = node.iter.func.id if _is_named(node.iter) else ""
        if isinstance(node.iter, ast.Call) and called == "range" and isinstance(node.target, ast.Name):
            self._for_range(node, node.target.id, node.iter)
        elif isinstance(node.iter, ast.Call) and called == "enumerate" and isinstance(node.target, ast.Tuple):
            counter, name = [element.id for element in node.target.elts if isinstance(element, ast.Name)]
            self._for_each(node, name, node.iter.args[0], counter)
        elif isinstance(node.target, ast.Name):
            self._for_each(node, node.target.id, node.iter, self.temporary(INT))
        else:
            raise self.refuse(node, f"a loop over `{ast.unparse(node.iter)}`", "loop over `range`")

    def _for_range(self, node: ast.For, name: str, call: ast.Call) -> None:
        bounds = [self._copied_unless_simple(value) for value in self.operands(call.args)]
        start, stop, step = {
            1: lambda: (tree.Const(0), bounds[0], tree.Const(1)),
            2: lambda: (*bounds, tree.Const(1)),
            3: lambda: tuple(bounds),
        }[len(bounds)]()
        self.declare(node, name, INT)
        self.block.append(tree.For(name, start, stop, step, self.body(node.body)))

    def _copied_unless_simple(self, value: Expr) -> Expr:
        return value if isinstance(value, tree.Const) else self._copied(value)

    def _for_each(self, node: ast.For, name: str, sequence: ast.expr, counter: str) -> None:
        """A loop over the elements of an array or of a tuple of the module."""
        self.declare(node, counter, INT)
        values = constant_of(sequence, self.function, self.names)
        stop = tree.Const(len(values)) if values is not NOT_CONSTANT else self._length(sequence, ast.Constant(0))
        outer, self.block = self.block, []
        key = ast.copy_location(ast.Name(counter, ast.Load()), node)
        self.set(node, name, self.value(ast.copy_location(ast.Subscript(sequence, key, ast.Load()), node)))
        element, self.block = self.block, outer
        body = (*element, *self.body(node.body))
        self.block.append(tree.For(counter, tree.Const(0), stop, tree.Const(1), body))

    def _match(self, node: ast.Match) -> None:
        """`match` of a number, as a chain of branches."""
        subject = self._copied(self.number(node.subject))
        self.block.extend(self._cases(node, subject, node.cases))

    def _cases(self, node: ast.Match, subject: Expr, cases: Sequence[ast.match_case]) -> list[tree.Statement]:
        if not cases:
            return []
        case, *rest = cases
        condition = self._pattern(node, subject, case.pattern)
        if case.guard is not None or (condition is None and rest):
            raise self.refuse(node, "a condition of a case, or a case after `_`", "use `if`")
        body = self.body(case.body)
        return list(body) if condition is None else [tree.If(condition, body, (*self._cases(node, subject, rest),))]

    def _pattern(self, node: ast.Match, subject: Expr, pattern: ast.pattern) -> Expr | None:
        """Whether a number matches; None if every number does."""
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None:
            return None
        if isinstance(pattern, ast.MatchValue):
            return tree.Compare("==", subject, self.number(pattern.value))
        if isinstance(pattern, ast.MatchOr):
            parts = [self._pattern(node, subject, part) for part in pattern.patterns]
            if all(part is not None for part in parts):
                return tree.Logic("or", tuple(part for part in parts if part is not None))
        raise self.refuse(node, "a pattern of objects", "match numbers")

    def _return(self, node: ast.Return) -> None:
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.block.append(tree.Return())
            return
        nodes = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        values = self.operands(nodes)
        found: tree.Type | tree.TupleType = values[0].type
        if isinstance(node.value, ast.Tuple):
            found = tree.TupleType(tuple(INT for _ in values))
        if self.returns is not None and isinstance(found, Number) and isinstance(self.returns, Number):
            found = self.unified(node, self.returns, found)
        elif self.returns not in (None, found):
            raise self.refuse(node, "results of different kinds", "return the same kind everywhere")
        self.returns = found
        self.block.append(tree.Return(tuple(values)))


def _is_named(node: ast.expr) -> bool:
    """Whether an expression is a call by a plain name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
