"""Adam: steps along a gradient, each weight at its own pace."""

from __future__ import annotations

import numpy as np

from lanista.learn.train.brain import Floats

MEAN_DECAY = 0.9
SQUARE_DECAY = 0.999
TINY = 1e-5


class Adam:
    """The moments of past gradients."""

    def __init__(self, size: int) -> None:
        self.mean, self.square = np.zeros((2, size), dtype=np.float32)
        self.steps = 0

    def step(self, weights: Floats, gradient: Floats, rate: float) -> None:
        """Change the weights in place, against the gradient."""
        self.steps += 1
        self.mean += (1 - MEAN_DECAY) * (gradient - self.mean)
        self.square += (1 - SQUARE_DECAY) * (gradient * gradient - self.square)
        mean = self.mean / (1 - MEAN_DECAY**self.steps)
        square = self.square / (1 - SQUARE_DECAY**self.steps)
        weights -= rate * mean / (np.sqrt(square) + TINY)


def clipped(gradient: Floats, longest: float) -> Floats:
    """The gradient, shortened if it is longer than this."""
    length = float(np.sqrt(np.dot(gradient, gradient)))
    return gradient * np.float32(longest / length) if length > longest else gradient
