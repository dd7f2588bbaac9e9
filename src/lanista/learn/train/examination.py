"""Examines a network: its score against the opponent from fresh starts, from every seat."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.learn.train.network import Network
from lanista.learn.train.tables import tables_of
from lanista.learn.train.task import Task

RANDOM = "random"
CERTAIN = 2.0  # standard errors
MAX_TURNS = 1200  # a match that is longer counts as a draw


class NetworkExamination:
    """Matches from starts that training does not use; the network takes the action that it likes best."""

    def __init__(self, task: Task, threads: int, opponent: str = "") -> None:
        self._tables = tables_of(
            task,
            "examination",
            task.states("examination", task.examined),
            task.examined,
            reward="outcome",
            threads=threads,
            rivals=[opponent or task.opponent],
        )
        self._first = [batch.snapshot() for batch in self._tables.batches]

    def score(self, network: Network) -> float:
        """The mean result: 1 for a win, 0 for a loss."""
        return float((self.results(network).mean() + 1) / 2)

    def results(self, network: Network) -> npt.NDArray[np.float32]:
        """The result of each match: 1 for a win, -1 for a loss."""
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
        return results


class Floor(NamedTuple):
    """A network's score against random moves, which every bot must beat."""

    score: float
    is_beaten: bool  # by more than chance explains


def floor_of(task: Task, network: Network, threads: int) -> Floor:
    """Play as many matches against random moves as in an examination."""
    scores = (NetworkExamination(task, threads, RANDOM).results(network) + 1) / 2
    error = float(scores.std()) / len(scores) ** 0.5
    return Floor(float(scores.mean()), float(scores.mean()) - CERTAIN * error > 0.5)
