"""How well a network plays: its score against the opponent from fresh starts, from every seat."""

from __future__ import annotations

import numpy as np

from lanista.train.network import Network
from lanista.train.tables import tables_of
from lanista.train.task import Task

MAX_TURNS = 1200  # a match that is longer counts as a draw


class Examination:
    """Matches from starts that training does not use; the network takes the action that it likes best."""

    def __init__(self, task: Task, threads: int) -> None:
        self._tables = tables_of(
            task,
            "examination",
            task.states("examination", task.examined),
            task.examined,
            reward="outcome",
            threads=threads,
            rivals=[task.opponent],
        )
        self._first = [batch.snapshot() for batch in self._tables.batches]

    def score(self, network: Network) -> float:
        """The mean result: 1 for a win, 0 for a loss."""
        for batch, first in zip(self._tables.batches, self._first, strict=True):
            batch.restore(first)
        results = np.zeros(self._tables.count, dtype=np.float32)
        runs = np.ones(self._tables.count, dtype=np.bool_)
        random = np.random.default_rng(0)  # not drawn from: no rival plays here
        for _ in range(MAX_TURNS):
            logs, _ = network.judge(self._tables.rows(), self._tables.masks())
            rewards, done = self._tables.play(logs.argmax(axis=1).astype(np.int32), random)
            results[runs & done] = rewards[runs & done]
            runs &= ~done
            if not runs.any():
                break
        return float((results.mean() + 1) / 2)
