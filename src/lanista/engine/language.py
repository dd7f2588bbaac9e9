"""The subset of Python for rules: the same meaning interpreted and compiled, on every machine.

A rule works on whole numbers and on the records passed to it. It creates no objects, stores nothing between turns
and does no input or output. Anything else in a rule is reported with file, line and what to write instead.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from enum import IntEnum
from types import BuiltinFunctionType, FunctionType
from typing import Any, NamedTuple

from lanista.core.errors import RuleError
from lanista.engine.rule import is_rule, reachable, rules_called_by, source_location, tree_of

CALLS = {"min", "max", "abs", "range", "len", "int", "bool", "enumerate"}
CALLS_WITH_FLOATS = CALLS | {"float", "round"}

NO_TEXT = "text", "use whole numbers or an IntEnum"
NO_LIST = "a list", "use an array of a record; scratch space comes in the work record"
NO_DICT = "a dictionary", "use an array indexed by a number, or a tuple of the module"
NO_SET = "a set", "use an array of flags in the work record"
NO_INNER = "a function inside a rule", "make it a separate rule"
NO_LOOP = "a comprehension", "write a loop"
NO_ERRORS = "`raise`, `try` or `assert`", "let the rule do nothing instead; moves are refused where they are read"
NO_STATE = "an assignment to a name of the module", "keep what changes in the state's record"
NO_IMPORT = "an import", "rules call rules; import them at the top of the module"
NO_DELETION = "`del`", "write a value that means nothing is there"
NO_FLOATS = "a float", "use whole numbers; `@rule(floats=True)` allows floats where an original computes so"
NO_DIVISION = "float division", "use `//` for whole numbers"
NO_IDENTITY = "`is`", "compare numbers with `==`"
NO_STARS = "`*` in a call or an assignment", "name each value"
NO_KEYWORDS = "an argument by name", "give arguments in their order"
NO_PATTERN = "a pattern of objects", "match numbers"
NO_WAITING = "a generator or a coroutine", "write a loop"

FORBIDDEN: dict[type[ast.AST], tuple[str, str]] = {
    ast.List: NO_LIST,
    ast.Dict: NO_DICT,
    ast.Set: NO_SET,
    ast.JoinedStr: NO_TEXT,
    ast.ListComp: NO_LOOP,
    ast.SetComp: NO_LOOP,
    ast.DictComp: NO_LOOP,
    ast.GeneratorExp: NO_LOOP,
    ast.Lambda: NO_INNER,
    ast.FunctionDef: NO_INNER,
    ast.AsyncFunctionDef: NO_INNER,
    ast.ClassDef: ("a class inside a rule", "declare records at the top of the module"),
    ast.Try: NO_ERRORS,
    ast.TryStar: NO_ERRORS,
    ast.Raise: NO_ERRORS,
    ast.Assert: NO_ERRORS,
    ast.Global: NO_STATE,
    ast.Nonlocal: NO_STATE,
    ast.Import: NO_IMPORT,
    ast.ImportFrom: NO_IMPORT,
    ast.Delete: NO_DELETION,
    ast.Pow: ("`**`", "write the number, or `1 << n`"),
    ast.MatMult: ("`@`", "write a loop"),
    ast.Is: NO_IDENTITY,
    ast.IsNot: NO_IDENTITY,
    ast.Starred: NO_STARS,
    ast.keyword: NO_KEYWORDS,
    ast.Yield: NO_WAITING,
    ast.YieldFrom: NO_WAITING,
    ast.Await: NO_WAITING,
    ast.AsyncFor: NO_WAITING,
    ast.AsyncWith: NO_WAITING,
    ast.With: ("`with`", "a rule opens nothing"),
    ast.MatchClass: NO_PATTERN,
    ast.MatchMapping: NO_PATTERN,
    ast.MatchSequence: NO_PATTERN,
    ast.NamedExpr: ("`:=`", "assign on a separate line"),
}


class RuleFault(NamedTuple):
    """A construct in a rule that the language does not have."""

    line: int
    what: str
    instead: str


def check_language(roots: list[FunctionType]) -> None:
    """Raise a RuleError with file and line for the first forbidden construct in a rule."""
    for function in reachable(*roots):
        fault = next(_faults(function), None)
        if fault is not None:
            where = source_location(function, fault.line)
            raise RuleError(f"{where}: rules must not contain {fault.what}; {fault.instead}")
    _refuse_recursion(roots)


def _refuse_recursion(roots: list[FunctionType]) -> None:
    """Compiled rules are inlined into each other, which never ends with recursion."""
    done: set[FunctionType] = set()

    def visit(function: FunctionType, above: tuple[FunctionType, ...]) -> None:
        if function in above:
            names = " -> ".join(rule.__name__ for rule in (*above[above.index(function) :], function))
            where = source_location(function, function.__code__.co_firstlineno)
            raise RuleError(f"{where}: rules must not contain recursion ({names}); write a loop")
        if function not in done and not hasattr(function, "__native__"):
            for _, called in rules_called_by(function):
                visit(called, (*above, function))
            done.add(function)

    for root in roots:
        visit(root, ())


def _faults(function: FunctionType) -> Iterator[RuleFault]:
    if hasattr(function, "__native__"):  # one of the engine's rules, which back ends write by hand
        return
    definition, first = tree_of(function)
    yield from _signature_faults(function, definition)
    for node in _body(definition):
        about = _fault_of(node, function)
        if about is not None:
            line = getattr(node, "lineno", None) or 1
            yield RuleFault(first + line - 1, *about)


def _signature_faults(function: FunctionType, definition: ast.FunctionDef) -> Iterator[RuleFault]:
    arguments = definition.args
    first = function.__code__.co_firstlineno
    if arguments.defaults or arguments.kw_defaults:
        yield RuleFault(first, "a default value of an argument", "give every argument where the rule is called")
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        yield RuleFault(first, "`*` among its arguments", "name each argument")
    if function.__closure__:
        yield RuleFault(first, "names of a function around it", "write rules at the top of a module")


def _body(definition: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a rule's body, without decorators, annotations and docstring."""
    docstring = ast.get_docstring(definition, clean=False) is not None
    waiting: list[ast.AST] = list(definition.body[1 if docstring else 0 :])
    while waiting:
        node = waiting.pop(0)
        yield node
        hidden = node.annotation if isinstance(node, ast.AnnAssign) else None
        # Operators have no line numbers: they are checked with their expression.
        waiting[:0] = [child for child in ast.iter_child_nodes(node) if child is not hidden]


def _fault_of(node: ast.AST, function: FunctionType) -> tuple[str, str] | None:
    """The fault of one part of a rule, and what to write instead."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return _fault_of_operator(node.op, function)
    if isinstance(node, ast.Compare):
        return next((FORBIDDEN[type(op)] for op in node.ops if type(op) in FORBIDDEN), None)
    if isinstance(node, ast.operator | ast.cmpop):
        return None
    if isinstance(node, ast.Constant):
        return _fault_of_value(node.value, function)
    if isinstance(node, ast.Call):
        return _fault_of_call(node, function)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return _fault_of_name(node.id, function)
    return FORBIDDEN.get(type(node))


def _fault_of_operator(operator: ast.operator, function: FunctionType) -> tuple[str, str] | None:
    if isinstance(operator, ast.Div):
        return None if has_floats(function) else NO_DIVISION
    return FORBIDDEN.get(type(operator))


def has_floats(function: FunctionType) -> bool:
    """Whether a rule was marked with `@rule(floats=True)`."""
    return bool(getattr(function, "__floats__", False))


def _fault_of_value(value: Any, function: FunctionType) -> tuple[str, str] | None:
    """The fault of a constant that a rule uses."""
    if value is None or isinstance(value, int):
        return None
    if isinstance(value, tuple):
        return next(filter(None, (_fault_of_value(element, function) for element in value)), None)
    if isinstance(value, float):
        return None if has_floats(function) else NO_FLOATS
    if isinstance(value, str | bytes):
        return NO_TEXT
    return f"{type(value).__name__} {value!r:.40}", "use whole numbers and tuples of them"


def _fault_of_call(node: ast.Call, function: FunctionType) -> tuple[str, str] | None:
    if not isinstance(node.func, ast.Name):
        called = ast.unparse(node.func)
        return f"the call {called}(...)", "call rules by their names; records and arrays have no methods"
    value = _global(node.func.id, function)
    if isinstance(value, type) and issubclass(value, IntEnum):
        return f"{node.func.id}(...)", "compare the number with the enumeration's members"
    return None


def _fault_of_name(name: str, function: FunctionType) -> tuple[str, str] | None:
    """The fault of a name that a rule reads; local variables are always allowed."""
    if name in function.__code__.co_varnames:
        return None
    value = _global(name, function)
    if value is _NOTHING:
        return f"the name {name!r}, which is not defined", "check its spelling"
    if is_rule(value) or (isinstance(value, type) and issubclass(value, IntEnum)):
        return None
    if isinstance(value, FunctionType):
        return f"{name}, which is not a rule", "mark it with `@rule`"
    if value is getattr(builtins, name, _NOTHING):
        return _fault_of_builtin(name, function)
    if isinstance(value, BuiltinFunctionType) and value.__module__ == "math" and has_floats(function):
        return None
    about = _fault_of_value(value, function)
    return about and (f"{name}, which is {about[0]}", about[1])


def _fault_of_builtin(name: str, function: FunctionType) -> tuple[str, str] | None:
    if name in (CALLS_WITH_FLOATS if has_floats(function) else CALLS):
        return None
    return f"{name}", f"rules call rules, and of Python only {', '.join(sorted(CALLS))}"


_NOTHING = object()


def _global(name: str, function: FunctionType) -> Any:
    """The value of a name in a rule's module."""
    return function.__globals__.get(name, getattr(builtins, name, _NOTHING))
