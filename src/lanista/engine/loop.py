"""`@loop`: declares the arguments of a loop over many states, which `native` compiles with a game's rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from lanista.engine.random import Generator
from lanista.engine.record import Scalar, i1, i2, i4, i8
from lanista.engine.rules import Rules
from lanista.engine.translate.tree import INT, ArrayType, RecordType, Type

F = TypeVar("F", bound=Callable[..., Any])

_FLOAT = -(2**53), 2**53
_SCALARS: dict[str, Scalar] = {kind.__metadata__[0].code: kind.__metadata__[0] for kind in (i1, i2, i4, i8)} | {  # type: ignore[attr-defined]
    "f4": Scalar("f4", "f", *_FLOAT),
    "f8": Scalar("f8", "d", *_FLOAT),
}
_ROWS = {"observation": "i2", "mask": "i1"}


@dataclass(frozen=True)
class LoopArgument:
    """An array argument: of a record of the game, of numbers, or of rows whose length the game defines."""

    item: str  # "state", "const", "move", "work", "memory", "generator", "observation", "mask", or a number's code
    dimensions: int = 1
    stored: str = ""  # the code of the numbers in rows, if not the usual one

    def type(self, rules: Rules) -> Type:
        """The type in translated code; all lengths but those of rows are known only at run time."""
        return ArrayType(self._item(rules), ("?",) * self.dimensions + self.inner_shape(rules))

    def inner_shape(self, rules: Rules) -> tuple[int, ...]:
        """The shape of one element."""
        return {"observation": rules.observation, "mask": (rules.actions,)}.get(self.item, ())

    def dtype(self, rules: Rules) -> np.dtype[Any]:
        """The NumPy type of the elements; numbers of one byte may be truth values."""
        item = self._item(rules)
        return np.dtype(item.record.dtype if isinstance(item, RecordType) else item.code)

    def _item(self, rules: Rules) -> Scalar | RecordType:
        if self.item in _SCALARS or self.item in _ROWS:
            return _SCALARS[self.stored or _ROWS.get(self.item, self.item)]
        return RecordType(Generator if self.item == "generator" else getattr(rules, self.item))


@dataclass(frozen=True)
class IntArgument:
    """A whole number as an argument of a loop."""

    def type(self, rules: Rules) -> Type:
        """The type in translated code."""
        return INT


STATES, CONSTS, MOVES, WORKS = (LoopArgument(name) for name in ("state", "const", "move", "work"))
WHOLE = IntArgument()


def loop(**arguments: LoopArgument | IntArgument) -> Callable[[F], F]:
    """Declare the arguments of a loop, in order.

    One named `worker` is not given by the caller: the loop runs once for each worker, in threads.
    """

    def mark(function: F) -> F:
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        if names != tuple(arguments):
            raise TypeError(f"{function.__name__}: expected declarations of {', '.join(names)}")
        function.__loop__ = arguments  # type: ignore[attr-defined]
        return function

    return mark


def arguments_of(template: Any) -> Mapping[str, LoopArgument | IntArgument]:
    """The declared arguments of a loop."""
    declared: Mapping[str, LoopArgument | IntArgument] = template.__loop__
    return declared


def same_library(*templates: Any) -> tuple[Any, ...]:
    """Compile these loops into one library, since callers need either all or none."""
    for template in templates:
        template.__group__ = templates
    return templates


def group_of(template: Any) -> tuple[Any, ...]:
    """The loops that share a library with this one."""
    return getattr(template, "__group__", (template,))
