"""Functions of Python in JavaScript."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any

from lanista.web.transcribe.scope import parameters
from lanista.web.transcribe.source import is_generator, tree_of
from lanista.web.transcribe.statements import Statements

if TYPE_CHECKING:
    from lanista.web.transcribe.program import Program


def function_text(program: Program, function: FunctionType, known: Mapping[str, Any]) -> str:
    """A function as an expression; the values of `known` parameters are the same in every call."""
    return _Function(program, function, known).text()


def method_text(program: Program, name: str, function: Any, prefix: str = "") -> str:
    """A method of a class; its first parameter is `this`."""
    return _Function(program, function, {}).method(name, prefix)


class _Function(Statements):
    def __init__(self, program: Program, function: FunctionType, known: Mapping[str, Any]) -> None:
        super().__init__(program, function, tree_of(function), known)
        self.signature = inspect.signature(function)

    def text(self) -> str:
        names = self._parameters()[len(self.known) :]
        start = "function*" if is_generator(self.tree) else "function"
        return f"{start}({self._signature(names)}){{{self._body(names)}}}"

    def method(self, name: str, prefix: str) -> str:
        owner, *names = self._parameters()
        star = "*" if is_generator(self.tree) else ""
        call = (
            f"constructor({self._signature(names)}){{super();"
            if name == "__init__"
            else (f"{prefix}{star}{name}({self._signature(names)}){{")
        )
        return f"{call}const {self.local(owner)}=this;{self._body([owner, *names])}}}"

    def _parameters(self) -> list[str]:
        arguments = self.tree.args
        if arguments.kwarg:
            raise self.refuse(self.tree, f"`**{arguments.kwarg.arg}`", "name each parameter")
        if arguments.vararg and arguments.kwonlyargs:
            raise self.refuse(self.tree, "parameters by name after `*`", "give them in their order")
        return parameters(arguments)

    def _signature(self, names: list[str]) -> str:
        return ",".join(map(self._parameter, names))

    def _parameter(self, name: str) -> str:
        parameter = self.signature.parameters[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            return f"...{self.local(name)}"
        if parameter.default is parameter.empty:
            return self.local(name)
        return f"{self.local(name)}={self.reference(parameter.default, self.tree)}"

    def _body(self, names: list[str]) -> str:
        tree = self.tree
        text = f"return {self.expression(tree.body)};" if isinstance(tree, ast.Lambda) else self._statements(tree)
        variables = [*map(self.local, sorted(self.locals[0].keys() - set(names))), *self.temporaries]
        return (f"let {','.join(variables)};" if variables else "") + text

    def _statements(self, tree: ast.FunctionDef) -> str:
        text = "".join(map(self.statement, tree.body))
        is_none = isinstance(tree.returns, ast.Constant) and tree.returns.value is None  # nobody uses the result
        ends = isinstance(tree.body[-1], ast.Return | ast.Raise) or is_generator(tree) or is_none
        return text if ends else f"{text}return null;"
