"""What names mean inside a function: its variables, values of its module, or what Python has built in."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from itertools import chain
from types import FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from lanista.engine import Rules
from lanista.game import Game
from lanista.modules import Modules
from lanista.web.transcribe.kinds import UNSEEN, Kind, assigned_kinds, hints_of, joined, kind_of_hint
from lanista.web.transcribe.literals import bare
from lanista.web.transcribe.names import free_names
from lanista.web.transcribe.refusal import TranscribeError, refusal
from lanista.web.transcribe.source import Definition, own_nodes

if TYPE_CHECKING:
    from lanista.web.transcribe.program import Program

MAX_ROUNDS = 8  # each variable can change its kind a few times until all agree
# What has attributes that never change
OWNERS = (ModuleType, Modules, Game, Rules, np.dtype, Enum, type)
UNKNOWN = object()  # a value that only a running page has


class Scope:
    """One function under transcription; `known` are parameters whose values are the same in every call."""

    def __init__(
        self, program: Program, function: FunctionType, tree: Definition, known: Mapping[str, Any]
    ) -> None:
        self.program = program
        self.function = function
        self.tree = tree
        self.known = known
        self.locals: list[dict[str, Kind]] = [dict.fromkeys(stored_names(tree) - known.keys(), "")]
        self.outer = inspect.getclosurevars(function).nonlocals
        self.labels: list[dict[str, str]] = []
        self.temporaries: list[str] = []
        self._free = free_names()
        self._label(self.locals[0])
        self._find_kinds()

    def refuse(self, node: ast.AST, what: str, instead: str) -> TranscribeError:
        """The error about a part of the function."""
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        return refusal(self.function.__code__.co_filename, line, self.function.__name__, what, instead)

    def is_local(self, name: str) -> bool:
        """Whether a name is a variable of the function or of a comprehension around this place."""
        return any(name in known for known in self.locals)

    @contextmanager
    def inside(self, variables: Mapping[str, Kind]) -> Iterator[None]:
        """An inner function or comprehension with its own variables, each with its kind."""
        self.locals.append(dict(variables))
        self._label(variables)
        yield
        self.locals.pop()
        self.labels.pop()

    def _label(self, variables: Iterable[str]) -> None:
        order = [name for name in parameters(self.tree.args) if name in variables] if not self.labels else []
        self.labels.append({name: next(self._free) for name in [*order, *sorted(set(variables) - set(order))]})

    def local(self, name: str) -> str:
        """A variable in JavaScript: a short name, since nobody reads it."""
        return next(known[name] for known in reversed(self.labels) if name in known)

    # Kinds of variables

    def kind_of_local(self, name: str) -> Kind:
        """What is known about the values of a variable."""
        return next((known[name] for known in reversed(self.locals) if name in known), "")

    def _find_kinds(self) -> None:
        """Find the kinds of variables that agree with all assignments, which may depend on each other."""
        hints, kinds, nodes = hints_of(self.function), self.locals[0], list(own_nodes(self.tree))
        given = {name: kind_of_hint(hints.get(name)) for name in parameters(self.tree.args)}
        kinds.update((name, given.get(name, UNSEEN)) for name in kinds)
        for _ in range(len(kinds) + MAX_ROUNDS):
            found = defaultdict(list, {name: [kind] for name, kind in given.items()})
            for name, kind in chain.from_iterable(assigned_kinds(self, node) for node in nodes):
                found[name].append(kind)
            now = {name: joined(found[name]) for name in kinds}
            if now == kinds:
                kinds.update((name, "") for name, kind in now.items() if kind == UNSEEN)
                return
            kinds.update(now)
        kinds.update(dict.fromkeys(kinds, ""))

    def temporary(self) -> str:
        """A new variable of the function for a value that is needed twice."""
        self.temporaries.append(next(self._free))
        return self.temporaries[-1]

    def runtime(self, name: str) -> str:
        """A name of the runtime, which the script then imports."""
        return self.program.runtime(name)

    def call_runtime(self, name: str, *values: str) -> str:
        """A call of the runtime."""
        return f"{self.runtime(name)}({','.join(map(bare, values))})"

    def reference(self, value: Any, node: ast.AST) -> str:
        """A value of the module as JavaScript."""
        try:
            return self.program.reference(value)
        except TranscribeError as error:
            if ".py:" in str(error):
                raise
            raise self.refuse(node, f"{ast.unparse(node)}, which is {error}", "use plain values here") from None

    # Values that are known before anything runs

    def resolve(self, node: ast.AST) -> Any:
        """The value of a name or attribute that is the same in every run, or UNKNOWN."""
        if isinstance(node, ast.Name):
            return self._named(node)
        if isinstance(node, ast.Attribute):
            owner = self.resolve(node.value)
            return getattr(owner, node.attr, UNKNOWN) if isinstance(owner, OWNERS) else UNKNOWN
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "find":
            return self._found(node)
        return UNKNOWN

    def _found(self, node: ast.Call) -> Any:
        """What a game's module offers under a name."""
        find, values = self.resolve(node.func), node.args
        if not isinstance(find, MethodType) or not all(isinstance(value, ast.Constant) for value in values):
            return UNKNOWN
        return find(*(value.value for value in values if isinstance(value, ast.Constant)))

    def _named(self, node: ast.Name) -> Any:
        name = node.id
        if name in self.known and len(self.locals) == 1:
            return self.known[name]
        if self.is_local(name):
            return UNKNOWN
        for space in (self.known, self.outer, self.function.__globals__, vars(builtins)):
            if name in space:
                return space[name]
        return UNKNOWN


def stored_names(tree: ast.AST) -> set[str]:
    """The variables of a function: its parameters and what it assigns, apart from functions inside it."""
    found: set[str] = set()
    if isinstance(tree, ast.FunctionDef | ast.Lambda):
        found |= set(parameters(tree.args))
    waiting = list(ast.iter_child_nodes(tree))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.comprehension):
            waiting += [node.iter, *node.ifs]
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return found


def parameters(arguments: ast.arguments) -> list[str]:
    """The names of all parameters, in the order in which JavaScript takes them."""
    plain = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    rest = [arguments.vararg.arg] if arguments.vararg else []
    return [*plain, *(argument.arg for argument in arguments.kwonlyargs), *rest]
