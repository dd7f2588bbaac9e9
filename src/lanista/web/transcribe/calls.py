"""Calls: arguments by name go to their positions, classes are constructed, built-ins have twins in the runtime."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Sequence
from enum import Enum
from typing import Any, cast

from lanista.web.transcribe import names
from lanista.web.transcribe.expressions import Expressions
from lanista.web.transcribe.scope import UNKNOWN
from lanista.web.transcribe.twins import METHODS, Twin, twin_of

SPECIAL = {
    isinstance: "isinstance",
    min: "best",
    max: "best",
    zip: "zip",
    dataclasses.replace: "replace",
    cast: "cast",
}
WHOLE = (list, tuple, set, frozenset, dict, sorted, sum, max, min)  # they go through a generator to its end


class Calls(Expressions):
    """Writes the calls of one function."""

    def _call(self, node: ast.Call) -> str:
        called = self.resolve(node.func)
        if called is UNKNOWN:
            return self._call_of_unknown(node)
        called = inspect.unwrap(called) if callable(called) else called
        if _is_special(called):
            text: str = getattr(self, f"_call_{SPECIAL[called]}")(node)
            return text
        twin = twin_of(called)
        if twin is not None:
            return self._call_of_twin(node, called, twin)
        if isinstance(called, type) and issubclass(called, Enum):
            return f"{self.reference(called, node.func)}.of({self.items(node.args)})"
        values = self._arguments(node, called)
        text = f"{self.reference(called, node.func)}({values})"
        return f"new {text}" if isinstance(called, type) else text

    # Arguments

    def _arguments(self, node: ast.Call, called: Any) -> str:
        """Arguments in the order of the parameters."""
        if not node.keywords:
            return self.items(node.args)
        signature = inspect.signature(called)
        by_position = [one.name for one in signature.parameters.values() if one.kind is not one.VAR_POSITIONAL]
        return self._ordered(node, node.keywords, by_position)

    def _ordered(self, node: ast.Call, keywords: list[ast.keyword], parameters: Sequence[str]) -> str:
        named = {keyword.arg: keyword.value for keyword in keywords}
        if None in named or any(isinstance(value, ast.Starred) for value in node.args):
            raise self.refuse(node, "`*` or `**` among arguments by name", "name each argument")
        if unknown := [name for name in named if name not in parameters]:
            raise self.refuse(node, f"the argument {unknown[0]}", f"it takes {', '.join(parameters)}")
        given = [self.expression(value) for value in node.args]
        rest = parameters[len(given) :]
        texts = [self.expression(named[name]) if name in named else "undefined" for name in rest]
        while texts and texts[-1] == "undefined":
            texts.pop()
        return ",".join([*given, *texts])

    def _object(self, node: ast.Call) -> str:
        """Arguments by name as an object."""
        pairs = []
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.refuse(node, "`**` in a call", "name each argument")
            pairs.append(f"{names.attribute(keyword.arg)}:{self.expression(keyword.value)}")
        return "{" + ",".join(pairs) + "}"

    # Kinds of calls

    def _call_of_unknown(self, node: ast.Call) -> str:
        function = node.func
        if isinstance(function, ast.Attribute):
            return self._call_of_method(node, function)
        if node.keywords:
            raise self.refuse(node, "a call of a value with arguments by name", "give them in their order")
        values = self.items(node.args)
        if isinstance(function, ast.Call) or (isinstance(function, ast.Name) and function.id == "cls"):
            return self.call_runtime("call", self.expression(function), *([values] if values else []))
        return f"{self.expression(function)}({values})"

    def _call_of_method(self, node: ast.Call, function: ast.Attribute) -> str:
        of, name = function.value, function.attr
        if name == "_replace":
            return f"{self.expression(of)}._replace({self._object(node)})"
        if name == "format":
            return self.call_runtime("method", self.expression(of), '"format"', self._object(node))
        if name in ("encode", "decode") and all(_replaces_errors(keyword) for keyword in node.keywords):
            return self.call_runtime("method", self.expression(of), f'"{name}"')
        if node.keywords:
            raise self.refuse(node, f"a method call with arguments by name ({name})", "give them in their order")
        if name in METHODS:
            values = [
                self._consumed(value) if name in ("join", "extend", "update") else self.items([value])
                for value in node.args
            ]
            return self.call_runtime("method", self.expression(of), f'"{name}"', *values)
        return f"{self.expression(of)}.{names.attribute(name)}({self.items(node.args)})"

    def _call_of_twin(self, node: ast.Call, called: Any, twin: Twin) -> str:
        keywords = [keyword for keyword in node.keywords if keyword.arg not in twin.ignored]
        if keywords:
            values = self._ordered(node, keywords, twin.parameters)
        elif called in WHOLE and len(node.args) == 1:
            values = self._consumed(node.args[0])
        else:
            values = self.items(node.args)
        return f"{'new ' if twin.is_class else ''}{self.runtime(twin.name)}({values})"

    def _consumed(self, node: ast.expr) -> str:
        """An argument that is gone through at once: a generator can be a list."""
        if isinstance(node, ast.GeneratorExp):
            return self.filled_list(node, lambda: f"$l.push({self.expression(node.elt)})")
        return self.items([node])

    def _call_isinstance(self, node: ast.Call) -> str:
        value, kinds = node.args
        types = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
        return self.call_runtime("isInstance", self.expression(value), *map(self.expression, types))

    def _call_best(self, node: ast.Call) -> str:
        """`min` and `max`."""
        name = twin_of(self.resolve(node.func)).name  # type: ignore[union-attr]
        if not node.keywords:
            values = self._consumed(node.args[0]) if len(node.args) == 1 else ",".join(map(self.number, node.args))
            return self.call_runtime(name, values)
        named = {keyword.arg: self.expression(keyword.value) for keyword in node.keywords}
        if unknown := named.keys() - {"key", "default"}:
            raise self.refuse(node, f"the argument {unknown.pop()}", "it takes key and default")
        values = f"[{self.items(node.args)}]"
        return self.call_runtime(f"{name}By", values, named.get("key", "null"), named.get("default", "undefined"))

    def _call_zip(self, node: ast.Call) -> str:
        strict = any(
            keyword.arg == "strict" and getattr(keyword.value, "value", False) is True for keyword in node.keywords
        )
        return self.call_runtime("zipStrict" if strict else "zip", self.items(node.args))

    def _call_replace(self, node: ast.Call) -> str:
        return self.call_runtime("replace", self.expression(node.args[0]), self._object(node))

    def _call_cast(self, node: ast.Call) -> str:
        return self.expression(node.args[1])


def _replaces_errors(keyword: ast.keyword) -> bool:
    """Whether an argument says what the runtime does with text that is not valid."""
    return keyword.arg == "errors" and getattr(keyword.value, "value", None) == "replace"


def _is_special(called: Any) -> bool:
    try:
        return called in SPECIAL
    except TypeError:
        return False
