"""Makes a network's inputs from an observation spec alone, without inputs that never change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.engine import Number, ObservationSpec, Plane
from lanista.learn.train.brain import Inputs, Rows

FEW_VALUES = 17  # a number with at most as many values is a code
MIN_SPREAD = 1e-3


class Column(NamedTuple):
    """One input: a number of a row, and the operation on it."""

    kind: str  # "code", "equal", "bit", "number" or "log"
    at: int
    value: int = 0  # of a code, the least
    first: int = 0  # of a code, where its plane begins in the table of meanings


def inputs_of(spec: ObservationSpec, seen: Rows) -> Inputs:
    """The inputs for a spec; those that are the same in all rows seen are left out."""
    columns: list[Column] = []
    first = 0
    for part in spec.parts:
        columns += _columns(part, spec.slices[part.name], first)
        first += part.high - part.low + 1 if isinstance(part, Plane) and is_coded(part) else 0
    varies = np.ptp(seen, axis=0) > 0
    return _inputs([column for column in columns if varies[column.at]], seen)


def codes_of(spec: ObservationSpec) -> int:
    """The number of codes in the planes of a spec."""
    return sum(plane.high - plane.low + 1 for plane in spec.planes if is_coded(plane))


def is_coded(part: Plane | Number) -> bool:
    """Whether a part's numbers are codes, or so few that they can be taken for codes."""
    bits = part.bits if isinstance(part, Plane) else ()
    return not bits and (bool(part.codes) or part.high - part.low < FEW_VALUES)


def _columns(part: Plane | Number, where: slice, first: int) -> Iterator[Column]:
    """The inputs of one part: codes by meaning or by value, sums by bit, the others as numbers."""
    bits = part.bits if isinstance(part, Plane) else ()
    for at in range(where.start, where.stop):
        if bits:
            yield from (Column("bit", at, 1 << i) for i in range(len(bits)))
        elif is_coded(part) and isinstance(part, Plane):
            yield Column("code", at, part.low, first)
        elif is_coded(part):
            yield from (Column("equal", at, value) for value in range(part.low + 1, part.high + 1))
        else:
            yield from (Column("equal", at), Column("number", at), Column("log", at))


def _inputs(columns: list[Column], seen: Rows) -> Inputs:
    """Inputs of these columns, numbers scaled to the mean and spread that they have in the rows seen."""
    codes, equal, bits = ([c for c in columns if c.kind == kind] for kind in ("code", "equal", "bit"))
    numbers = [column for column in columns if column.kind in ("number", "log")]
    tables: dict[str, npt.NDArray[Any]] = {
        "code_at": np.array([column.at for column in codes], dtype=np.int64),
        "code_from": np.array([column.value for column in codes], dtype=np.int64),
        "code_first": np.array([column.first for column in codes], dtype=np.int64),
        "equal_at": np.array([column.at for column in equal], dtype=np.int64),
        "equal_to": np.array([column.value for column in equal], dtype=np.int16),
        "bit_at": np.array([column.at for column in bits], dtype=np.int64),
        "bit": np.array([column.value for column in bits], dtype=np.int16),
        "number_at": np.array([column.at for column in numbers], dtype=np.int64),
        "is_log": np.array([column.kind == "log" for column in numbers], dtype=np.bool_),
        "centre": np.zeros(len(numbers), dtype=np.float32),
        "scale": np.ones(len(numbers), dtype=np.float32),
    }
    plain = Inputs(tables).numbers(seen)
    tables["centre"] = plain.mean(axis=0).astype(np.float32)
    tables["scale"] = (1 / np.maximum(plain.std(axis=0), MIN_SPREAD)).astype(np.float32)
    return Inputs(tables)
