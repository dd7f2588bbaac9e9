"""A trained network and its inputs; it needs NumPy only: every trained bot has a copy of this file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int16]
Codes = npt.NDArray[np.int64]

MAX_INPUT = 5.0  # of numbers that are not flags, in standard deviations


class Inputs:
    """The inputs that a network reads from observation rows.

    Codes: each is replaced by a few learnt numbers, which are the same wherever it stands in a plane.
    Plain inputs, in this order: whether a number equals a value, whether a bit is set in it, and the number itself
    centred and scaled, as it is or by its logarithm.
    """

    NAMES = (
        *("code_at", "code_from", "code_first", "equal_at", "equal_to", "bit_at", "bit"),
        *("number_at", "is_log", "centre", "scale"),
    )

    def __init__(self, tables: Mapping[str, npt.NDArray[Any]]) -> None:
        self.tables = {name: tables[name] for name in self.NAMES}
        self.code_at, self.code_from, self.code_first = (tables[name] for name in self.NAMES[:3])
        self.equal_at, self.equal_to, self.bit_at, self.bit = (tables[name] for name in self.NAMES[3:7])
        self.number_at, self.is_log, self.centre, self.scale = (tables[name] for name in self.NAMES[7:])
        self.size = len(self.equal_at) + len(self.bit_at) + len(self.number_at)

    def codes(self, rows: Rows) -> Codes:
        """The index of each code in the table of meanings."""
        indices: Codes = rows.take(self.code_at, axis=1) - self.code_from + self.code_first
        return indices

    def plain(self, rows: Rows) -> Floats:
        """The other inputs."""
        found = np.empty((len(rows), self.size), dtype=np.float32)
        flags, bits = len(self.equal_at), len(self.equal_at) + len(self.bit_at)
        np.equal(rows.take(self.equal_at, axis=1), self.equal_to, out=found[:, :flags], casting="unsafe")
        np.not_equal(rows.take(self.bit_at, axis=1) & self.bit, 0, out=found[:, flags:bits], casting="unsafe")
        found[:, bits:] = np.clip((self.numbers(rows) - self.centre) * self.scale, -MAX_INPUT, MAX_INPUT)
        return found

    def numbers(self, rows: Rows) -> Floats:
        """The numbers and logarithms, neither centred nor scaled."""
        numbers = rows.take(self.number_at, axis=1).astype(np.float32)
        return np.where(self.is_log, np.sign(numbers) * np.log1p(np.abs(numbers)), numbers)


def joined(meanings: Floats, codes: Codes, plain: Floats) -> Floats:
    """The values that the first layer takes: the meanings of all codes, then the plain inputs."""
    return np.concatenate([meanings.take(codes, axis=0).reshape(len(codes), -1), plain], axis=1)


class Brain:
    """A network whose weights do not change: its inputs, its layers, and the flat action of each output."""

    def __init__(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self.inputs = Inputs(arrays)
        self.meanings: Floats = arrays["meanings"]
        self.actions: npt.NDArray[np.int32] = arrays["actions"]
        count = sum(name.startswith("weights_") for name in arrays)
        self.layers = [(arrays[f"weights_{i}"], arrays[f"biases_{i}"]) for i in range(count)]

    @classmethod
    def load(cls, path: str) -> Brain:
        """The network in a file."""
        with np.load(path, allow_pickle=False) as arrays:
            return cls(dict(arrays))

    def scores(self, rows: Rows) -> Floats:
        """The preference for each action, for some rows."""
        values = joined(self.meanings, self.inputs.codes(rows), self.inputs.plain(rows))
        for weights, biases in self.layers[:-1]:
            values = np.maximum(values @ weights + biases, 0)
        weights, biases = self.layers[-1]
        scores: Floats = values @ weights + biases
        return scores

    def choose(self, row: Rows, mask: npt.NDArray[np.bool_]) -> int:
        """The flat action that it likes best of those that the mask of flat actions allows."""
        scores = self.scores(row[None])[0]
        return int(self.actions[np.where(mask[self.actions], scores, -np.inf).argmax()])
