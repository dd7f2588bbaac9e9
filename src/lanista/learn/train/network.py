"""A small network with two heads, one for actions and one for the value, and its gradient, written by hand.

All weights stand in one vector, so that steps, checkpoints and noise need not know the layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.learn.train.brain import Floats, Inputs, Rows

Mask = npt.NDArray[np.bool_]
FORBIDDEN = np.float32(-1e9)  # the score of an action that is not legal
SMALL_HEAD = 0.01  # the first policy chooses almost evenly


@dataclass(frozen=True)
class Shape:
    """The sizes of a network: inputs, hidden layers, actions."""

    inputs: int
    hidden: tuple[int, ...]
    actions: int

    @property
    def layers(self) -> list[tuple[int, int]]:
        """The rows and columns of each layer; the last one has both heads, the value in its last column."""
        return list(pairwise((self.inputs, *self.hidden, self.actions + 1)))

    @property
    def size(self) -> int:
        """How many weights there are."""
        return sum(rows * columns + columns for rows, columns in self.layers)


def first_weights(shape: Shape, random: np.random.Generator) -> Floats:
    """Weights to begin with."""
    weights = np.zeros(shape.size, dtype=np.float32)
    layers = views(shape, weights)
    for i, (matrix, _) in enumerate(layers):
        scale = np.sqrt(2 / len(matrix)) * (SMALL_HEAD if i == len(layers) - 1 else 1)
        matrix[:] = scale * random.standard_normal(matrix.shape, dtype=np.float32)
    return weights


def views(shape: Shape, weights: Floats) -> list[tuple[Floats, Floats]]:
    """The matrix and the biases of each layer, as parts of the vector."""
    found, at = [], 0
    for rows, columns in shape.layers:
        end = at + rows * columns
        found.append((weights[at:end].reshape(rows, columns), weights[end : end + columns]))
        at = end + columns
    return found


def forward(layers: Sequence[tuple[Floats, Floats]], values: Floats) -> list[Floats]:
    """What each layer gives, beginning with the inputs; all but the last are cut off below 0."""
    found = [values]
    for matrix, biases in layers[:-1]:
        values = values @ matrix
        values += biases
        found.append(np.maximum(values, 0, out=values))
    matrix, biases = layers[-1]
    return [*found, found[-1] @ matrix + biases]


def backward(shape: Shape, layers: Sequence[tuple[Floats, Floats]], given: list[Floats], slope: Floats) -> Floats:
    """The gradient of a loss by all weights, from its gradient by the last layer's values."""
    gradient = np.empty(shape.size, dtype=np.float32)
    parts = views(shape, gradient)
    for i in reversed(range(len(layers))):
        np.matmul(given[i].T, slope, out=parts[i][0])
        slope.sum(axis=0, out=parts[i][1])
        if i:
            slope = slope @ layers[i][0].T
            slope *= given[i] > 0
    return gradient


def log_chances(scores: Floats, mask: Mask) -> Floats:
    """Logarithms of the chances of all actions; those that are not legal have none."""
    found = np.where(mask, scores, FORBIDDEN)
    found -= found.max(axis=1, keepdims=True)
    found -= np.log(np.exp(found).sum(axis=1, keepdims=True))
    return found


def draw(logs: Floats, random: np.random.Generator) -> npt.NDArray[np.int32]:
    """An action for each row, by its chances."""
    sums = np.exp(logs).cumsum(axis=1)
    wanted = random.random(len(logs), dtype=np.float32)[:, None] * sums[:, -1:]
    found = (sums <= wanted).sum(axis=1).astype(np.int32)
    return _legal(found, logs)


def _legal(drawn: npt.NDArray[np.int32], logs: Floats) -> npt.NDArray[np.int32]:
    """The actions; one that only rounding has chosen is replaced by the best."""
    drawn = np.minimum(drawn, logs.shape[1] - 1)
    is_wrong = np.take_along_axis(logs, drawn[:, None], axis=1)[:, 0] <= FORBIDDEN / 2
    return np.where(is_wrong, logs.argmax(axis=1), drawn).astype(np.int32)


@dataclass
class Network:
    """The weights of a network, and what it reads."""

    inputs: Inputs
    shape: Shape
    weights: Floats
    actions: npt.NDArray[np.int32]  # the flat action of each output

    def __post_init__(self) -> None:
        self.layers = views(self.shape, self.weights)

    def judge(self, rows: Rows, mask: Mask) -> tuple[Floats, Floats]:
        """The logarithms of the chances of all actions, and the value, for some rows."""
        last = forward(self.layers, self.inputs.of(rows))[-1]
        return log_chances(last[:, :-1], mask), last[:, -1]

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What a `Brain` needs: the value is left out."""
        found: dict[str, npt.NDArray[Any]] = {**self.inputs.tables, "actions": self.actions}
        for i, (matrix, biases) in enumerate(self.layers):
            width = self.shape.actions if i == len(self.layers) - 1 else len(biases)
            found |= {f"weights_{i}": matrix[:, :width].copy(), f"biases_{i}": biases[:width].copy()}
        return found
