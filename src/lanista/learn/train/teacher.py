"""`Teacher`: the actions of a policy of the game in the matches of a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import Generator, derive, loops, zeros
from lanista.engine.arguments import padded_rows
from lanista.engine.learning_loops import decode_all
from lanista.engine.native import native
from lanista.learn.train.tables import Actions, TrainingTable

UNKNOWN = -1  # the policy's move is none of the actions


class Teacher:
    """Looks at the same states as the learner and gives the actions of a policy."""

    def __init__(self, table: TrainingTable, policy: str) -> None:
        batch = table.batch
        rules, arrays = batch.rules, (batch.states, *batch.fixed)
        self._generators = zeros(Generator, batch.count)
        chosen = zeros(rules.move, batch.count * batch.seats).reshape(batch.count, batch.seats)
        moves = zeros(rules.move, batch.count * batch.actions_count).reshape(batch.count, batch.actions_count)
        memories = zeros(rules.memory_of(policy), batch.count + 1)
        compiled = native(rules)
        self._choose = compiled.loop(loops.policy_moves, policy).bound(
            *arrays, self._generators, padded_rows(rules.work, 1), chosen, memories, batch.lengths, table.seat
        )
        self._decode = compiled.loop(decode_all).bound(*arrays, batch.action_numbers, moves, table.seat)
        self._chosen, self._moves = _bytes(chosen)[:, table.seat, None], _bytes(moves)

    def begin(self, seed: int) -> None:
        """From here on, its random choices follow from a seed."""
        self._generators["position"] = [derive(seed, i) for i in range(len(self._generators))]

    def actions(self) -> Actions:
        """The action that it would take in each match, or UNKNOWN."""
        self._choose()
        self._decode()
        is_it = (self._moves == self._chosen).all(axis=2)
        return np.where(is_it.any(axis=1), is_it.argmax(axis=1), UNKNOWN).astype(np.int32)


def _bytes(records: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Records as rows of bytes."""
    return records.view(np.uint8).reshape(*records.shape, records.dtype.itemsize)
