"""The mutants of a module: found in its syntax tree, and applied to its loaded functions."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType
from typing import Any

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
OPPOSITE_CALLS = {"min": "max", "max": "min"}
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "args"}  # of a function: its signature


@dataclass(frozen=True)
class Mutant:
    """One mutant: its position, and the statement before and after the change."""

    module: str
    function: str
    lines: range
    before: str
    after: str
    parent: Any
    field: str
    index: int | None
    node: Any

    @property
    def line(self) -> int:
        """The first line of the changed statement."""
        return self.lines.start

    def __str__(self) -> str:
        return f"{path_of(self.module)}:{self.line} in {self.function}: {self.before}  =>  {self.after}"


def path_of(module: str) -> str:
    """A module's file, from the root of the repository."""
    return f"{'' if module.startswith('tests.') else 'src/'}{module.replace('.', '/')}.py"


@cache
def mutants_of(module: str) -> list[Mutant]:
    """Every mutant of a module's functions and methods."""
    return mutants_in(module, inspect.getsource(importlib.import_module(module)))


def mutants_in(module: str, source: str) -> list[Mutant]:
    """The same for a source text."""
    tree = ast.parse(source)
    return [found for name, function in _functions(tree) for found in _Finder(module, name, tree).find(function)]


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef) and not _is_protocol(node):
            yield from _functions(node, f"{prefix}{node.name}.")


def _is_protocol(node: ast.ClassDef) -> bool:
    """Methods of protocols have no code to change."""
    return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)


class _Finder:
    """Walks one function and tries every replacement."""

    def __init__(self, module: str, function: str, tree: ast.Module) -> None:
        self.module = module
        self.function = function
        self.tree = tree
        self.returns = ""
        self.found: list[Mutant] = []

    def find(self, function: ast.FunctionDef) -> list[Mutant]:
        self.returns = ast.unparse(function.returns) if function.returns else ""
        for i, statement in enumerate(function.body):
            if i or not _is_docstring(statement):
                self._visit(function, "body", i, statement, statement)
        return self.found

    def _visit(self, parent: ast.AST, field: str, index: int | None, node: ast.AST, statement: ast.stmt) -> None:
        if isinstance(node, ast.JoinedStr):  # only the values in a message are mutated, not its text
            self._visit_children(node, statement)
            return
        if isinstance(node, ast.stmt):
            statement = node
        if not (isinstance(parent, ast.JoinedStr) and isinstance(node, ast.Constant)):
            for replacement in replacements(node, self.returns):
                self._add(parent, field, index, node, replacement, statement)
        self._visit_children(node, statement)

    def _visit_children(self, node: ast.AST, statement: ast.stmt) -> None:
        for field, value in ast.iter_fields(node):
            if field in SKIPPED_FIELDS and not (field == "args" and isinstance(node, ast.Call)):
                continue
            if isinstance(value, ast.AST):
                self._visit(node, field, None, value, statement)
            elif isinstance(value, list):
                for i, element in enumerate(value):
                    if isinstance(element, ast.AST):
                        self._visit(node, field, i, element, statement)

    def _add(
        self, parent: Any, field: str, index: int | None, node: ast.AST, replacement: ast.AST, statement: ast.stmt
    ) -> None:
        before = _first_line(statement)
        _put(parent, field, index, replacement)
        after = _first_line(replacement if node is statement else statement)
        _put(parent, field, index, node)
        if before != after:
            position = (self.tree, parent), field, index
            lines = _lines(statement)
            self.found.append(Mutant(self.module, self.function, lines, before, after, *position, replacement))


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _first_line(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).split("\n")[0]


def _lines(statement: ast.stmt) -> range:
    """The lines of a statement; of one with a body, those before it."""
    body = getattr(statement, "body", None)
    end = body[0].lineno if body else (statement.end_lineno or statement.lineno) + 1
    return range(statement.lineno, max(end, statement.lineno + 1))


def _put(parent: Any, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


# Replacements


def replacements(node: ast.AST, returns: str) -> Iterator[ast.AST]:
    """Every replacement to try for a node."""
    match node:
        case ast.Compare():
            yield from _other_comparisons(node)
        case ast.BoolOp():
            yield _changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
            for i in range(len(node.values)):
                rest = [value for j, value in enumerate(node.values) if j != i]
                yield rest[0] if len(rest) == 1 else _changed(node, values=rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.BinOp() | ast.AugAssign():
            if type(node.op) in ARITHMETIC:
                yield _changed(node, op=ARITHMETIC[type(node.op)]())
            if isinstance(node, ast.AugAssign):
                yield ast.Pass()
        case ast.Constant():
            yield from _other_constants(node)
        case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.Constant):
            yield _changed(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.Call():
            yield from _other_calls(node)
        case ast.Return(value=ast.expr()):
            yield from _other_returns(node, returns)
        case ast.Expr(value=ast.Call()) | ast.Break() | ast.Continue() | ast.Return(value=None) | ast.Raise():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _other_comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for i, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield _changed(node, ops=[*node.ops[:i], other(), *node.ops[i + 1 :]])


def _other_constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node.value, str):
        yield ast.Constant(node.value + " changed")


def _other_calls(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in OPPOSITE_CALLS:
        yield _changed(node, func=ast.Name(OPPOSITE_CALLS[node.func.id], ast.Load()))
        return  # its arguments may be swapped
    if isinstance(node.func, ast.Name) and node.func.id == "range":
        last = len(node.args) - 1 if len(node.args) < 3 else 1
        fewer = ast.BinOp(node.args[last], ast.Sub(), ast.Constant(1))
        yield _changed(node, args=[*node.args[:last], fewer, *node.args[last + 1 :]])
    for i in range(len(node.args) - 1):
        first, second = node.args[i : i + 2]
        if ast.dump(first) != ast.dump(second) and not isinstance(first, ast.Starred):
            yield _changed(node, args=[*node.args[:i], second, first, *node.args[i + 2 :]])


def _other_returns(node: ast.Return, returns: str) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Constant | ast.Compare | ast.UnaryOp) or node.value is None:
        return  # mutated as a whole
    if returns == "bool":
        yield _changed(node, value=ast.UnaryOp(ast.Not(), node.value))
    elif returns == "int":
        yield _changed(node, value=ast.BinOp(node.value, ast.Add(), ast.Constant(1)))
    else:
        yield _changed(node, value=ast.Constant(None))


def _changed(node: ast.AST, **fields: Any) -> Any:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


# Applying a mutant


def plant(mutant: Mutant) -> bool:
    """Give the loaded function the mutant's code; False if the code is the same."""
    function = _loaded(mutant)
    code = code_of(mutant)
    if _same(code, function.__code__):
        return False
    function.__code__ = code
    return True


def code_of(mutant: Mutant) -> CodeType:
    """The mutant's compiled function; the tree is left unchanged."""
    tree, parent = mutant.parent
    value = getattr(parent, mutant.field)
    before = value if mutant.index is None else value[mutant.index]
    _put(parent, mutant.field, mutant.index, mutant.node)
    try:
        module = compile(ast.fix_missing_locations(tree), path_of(mutant.module), "exec")
    finally:
        _put(parent, mutant.field, mutant.index, before)
    return next(code for code in _codes(module) if code.co_qualname == mutant.function)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _same(one: CodeType, other: CodeType) -> bool:
    return (one.co_code, _plain(one), one.co_names) == (other.co_code, _plain(other), other.co_names)


def _plain(code: CodeType) -> list[object]:
    """A code object's constants, including those of nested functions."""
    return [(c.co_code, _plain(c)) if isinstance(c, CodeType) else (type(c), c) for c in code.co_consts]


def _loaded(mutant: Mutant) -> FunctionType:
    value: Any = importlib.import_module(mutant.module)
    for name in mutant.function.split("."):
        value = inspect.getattr_static(value, name)
    found = value.fget if isinstance(value, property) else value
    assert isinstance(found, FunctionType)
    return found
