"""Statements of a rule in typed form."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from lanista.engine.log import note
from lanista.engine.record import Scalar
from lanista.engine.rule import is_rule
from lanista.engine.showing import say, say_at
from lanista.engine.translate import tree
from lanista.engine.translate.calls import name_called
from lanista.engine.translate.constants import NOT_CONSTANT, constant_of
from lanista.engine.translate.expressions import OPERATORS
from lanista.engine.translate.slices import Slices
from lanista.engine.translate.tree import BOOL, FLOAT, INT, TRUTHS, ArrayType, Expr, NumberType, RecordType

NO_RESULT = "a path without a result beside one with a result", "return a number everywhere"
ZERO, ONE = tree.Const(0), tree.Const(1)


class Statements(Slices):
    """Translates the body of one rule."""

    returns: tree.Type | tree.TupleType | None = None
    returns_nothing = False

    def rule_body(self, definition: ast.FunctionDef) -> tuple[tree.Statement, ...]:
        """The statements of the rule; if one path returns a number, all do."""
        body = self.body(definition.body)
        if self.returns is not None and can_end(body):
            raise self.refuse(
                definition, "a path without a result beside one with a result", "return a number everywhere"
            )
        return body

    def body(self, nodes: Sequence[ast.stmt]) -> tuple[tree.Statement, ...]:
        """Translate a block; constants that it learns about variables hold within it only."""
        outer, self.block = self.block, []
        known, self.known = self.known, dict(self.known)
        for node in nodes:
            self.statement(node)
        inner, self.block = self.block, outer
        self.known = known
        return tuple(inner)

    def statement(self, node: ast.stmt) -> None:
        """Translate one statement."""
        if isinstance(node, ast.For | ast.While):
            self._forget(node)
        self._translate(node)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            self._learn(node)
        else:
            self._forget(node)

    def _forget(self, node: ast.stmt) -> None:
        """Forget the constants of variables that a statement sets."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self.known.pop(part.id, None)

    def _learn(self, node: ast.Assign | ast.AnnAssign) -> None:
        """Remember a variable that is set to a constant."""
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        value = constant_of(node.value, self.function, self.names, self.known) if node.value else NOT_CONSTANT
        self._forget(node)
        if isinstance(target, ast.Name) and value is not NOT_CONSTANT:
            self.known[target.id] = value

    def _translate(self, node: ast.stmt) -> None:
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
        called = self._rule_called(node.value)
        if isinstance(node.value, ast.Call) and called is note:
            self.translate_note(node.value)
        elif isinstance(node.value, ast.Call) and called in (say, say_at):
            self.translate_say(node.value, called)
        elif isinstance(node.value, ast.Call) and called is not None and not hasattr(called, "__native__"):
            self.call(node.value, called)
        else:
            self.value(node.value)

    def _rule_called(self, node: ast.expr) -> FunctionType | None:
        """The rule that an expression calls, if it is a call of one."""
        called: Any = self.translator.binding(self.function, name_called(node))
        return called if is_rule(called) else None

    # Assignments

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            self._assign_several(node, target, value)
        elif isinstance(target, ast.Name):
            self.set(node, target.id, self.value(value))
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.block.extend(self.assign_to_slice(target, target.slice, value))
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
            copies = values[:1] + [self.in_new_variable(one) for one in values[1:]]  # a, b = b, a
            for name, one in zip(names, copies, strict=True):
                self.set(node, name, one)
            return
        called = self._rule_called(value)
        if not isinstance(value, ast.Call) or called is None:
            raise self.refuse(node, "several names for one value", "use a tuple, or a rule that returns one")
        self.call_for_several(value, called, names)

    def _write(self, target: ast.expr, value: ast.expr) -> None:
        """Assign to a field or element: a number is stored, a record copied."""
        new = self.value(value)
        if self.has_call(target):
            new = self.in_variable(new)
        where, kind = self.locate(target)
        if isinstance(kind, Scalar):
            self._store(target, where, kind, new)
        elif isinstance(kind, RecordType) and isinstance(new, tree.Address) and new.type == kind:
            self.block.append(tree.Copy(where, new.location, kind.size))
        else:
            raise self.refuse(target, f"`{ast.unparse(target)} = ...`", "assign numbers, or records of one kind")

    def _store(self, node: ast.expr, where: tree.Location, scalar: Scalar, value: Expr) -> None:
        self.block.append(self.store_statement(node, where, scalar, value))

    def _change(self, node: ast.AugAssign) -> None:
        """`x += 1`: the old value is read before the new one is computed."""
        op = OPERATORS[type(node.op)]
        if isinstance(node.target, ast.Name):
            old = self.variable(node.target.id)
            self.set(node, node.target.id, self.binary(node, op, old, self.number(node.value)))
            return
        where, kind = self.locate(node.target)
        where = self.fix_indices(where)
        if not isinstance(kind, Scalar):
            raise self.refuse(node, "a change of a record or array", "change its fields or elements")
        before = self.load(node, where, kind)
        if self.has_call(node.value):
            before = self.in_variable(before)
        self._store(node.target, where, kind, self.binary(node, op, before, self.number(node.value)))

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
        called = name_called(node.iter)
        if isinstance(node.iter, ast.Call) and called == "range" and isinstance(node.target, ast.Name):
            self._for_range(node, node.target.id, node.iter)
        elif isinstance(node.iter, ast.Call) and called == "enumerate" and isinstance(node.target, ast.Tuple):
            names = [element.id for element in node.target.elts if isinstance(element, ast.Name)]
            if len(names) != 2 or len(node.target.elts) != 2 or len(node.iter.args) != 1:
                raise self.refuse(node, f"`{ast.unparse(node.iter)}`", "use `for i, element in enumerate(array)`")
            self._for_each(node, names[1], node.iter.args[0], names[0])
        elif isinstance(node.target, ast.Name):
            self._for_each(node, node.target.id, node.iter, self.temporary(INT))
        else:
            raise self.refuse(node, f"a loop over `{ast.unparse(node.iter)}`", "loop over `range`")

    def _for_range(self, node: ast.For, name: str, call: ast.Call) -> None:
        bounds = [self.in_new_variable(value) for value in self.operands(call.args)]
        if not 1 <= len(bounds) <= 3 or any(bound.type not in TRUTHS for bound in bounds):
            raise self.refuse(node, f"`{ast.unparse(call)}`", "give one to three whole numbers")
        start, stop, step = {1: (ZERO, *bounds, ONE), 2: (*bounds, ONE), 3: bounds}[len(bounds)]
        step = self.in_new_variable(self.check_range(node, step, "step"))
        self.declare(node, name, INT)
        self.block.append(tree.For(name, start, stop, step, self.body(node.body)))

    def _for_each(self, node: ast.For, name: str, sequence: ast.expr, counter: str) -> None:
        """A loop over the elements of an array or of a tuple of the module."""
        self.declare(node, counter, INT)
        values = constant_of(sequence, self.function, self.names)
        stop = tree.Const(len(values)) if values is not NOT_CONSTANT else self.length_of(sequence, ast.Constant(0))
        outer, self.block = self.block, []
        key = ast.copy_location(ast.Name(counter, ast.Load()), node)
        self.set(node, name, self.value(ast.copy_location(ast.Subscript(sequence, key, ast.Load()), node)))
        element, self.block = self.block, outer
        body = (*element, *self.body(node.body))
        self.block.append(tree.For(counter, tree.Const(0), stop, tree.Const(1), body))

    def _match(self, node: ast.Match) -> None:
        """`match` of a number, as a chain of branches."""
        subject = self.in_new_variable(self.number(node.subject))
        self.block.extend(self._cases(node, subject, node.cases))

    def _cases(self, node: ast.Match, subject: Expr, cases: Sequence[ast.match_case]) -> list[tree.Statement]:
        if not cases:
            return []
        case, *rest = cases
        condition = self._pattern(node, subject, case.pattern)
        if case.guard is not None or (condition is None and rest):
            raise self.refuse(node, "a condition of a case, or a case after `_`", "use `if`")
        body = self.body(case.body)
        return (
            list(body) if condition is None else [tree.If(condition, body, (*self._cases(node, subject, rest),))]
        )

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
            if self.returns is not None:
                raise self.refuse(
                    node, "a path without a result beside one with a result", "return a number everywhere"
                )
            self.returns_nothing = True
            self.block.append(tree.Return())
            return
        if self.returns_nothing:
            raise self.refuse(
                node, "a path without a result beside one with a result", "return a number everywhere"
            )
        nodes = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        values = self.operands(nodes)
        found: tree.Type | tree.TupleType = values[0].type
        if isinstance(found, ArrayType) and found.unknown:
            raise self.refuse(node, "an array of unknown length as a result", "return the index of an element")
        if isinstance(node.value, ast.Tuple):
            self.expect_numbers(node, *values)
            found = tree.TupleType(tuple(FLOAT if value.type == FLOAT else INT for value in values))
        if self.returns is not None and isinstance(found, NumberType) and isinstance(self.returns, NumberType):
            found = self.unify(node, self.returns, found)
        elif self.returns not in (None, found):
            raise self.refuse(node, "results of different kinds", "return the same kind everywhere")
        self.returns = found
        self.block.append(tree.Return(tuple(values)))


def can_end(block: Sequence[tree.Statement]) -> bool:
    """Whether the end of a block can be reached."""
    match block[-1] if block else None:
        case tree.Return():
            return False
        case tree.If(yes=yes, no=no):
            return can_end(yes) or can_end(no)
        case tree.While(condition=tree.Const(value=1), body=body):
            return _breaks(body)
    return True


def _breaks(block: Sequence[tree.Statement]) -> bool:
    """Whether a block has a `break` of the loop around it."""
    return any(
        isinstance(statement, tree.Break)
        or (isinstance(statement, tree.If) and (_breaks(statement.yes) or _breaks(statement.no)))
        for statement in block
    )
