"""Which inputs a network gets: made from an observation spec alone, without those that never change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.engine import Number, ObservationSpec, Plane
from lanista.learn.train.brain import Inputs, Rows

FEW_VALUES = 17  # a number with at most as many values gets an input for each of them
MIN_SPREAD = 1e-3


class Column(NamedTuple):
    """One input: what is done with which number of a row."""

    kind: str  # "equal", "bit", "number" or "log"
    at: int
    value: int = 0


def inputs_of(spec: ObservationSpec, seen: Rows) -> Inputs:
    """The inputs for a spec; those that are the same in all rows seen are left out."""
    everything = _inputs([column for part in spec.parts for column in _columns(part, spec)], seen)
    varies = np.ptp(everything.of(seen), axis=0) > 0
    kinds = np.split(varies, np.cumsum([len(everything.equal_at), len(everything.bit_at)]))
    kept = dict(zip(Inputs.NAMES, np.repeat(np.array(kinds, dtype=object), (2, 2, 4)), strict=True))
    return Inputs({name: table[kept[name]] for name, table in everything.tables.items()})


def _columns(part: Plane | Number, spec: ObservationSpec) -> Iterator[Column]:
    """The inputs of one part: codes and small numbers by value, sums by bit, the others as numbers."""
    where = spec.slices[part.name]
    values = [code for code, _ in part.codes] or list(range(part.low, part.high + 1)[:FEW_VALUES])
    by_value = bool(part.codes) or part.high - part.low < FEW_VALUES
    bits = part.bits if isinstance(part, Plane) else ()
    for at in range(where.start, where.stop):
        if bits:
            yield from (Column("bit", at, 1 << i) for i in range(len(bits)))
        elif by_value:
            yield from (Column("equal", at, value) for value in values[1:])  # none of them: it is the first
        else:
            yield from (Column("equal", at), Column("number", at), Column("log", at))


def _inputs(columns: list[Column], seen: Rows) -> Inputs:
    """Inputs of these columns, numbers scaled to the mean and spread that they have in the rows seen."""
    equal, bit = ([column for column in columns if column.kind == kind] for kind in ("equal", "bit"))
    numbers = [column for column in columns if column.kind in ("number", "log")]
    tables: dict[str, npt.NDArray[Any]] = {
        "equal_at": np.array([column.at for column in equal], dtype=np.int64),
        "equal_to": np.array([column.value for column in equal], dtype=np.int16),
        "bit_at": np.array([column.at for column in bit], dtype=np.int64),
        "bit": np.array([column.value for column in bit], dtype=np.int16),
        "number_at": np.array([column.at for column in numbers], dtype=np.int64),
        "is_log": np.array([column.kind == "log" for column in numbers], dtype=np.bool_),
        "centre": np.zeros(len(numbers), dtype=np.float32),
        "scale": np.ones(len(numbers), dtype=np.float32),
    }
    plain = Inputs(tables).numbers(seen)
    tables["centre"] = plain.mean(axis=0).astype(np.float32)
    tables["scale"] = (1 / np.maximum(plain.std(axis=0), MIN_SPREAD)).astype(np.float32)
    return Inputs(tables)
