"""`RewardWeights`: the components of a batch's rewards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lanista.core.errors import InputError
from lanista.core.text import quoted, shown
from lanista.engine.learning_loops import OUTCOME, SCORE, VALUE, WEIGHTS
from lanista.engine.observation import Number
from lanista.engine.rules import Rules

COLUMNS = {"outcome": OUTCOME, "score": SCORE, "value": VALUE}
Reward = str | Mapping[str, float]


class RewardWeights:
    """Weights of the outcome, of the change of a lead, of a value, and of numbers of the observation.

    `outcome`: 1 for a win, -1 for a loss, when a match ends. `score`: by how many points the lead over the best
    other seat grew in a turn. `value`: by how much the game's own `value` grew, on the scale of outcomes. A number
    of the observation counts by how much it grew.
    """

    def __init__(self, rules: Rules, reward: Reward) -> None:
        weights = _by_name(rules, reward)
        self.columns = np.zeros(WEIGHTS)
        for name, column in COLUMNS.items():
            self.columns[column] = weights.pop(name, 0.0)
        self.picked = np.array([rules.spec.index(name) for name in weights], dtype=np.int32)
        self.picked_weights = np.array([*weights.values()], dtype=np.float64)

    @property
    def is_shaped(self) -> bool:
        """Whether more than the outcome counts."""
        return bool(self.columns[[SCORE, VALUE]].any() or len(self.picked))

    @property
    def is_plain(self) -> bool:
        """Whether only the outcome counts, unscaled."""
        return not self.is_shaped and self.columns[OUTCOME] == 1.0


def _by_name(rules: Rules, reward: Reward) -> dict[str, float]:
    if isinstance(reward, str):
        reward = {reward: 1.0}
    known = [*COLUMNS, *(part.name for part in rules.spec.parts if isinstance(part, Number))]
    if not isinstance(reward, Mapping) or not reward:
        raise InputError(
            f"reward: expected a name or weights by name, such as {{'outcome': 1}}, got {shown(reward)}"
        )
    for name, weight in reward.items():
        if name not in known:
            raise InputError(f"reward: {rules.name} has no {_named(name)}; there are: {', '.join(known)}")
        if not isinstance(weight, int | float) or isinstance(weight, bool) or not np.isfinite(weight):
            raise InputError(f"reward: expected a number as the weight of {name}, got {shown(weight)}")
    return {name: float(weight) for name, weight in reward.items()}


def _named(name: Any) -> str:
    return quoted(name) if isinstance(name, str) else shown(name)
