"""`State`: one moment of a match, as two blocks of bytes with a view of each."""

from __future__ import annotations

import hashlib
import html
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.notebook import picture_html
from lanista.engine.record import over, zeros
from lanista.engine.rules import Rules

S = TypeVar("S")
C = TypeVar("C")

Block = npt.NDArray[np.void]


class State(Generic[S, C]):
    """The changing record of a match, and the constant record, which many states share.

    `record` and `const` are interpreted views; `data` and `fixed` the same bytes for NumPy and compiled rules.
    """

    __slots__ = ("_record", "const", "data", "fixed", "rules")

    def __init__(self, rules: Rules, data: Block, fixed: Block, const: C | None = None) -> None:
        self.rules = rules
        self.data = data
        self.fixed = fixed
        self._record: S | None = None
        self.const: C = const if const is not None else over(rules.const, fixed.view(np.uint8))

    @classmethod
    def blank(cls, rules: Rules) -> State[S, C]:
        """A state of zero bytes, to be filled."""
        return cls(rules, zeros(rules.state), zeros(rules.const))

    @property
    def record(self) -> S:
        """The interpreted view, created on first use: clones that are only copied never need one."""
        if self._record is None:
            self._record = over(self.rules.state, self.data.view(np.uint8))
        return self._record

    @property
    def seats(self) -> int:
        """The number of seats, which every game's constant record holds."""
        return int(self.const.seats)  # type: ignore[attr-defined]

    def clone(self) -> State[S, C]:
        """An independent copy; the constant part is shared."""
        # Through plain bytes: NumPy copies nested records field by field.
        data = np.frombuffer(bytearray(self.data.tobytes()), self.data.dtype)
        return State(self.rules, data, self.fixed, self.const)

    def move_to(self, data: Block) -> None:
        """Move to another block, which already holds the same bytes."""
        self.data, self._record = data, None

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.rules, self.bytes(), self.fixed.tobytes())

    def assign(self, other: State[S, C]) -> None:
        """Copy another state of the same layout into this one."""
        if not isinstance(other, State) or other.data.dtype != self.data.dtype:
            got = f"one of {other.rules.name}" if isinstance(other, State) else type(other).__name__
            raise InputError(f"expected a state of {self.rules.name} in the same layout, got {got}")
        self.data[0] = other.data[0]

    def bytes(self) -> bytes:
        """The changing record's bytes."""
        return self.data.tobytes()

    def digest(self) -> str:
        """A short fingerprint of everything in the state, equal on every machine."""
        mark = hashlib.sha256(self.record.raw)  # type: ignore[attr-defined]
        mark.update(self.const.raw)  # type: ignore[attr-defined]
        return mark.hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State) and self.bytes() == other.bytes() and bool((self.fixed == other.fixed).all())
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<State of {self.rules.name} {self.digest()}: {self.record!r}>"

    def _repr_html_(self) -> str:
        """The moment in a notebook: the game's picture for terminals, or its values."""
        draw = self.rules.draw
        if draw is None:
            return f"<pre>{html.escape(repr(self))}</pre>"
        return picture_html(draw(self, None, ()))


def _restore(rules: Rules, data: bytes, fixed: bytes) -> State[Any, Any]:
    """A copied or unpickled state, with its own constant record."""
    blocks = ((data, rules.state), (fixed, rules.const))
    return State(rules, *(np.frombuffer(bytearray(block), kind.dtype) for block, kind in blocks))
