"""A small network with two heads, one for actions and one for the value, and its gradient, written by hand.

All weights stand in one vector, so that steps and checkpoints need not know the layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.learn.train.brain import Codes, Floats, Inputs, Rows, joined

Mask = npt.NDArray[np.bool_]
FORBIDDEN = np.float32(-1e9)  # the score of an action that is not legal
SMALL_HEAD = 0.01  # the first policy chooses almost evenly
MEANING = 4  # numbers that say what a code means


@dataclass(frozen=True)
class NetworkShape:
    """The sizes of a network."""

    codes: int  # that there are
    cells: int  # that hold a code
    plain: int  # other inputs
    hidden: tuple[int, ...]
    actions: int

    @property
    def layers(self) -> list[tuple[int, int]]:
        """The rows and columns of each layer; the last one has both heads, the value in its last column."""
        return list(pairwise((MEANING * self.cells + self.plain, *self.hidden, self.actions + 1)))

    @property
    def size(self) -> int:
        """The number of weights."""
        return MEANING * self.codes + sum(rows * columns + columns for rows, columns in self.layers)


class NetworkWeights(NamedTuple):
    """The parts of a vector of weights."""

    meanings: Floats  # of each code
    layers: list[tuple[Floats, Floats]]  # matrix and biases

    @classmethod
    def of(cls, shape: NetworkShape, vector: Floats) -> NetworkWeights:
        """Views into a vector."""
        at = MEANING * shape.codes
        meanings, layers = vector[:at].reshape(shape.codes, MEANING), []
        for rows, columns in shape.layers:
            end = at + rows * columns
            layers.append((vector[at:end].reshape(rows, columns), vector[end : end + columns]))
            at = end + columns
        return cls(meanings, layers)


def first_weights(shape: NetworkShape, random: np.random.Generator) -> Floats:
    """Weights to begin with."""
    vector = np.zeros(shape.size, dtype=np.float32)
    meanings, layers = NetworkWeights.of(shape, vector)
    meanings[:] = random.standard_normal(meanings.shape, dtype=np.float32)
    for i, (matrix, _) in enumerate(layers):
        scale = np.sqrt(2 / len(matrix)) * (SMALL_HEAD if i == len(layers) - 1 else 1)
        matrix[:] = scale * random.standard_normal(matrix.shape, dtype=np.float32)
    return vector


class ForwardPass(NamedTuple):
    """The intermediate values of rows on their way through a network."""

    codes: Codes
    values: list[Floats]  # what each layer takes, and at the end what the last one gives


def forward(weights: NetworkWeights, inputs: Inputs, rows: Rows) -> ForwardPass:
    """Pass rows through all layers; the output of each but the last is cut off below 0."""
    codes = inputs.codes(rows)
    found = [joined(weights.meanings, codes, inputs.plain(rows))]
    for matrix, biases in weights.layers[:-1]:
        values = found[-1] @ matrix
        values += biases
        found.append(np.maximum(values, 0, out=values))
    matrix, biases = weights.layers[-1]
    return ForwardPass(codes, [*found, found[-1] @ matrix + biases])


def backward(shape: NetworkShape, weights: NetworkWeights, passage: ForwardPass, slope: Floats) -> Floats:
    """The gradient of a loss by all weights, from its gradient by the last layer's output."""
    gradient = np.empty(shape.size, dtype=np.float32)
    parts = NetworkWeights.of(shape, gradient)
    for i in reversed(range(len(weights.layers))):
        np.matmul(passage.values[i].T, slope, out=parts.layers[i][0])
        slope.sum(axis=0, out=parts.layers[i][1])
        if i:
            slope = slope @ weights.layers[i][0].T
            slope *= passage.values[i] > 0
    if shape.cells:
        _add_meanings(weights, passage.codes, slope, parts.meanings)
    return gradient


def _add_meanings(weights: NetworkWeights, codes: Codes, slope: Floats, found: Floats) -> None:
    """The gradient by the meanings of codes: that of each cell, added up by the code that stands there."""
    by_cell = slope @ weights.layers[0][0][: MEANING * codes.shape[1]].T
    is_code = codes.reshape(1, -1) == np.arange(len(found))[:, None]
    np.matmul(is_code.astype(slope.dtype), by_cell.reshape(-1, MEANING), out=found, casting="same_kind")


def log_chances(scores: Floats, mask: Mask) -> Floats:
    """Logarithms of the chances of all actions; those that are not legal have none."""
    found = np.where(mask, scores, FORBIDDEN)
    found -= found.max(axis=1, keepdims=True)
    found -= np.log(np.exp(found).sum(axis=1, keepdims=True))
    return found


def draw(logs: Floats, random: np.random.Generator) -> npt.NDArray[np.int32]:
    """An action for each row, by its chances; one that only rounding would choose is replaced by the best."""
    sums = np.exp(logs).cumsum(axis=1)
    wanted = random.random(len(logs), dtype=np.float32)[:, None] * sums[:, -1:]
    drawn: npt.NDArray[np.int64] = np.minimum((sums <= wanted).sum(axis=1), logs.shape[1] - 1)
    is_wrong = np.take_along_axis(logs, drawn[:, None], axis=1)[:, 0] <= FORBIDDEN / 2
    return np.where(is_wrong, logs.argmax(axis=1), drawn).astype(np.int32)


@dataclass
class Network:
    """The weights of a network, and its inputs."""

    inputs: Inputs
    shape: NetworkShape
    vector: Floats
    actions: npt.NDArray[np.int32]  # the flat action of each output

    def __post_init__(self) -> None:
        self.weights = NetworkWeights.of(self.shape, self.vector)

    def judge(self, rows: Rows, mask: Mask) -> tuple[Floats, Floats]:
        """The logarithms of the chances of all actions, and the value, for some rows."""
        last = forward(self.weights, self.inputs, rows).values[-1]
        return log_chances(last[:, :-1], mask), last[:, -1]

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays of a `Brain`, which has no value head."""
        found: dict[str, npt.NDArray[Any]] = {
            **self.inputs.tables,
            "actions": self.actions,
            "meanings": self.weights.meanings,
        }
        for i, (matrix, biases) in enumerate(self.weights.layers):
            width = self.shape.actions if i == len(self.weights.layers) - 1 else len(biases)
            found |= {f"weights_{i}": matrix[:, :width].copy(), f"biases_{i}": biases[:width].copy()}
        return found
