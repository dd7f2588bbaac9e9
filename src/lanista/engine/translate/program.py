"""Programs: the functions that some rules need, each for the types with which it is called."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any, get_type_hints

from lanista.engine.rule import tree_of
from lanista.engine.showing import Words
from lanista.engine.translate import tree
from lanista.engine.translate.statements import Statements
from lanista.engine.translate.tree import BOOL, FLOAT, INT, ArrayType, NumberType, Type
from lanista.engine.translate.values import Values

NO_WORDS: Mapping[int, Words] = {}
_NUMBERS: dict[Any, NumberType] = {int: INT, bool: BOOL, float: FLOAT}


class Translator:
    """Translates functions on demand; `bound` gives names that loops use for the rules of a game."""

    def __init__(
        self,
        name: str,
        bound: Mapping[str, Any] | None = None,
        notes: Mapping[int, type[Any]] | None = None,
        words: Mapping[int, Words] = NO_WORDS,
    ) -> None:
        self.program = tree.Program(name)
        self.notes = notes or {}  # what the numbers of each kind mean
        self.words = words  # the templates of what is said
        self.is_noting = False  # whether notes are translated, or left out
        self._bound = bound or {}
        self._functions: dict[Any, tree.Function] = {}
        self._names: set[str] = set()
        self._lines: dict[str, int] = {}

    def entry(self, name: str, rule: Any, types: Sequence[Type], *, is_noting: bool = False) -> None:
        """Add a function that can be called from outside; lengths of arrays that are names come as arguments."""
        self.is_noting = is_noting
        self.program.entries[name] = self.function(rule, types)

    def binding(self, function: FunctionType, name: str) -> Any:
        """The object that a called name refers to in a function."""
        if name in function.__globals__:
            return function.__globals__[name]
        return self._bound.get(name)

    def line_number(self, line: str) -> int:
        """The number of a line in the program's list."""
        if line not in self._lines:
            self._lines[line] = len(self.program.lines)
            self.program.lines.append(line)
        return self._lines[line]

    def table(self, elements: tuple[int | float, ...]) -> tree.Table:
        """A constant table; equal ones are one."""
        kind = FLOAT if any(isinstance(element, float) for element in elements) else INT
        key = (kind, elements)
        if key not in self.program.tables:
            self.program.tables[key] = tree.Table(f"table{len(self.program.tables)}", elements, kind)
        return self.program.tables[key]

    def function(
        self,
        rule: FunctionType,
        types: Sequence[Type],
        caller: Values | None = None,
        node: ast.Call | None = None,
    ) -> tree.Function:
        """A rule for arguments of these types."""
        names = [argument.arg for argument in tree_of(rule)[0].args.args]
        if caller is not None and node is not None and len(names) != len(types):
            raise caller.refuse(node, f"{len(types)} arguments for {rule.__name__}", f"give {len(names)}")
        hints = _hints(rule)
        kinds = [_declared(kind, hints.get(name)) for name, kind in zip(names, types, strict=True)]
        params = {
            name: kind.named(name) if isinstance(kind, ArrayType) else kind
            for name, kind in zip(names, kinds, strict=True)
        }
        key = (rule, self.is_noting, id(self.words), *params.values())
        if key not in self._functions:
            self._functions[key] = self._translated(rule, params)
        return self._functions[key]

    def _translated(self, rule: FunctionType, params: dict[str, Type]) -> tree.Function:
        definition, _ = tree_of(rule)
        known: dict[str, Type] = {}
        for name, kind in params.items():
            known[name] = kind
            known |= dict.fromkeys(kind.unknown, INT) if isinstance(kind, ArrayType) else {}
        statements = Statements(self, rule, known)
        body = statements.rule_body(definition)
        variables = {name: kind for name, kind in statements.names.items() if name not in known}
        function = tree.Function(
            self._unique(rule.__name__),
            rule,
            [tree.Local(name, kind) for name, kind in known.items()],
            statements.returns,
            variables,
            body,
        )
        self.program.functions.append(function)
        return function

    def _unique(self, name: str) -> str:
        found, number = name, 1
        while found in self._names:
            number += 1
            found = f"{name}_{number}"
        self._names.add(found)
        return found


def _hints(rule: FunctionType) -> Mapping[str, Any]:
    """The annotations of a rule, by parameter; loops have none."""
    try:
        return get_type_hints(rule)
    except NameError:
        return {}


def _declared(kind: Type, hint: Any) -> Type:
    """The type of a parameter: numbers are of the kind that the annotation says."""
    wanted = _NUMBERS.get(hint)
    if wanted is None or not isinstance(kind, NumberType) or FLOAT in (kind, wanted):
        return kind
    return wanted
