"""`ObservationSpec`: the meaning of each number in an observation: planes, which are grids, and single numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError, RecordError
from lanista.core.text import quoted

INT16 = 32767


@dataclass(frozen=True)
class Plane:
    """A grid of numbers from `low` to `high`, in the order of its shape; `codes` gives the meaning of numbers."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    about: str = ""
    codes: tuple[tuple[int, str], ...] = ()  # if it is empty, the numbers are quantities
    bits: tuple[str, ...] = ()  # if there are any, a number is a sum of these: 1, 2, 4, ...

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)


@dataclass(frozen=True)
class Number:
    """A single number from `low` to `high`; `scale` is the divisor for conversion to floats."""

    name: str
    low: int = -INT16
    high: int = INT16
    about: str = ""
    unit: int = 0  # by default the larger of both limits
    codes: tuple[tuple[int, str], ...] = ()

    size = 1

    @property
    def scale(self) -> int:
        """The divisor for conversion to floats."""
        return self.unit or max(1, abs(self.low), abs(self.high))


Part = Plane | Number


@dataclass(frozen=True)
class ObservationSpec:
    """The parts of an observation row, in their order; names are unique."""

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        names = [part.name for part in self.parts]
        for name in names:
            if names.count(name) > 1:
                raise RecordError(f"an observation has two parts named {quoted(name)}; rename one of them")

    @classmethod
    def of(cls, *parts: Part | Sequence[Part]) -> ObservationSpec:
        """A spec of parts and of lists of parts."""
        flat = [part for item in parts for part in ([item] if isinstance(item, Plane | Number) else item)]
        return cls(tuple(flat))

    @classmethod
    def unnamed(cls, shape: tuple[int, ...]) -> ObservationSpec:
        """The spec of a game that declares only the shape."""
        return cls((Plane("numbers", shape, -INT16 - 1, INT16),))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of a row."""
        return (self.size,)

    @cached_property
    def size(self) -> int:
        """The length of a row."""
        return sum(part.size for part in self.parts)

    @property
    def planes(self) -> list[Plane]:
        """The parts that are grids."""
        return [part for part in self.parts if isinstance(part, Plane)]

    @property
    def numbers(self) -> list[Number]:
        """The parts that are single numbers."""
        return [part for part in self.parts if isinstance(part, Number)]

    @cached_property
    def slices(self) -> Mapping[str, slice]:
        """The slice of each part in a row."""
        found, at = {}, 0
        for part in self.parts:
            found[part.name] = slice(at, at + part.size)
            at += part.size
        return found

    def part(self, name: str) -> Part:
        """A part by its name; raises InputError for another one."""
        found = next((part for part in self.parts if part.name == name), None)
        if found is None:
            known = ", ".join(part.name for part in self.parts)
            raise InputError(f"the observation has no {quoted(name)}; it has: {known}")
        return found

    def index(self, name: str) -> int:
        """The index of a single number in a row; raises InputError for anything else."""
        if not isinstance(self.part(name), Number):
            raise InputError(f"{quoted(name)} is a plane; expected the name of a single number")
        at: int = self.slices[name].start
        return at

    def name_of(self, i: int) -> str:
        """The name of a number in a row: `speed`, or `blocks[2, 17]`."""
        if not 0 <= i < self.size:
            raise InputError(f"expected a number from 0 to {self.size - 1}, got {i}")
        name, where = next((name, where) for name, where in self.slices.items() if where.start <= i < where.stop)
        part = self.part(name)
        if isinstance(part, Number):
            return name
        indices = np.unravel_index(i - where.start, part.shape)
        return f"{name}[{', '.join(str(int(k)) for k in indices)}]"

    @cached_property
    def low(self) -> npt.NDArray[np.int16]:
        """The minimum of each number."""
        return self._spread("low", np.int16)

    @cached_property
    def high(self) -> npt.NDArray[np.int16]:
        """The maximum of each number."""
        return self._spread("high", np.int16)

    @cached_property
    def scale(self) -> npt.NDArray[np.float32]:
        """The divisor of each number for conversion to floats: 1 in planes."""
        return self._spread("scale", np.float32)

    def split(self, rows: npt.NDArray[Any]) -> Iterator[tuple[Part, npt.NDArray[Any]]]:
        """Each part with its numbers in rows, planes in their shape."""
        for part in self.parts:
            found = rows[..., self.slices[part.name]]
            yield part, found.reshape(*rows.shape[:-1], *part.shape) if isinstance(part, Plane) else found[..., 0]

    def _spread(self, field: str, dtype: Any) -> npt.NDArray[Any]:
        values = [getattr(part, field, 1) for part in self.parts]
        return np.repeat(np.array(values, dtype=dtype), [part.size for part in self.parts])
