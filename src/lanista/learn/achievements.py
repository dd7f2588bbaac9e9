"""Rewards of a single match, by the same weights as those of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import State, over
from lanista.engine.learning_loops import OUTCOME, SCORE, VALUE, WIN
from lanista.engine.rewards import RewardWeights


def value_of(state: State[Any, Any], seat: int) -> float:
    """The expected result of a seat in a running match, from -1 to 1."""
    rules = state.rules
    work = over(rules.work, bytearray(rules.work.dtype.itemsize))
    return float(rules.bindings["value"](state.record, state.const, seat, work) / WIN)


class Achievements:
    """Each seat's achievements so far; a reward is the change of that, and at the end the outcome."""

    def __init__(self, weights: RewardWeights, state: State[Any, Any]) -> None:
        self._weights = weights
        self._so_far = self._achieved(state)

    def rewards(self, state: State[Any, Any], *, ended: bool) -> npt.NDArray[np.float32]:
        """The rewards of the turn that led to a state."""
        achieved = self._achieved(state)
        gained, self._so_far = achieved - self._so_far, achieved
        if ended:
            gained += self._weights.columns[OUTCOME] * self.results(state)
        return gained.astype(np.float32)

    def departure(self, state: State[Any, Any], seat: int) -> float:
        """The reward of a seat that leaves a running match: its expected result replaces the outcome."""
        return float(self._weights.columns[OUTCOME] * value_of(state, seat))

    def results(self, state: State[Any, Any]) -> npt.NDArray[np.float64]:
        """The result of each seat in a match that has ended: 1 for a win, -1 for a loss."""
        each = [state.rules.bindings["reward"](state.record, state.const, seat) for seat in range(state.seats)]
        return np.array(each) / WIN

    def _achieved(self, state: State[Any, Any]) -> npt.NDArray[np.float64]:
        if not self._weights.is_shaped:
            return np.zeros(state.seats)
        return np.array([self._promised(state, seat) for seat in range(state.seats)])

    def _promised(self, state: State[Any, Any], seat: int) -> float:
        """The lead, the value and the chosen numbers of a seat, weighted."""
        weights, total = self._weights.columns, 0.0
        if weights[SCORE]:
            total += weights[SCORE] * self._lead(state, seat)
        if weights[VALUE]:
            total += weights[VALUE] * value_of(state, seat)
        if len(self._weights.picked):
            row = np.zeros(state.rules.observation, dtype=np.int16)
            state.rules.observe(state.record, state.const, seat, row)
            total += float((self._weights.picked_weights * row[self._weights.picked]).sum())
        return total

    def _lead(self, state: State[Any, Any], seat: int) -> int:
        """A seat's lead in points over the best of the others; alone, all its points."""
        score = state.rules.bindings["score"]
        scores = [score(state.record, state.const, other) for other in range(state.seats)]
        mine = scores.pop(seat)
        return int(mine - max(scores, default=0))
