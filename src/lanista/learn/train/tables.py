"""The matches that a learner plays: a batch for each seat that it takes and each kind of opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import State, derive
from lanista.engine.batch import Batch
from lanista.learn.train.brain import Floats, Rows
from lanista.learn.train.network import Mask, Network, draw
from lanista.learn.train.task import Task

Actions = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


@dataclass
class TrainingTable:
    """Matches in which the learner takes one seat; the others are taken by a policy, or by a rival network."""

    batch: Batch
    seat: int
    rival: Network | None = None

    def play(self, actions: Actions, random: np.random.Generator) -> None:
        """Play one turn of every match."""
        self.batch.actions[:, self.seat] = actions
        if self.rival is not None:
            for seat in range(self.batch.seats):
                if seat != self.seat:
                    logs, _ = self.rival.judge(self.batch.observations[:, seat], self.batch.masks[:, seat])
                    self.batch.actions[:, seat] = draw(logs, random)
        self.batch.step()


class Tables:
    """All tables of a learner, seen as one: their matches follow each other."""

    def __init__(self, tables: Sequence[TrainingTable]) -> None:
        self.tables = tables
        self.batches = [table.batch for table in tables]
        counts = [batch.count for batch in self.batches]
        self.count = sum(counts)
        self._ends = np.cumsum(counts)[:-1]
        self.row_size = self.batches[0].rules.spec.size
        self.actions = self.batches[0].action_numbers

    def rows(self) -> Rows:
        """The learner's observation in each match."""
        found = [table.batch.observations[:, table.seat] for table in self.tables]
        return np.concatenate(found).reshape(self.count, self.row_size)

    def masks(self) -> Mask:
        """The mask of its legal actions in each match."""
        return np.concatenate([table.batch.masks[:, table.seat] for table in self.tables])

    def play(self, actions: Actions, random: np.random.Generator) -> tuple[Floats, Flags]:
        """Play one turn of every match; returns the learner's rewards, and which matches ended."""
        for table, mine in zip(self.tables, np.split(actions, self._ends), strict=True):
            table.play(mine, random)
        rewards = np.concatenate([table.batch.rewards[:, table.seat] for table in self.tables])
        return rewards, np.concatenate([batch.done for batch in self.batches])


def tables_of(
    task: Task,
    purpose: str,
    starts: Sequence[State[Any, Any]],
    count: int,
    *,
    reward: str | Mapping[str, float],
    threads: int,
    rivals: Sequence[Network | str],
) -> Tables:
    """Tables of about `count` matches in all: one for each seat and rival, which is a network or a policy."""
    kinds = [(seat, rival) for seat in task.taken for rival in rivals]
    each = max(1, count // len(kinds))
    tables = []
    for i, (seat, rival) in enumerate(kinds):
        others = [other for other in range(task.seat_count) if other != seat]
        batch = Batch(
            [*starts[i * each % len(starts) :], *starts[: i * each % len(starts)]],
            each,
            opponents=dict.fromkeys(others, rival) if isinstance(rival, str) else None,
            seed=derive(task.seed, purpose, "opponents", i),
            observations="int16",
            masks="bytes",
            reward=reward,
            compact=True,
            threads=threads,
        )
        tables.append(TrainingTable(batch, seat, None if isinstance(rival, str) else rival))
    return Tables(tables)
