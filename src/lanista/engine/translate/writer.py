"""Code shared by the C and JavaScript back ends: statements with braces and semicolons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

from lanista.engine.translate import tree
from lanista.engine.translate.tree import Expr


class Writer(ABC):
    """Writes the statements of one function; a back end formats expressions and single statements."""

    indent: ClassVar[str]  # of a block
    counter: ClassVar[tuple[str, str]]  # how the hidden counter of a loop is declared, and how its name begins

    def __init__(self) -> None:
        self._counters = 0

    @abstractmethod
    def variable(self, name: str) -> str:
        """The name of a variable."""

    @abstractmethod
    def number(self, value: Expr) -> str:
        """An expression as a number or a reference."""

    @abstractmethod
    def condition(self, value: Expr) -> str:
        """An expression of which only the truth matters."""

    @abstractmethod
    def store(self, statement: tree.Store) -> str:
        """A number is written to memory."""

    @abstractmethod
    def copy(self, statement: tree.Copy) -> str:
        """A record, or some elements are copied."""

    @abstractmethod
    def expect(self, statement: tree.Expect) -> str:
        """A number must be in range; empty if this is not checked."""

    @abstractmethod
    def draw(self, generator: str, below: str) -> str:
        """A random number, as an expression."""

    @abstractmethod
    def call(self, statement: tree.Call) -> str:
        """A function is called."""

    @abstractmethod
    def leave(self, statement: tree.Return) -> str:
        """The function returns."""

    @abstractmethod
    def sum(self, left: str, right: str) -> str:
        """The sum of two whole numbers, as an expression."""

    def lines(self, block: Iterable[tree.Statement], indent: str = "") -> Iterator[str]:
        """The lines of a block."""
        for statement in block:
            match statement:
                case tree.If():
                    yield f"{indent}if ({self.condition(statement.condition)}) {{"
                    yield from self.lines(statement.yes, indent + self.indent)
                    if statement.no:
                        yield f"{indent}}} else {{"
                        yield from self.lines(statement.no, indent + self.indent)
                    yield f"{indent}}}"
                case tree.While():
                    yield f"{indent}while ({self.condition(statement.condition)}) {{"
                    yield from self.lines(statement.body, indent + self.indent)
                    yield f"{indent}}}"
                case tree.For():
                    yield from self._loop(statement, indent)
                case _:
                    text = self._simple(statement)
                    yield from [indent + text] if text else []

    def _simple(self, statement: tree.Statement) -> str:
        match statement:
            case tree.Assign():
                return f"{self.variable(statement.name)} = {self.number(statement.value)};"
            case tree.Store():
                return self.store(statement)
            case tree.Copy():
                return self.copy(statement)
            case tree.Expect():
                return self.expect(statement)
            case tree.Draw():
                drawn = self.draw(self.number(statement.generator), self.number(statement.below))
                return f"{self.variable(statement.target)} = {drawn};"
            case tree.Call():
                return self.call(statement)
            case tree.Return():
                return self.leave(statement)
            case tree.Break():
                return "break;"
            case _:
                return "continue;"

    def _loop(self, loop: tree.For, indent: str) -> Iterator[str]:
        """The hidden counter makes changes of the variable harmless, as in Python."""
        self._counters += 1
        declared, prefix = self.counter
        counter = f"{prefix}{self._counters}"
        start, stop, step = map(self.number, (loop.start, loop.stop, loop.step))
        going = f"{step} > 0 ? {counter} < {stop} : {counter} > {stop}"
        if isinstance(loop.step, tree.Const):
            going = f"{counter} {'<' if loop.step.value > 0 else '>'} {stop}"
        onward = f"{counter}++" if loop.step == tree.Const(1) else f"{counter} = {self.sum(counter, step)}"
        yield f"{indent}for ({declared} {counter} = {start}; {going}; {onward}) {{"
        yield f"{indent}{self.indent}{self.variable(loop.name)} = {counter};"
        yield from self.lines(loop.body, indent + self.indent)
        yield f"{indent}}}"
