"""`Trainer`: plays and learns, update by update; everything that it knows can be saved and loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from lanista.engine import State, derive
from lanista.engine.batch import Batch, Snapshot
from lanista.game import get_game
from lanista.learn.train.adam import Adam
from lanista.learn.train.brain import Rows
from lanista.learn.train.examination import NetworkExamination
from lanista.learn.train.inputs import codes_of, inputs_of
from lanista.learn.train.network import Network, NetworkShape, draw, first_weights
from lanista.learn.train.ppo import Experience, Losses, advantages, improve
from lanista.learn.train.tables import Tables, tables_of
from lanista.learn.train.task import Task
from lanista.learn.train.teacher import UNKNOWN, Teacher

SEEN_MATCHES, SEEN_EVERY, SEEN_TURNS = 64, 8, 160  # played to find out what observations look like
MIN_PACE = 0.05  # the part of the full rate of learning at the end
LEARNT = 0.4  # the loss of a lesson after which there are no more: a copy that is too good tries nothing new
RIVAL_EVERY = 20  # updates after which the rival is replaced by the network of the moment


class Trainer:
    """A network, the matches it plays, and how far it has come."""

    def __init__(self, task: Task, *, threads: int = 1) -> None:
        task.check()
        self.task = task
        self.threads = threads
        self.updates = 0
        self.has_learnt = False  # whether lessons are over
        starts = task.states("training", task.starts)
        spec = get_game(task.game).observation_spec
        inputs = inputs_of(spec, rows_seen(task, starts))
        actions = Batch(starts, 1, compact=True).action_numbers
        shape = NetworkShape(codes_of(spec), len(inputs.code_at), inputs.size, task.hidden, len(actions))
        vector = first_weights(shape, np.random.default_rng(derive(task.seed, "weights")))
        self.network = Network(inputs, shape, vector, actions)
        self.rival = Network(inputs, shape, vector.copy(), actions)
        self.adam = Adam(shape.size)
        self.tables = self._tables(starts)
        self.teachers = [Teacher(table, task.taught_by) for table in self.tables.tables] if task.lessons else []
        self.examination = NetworkExamination(task, threads)

    def _tables(self, starts: Sequence[State[Any, Any]]) -> Tables:
        reward = {"outcome": 1.0, "value": self.task.shaping}
        rivals: list[Network | str] = [
            *self.task.met,
            *([self.rival] * len(self.task.met) if self.task.self_play else []),
        ]
        return tables_of(
            self.task, "training", starts, self.task.matches, reward=reward, threads=self.threads, rivals=rivals
        )

    @contextmanager
    def working(self) -> Iterator[None]:
        """Within it updates can be made: BLAS stays on one thread, and parts are worked on side by side."""
        with threadpool_limits(1, "blas"), ThreadPoolExecutor(self.threads) as pool:
            self._pool = pool
            yield

    @property
    def turns_in_update(self) -> int:
        """The number of turns in an update."""
        return self.tables.count * self.task.turns

    @property
    def in_lessons(self) -> bool:
        """Whether the next update imitates the teacher."""
        return self.updates < self.task.lesson_updates and not self.has_learnt

    def update(self, done: float) -> Losses:
        """Play some turns and learn from them; `done`, the part of the work that was done, slows learning down."""
        seed = derive(self.task.seed, "update", self.updates)
        random = np.random.default_rng(seed)
        is_lesson = self.in_lessons
        for i, teacher in enumerate(self.teachers):
            teacher.begin(derive(seed, "teacher", i))
        turns = self._play(random, is_lesson=is_lesson)
        pace = max(MIN_PACE, 1.0 - done)
        losses = improve(
            self.network,
            self.adam,
            turns,
            self.task.tuning,
            random,
            pace=pace,
            is_lesson=is_lesson,
            run=self._pool.map,
        )
        self.updates += 1
        self.has_learnt |= is_lesson and losses.policy < LEARNT
        if self.updates % RIVAL_EVERY == 0:
            self.rival.vector[:] = self.network.vector
        return losses

    def snapshots(self) -> list[Snapshot]:
        """The matches of the moment."""
        return [batch.snapshot() for batch in self.tables.batches]

    def restore(self, snapshots: list[Snapshot]) -> None:
        """Go back to matches of another moment."""
        for batch, snapshot in zip(self.tables.batches, snapshots, strict=True):
            batch.restore(snapshot)

    def _play(self, random: np.random.Generator, *, is_lesson: bool) -> Experience:
        """Turns of all matches by the network of the moment, with their advantages."""
        turns, count = self.task.turns, self.tables.count
        rows = np.empty((turns, count, self.tables.row_size), dtype=np.int16)
        masks = np.empty((turns, count, self.network.shape.actions), dtype=np.bool_)
        actions = np.empty((turns, count), dtype=np.int32)
        logs, rewards = np.empty((2, turns, count), dtype=np.float32)
        values = np.empty((turns + 1, count), dtype=np.float32)
        done = np.empty((turns, count), dtype=np.bool_)
        advice = np.empty((turns, count), dtype=np.int32)
        for turn in range(turns):
            rows[turn], masks[turn] = self.tables.rows(), self.tables.masks()
            chances, values[turn] = self.network.judge(rows[turn], masks[turn])
            actions[turn] = draw(chances, random)
            logs[turn] = np.take_along_axis(chances, actions[turn][:, None], axis=1)[:, 0]
            if is_lesson:
                advice[turn] = np.concatenate([teacher.actions() for teacher in self.teachers])
            rewards[turn], done[turn] = self.tables.play(actions[turn], random)
        values[turns] = self.network.judge(self.tables.rows(), self.tables.masks())[1]
        gains = advantages(rewards, done, values, self.task.tuning)
        found = Experience(rows, masks, actions, logs, gains, gains + values[:-1])
        if is_lesson:
            known = (advice != UNKNOWN).astype(np.float32)
            found = found._replace(actions=np.maximum(advice, 0), advantages=known)
        return found.each(lambda array: array.reshape(turns * count, *array.shape[2:]))


def rows_seen(task: Task, starts: Sequence[State[Any, Any]]) -> Rows:
    """Observations from matches of random play, and from matches of each opponent against itself."""
    found = []
    for policy in ("random", *task.met):
        everyone = dict.fromkeys(range(task.seat_count), policy)
        batch = Batch(starts, SEEN_MATCHES, opponents=everyone, seed=task.seed, observations="int16")
        for turn in range(SEEN_TURNS):
            batch.step()
            if turn % SEEN_EVERY == 0:
                found.append(batch.observations.reshape(-1, batch.rules.spec.size).copy())
    return np.concatenate(found)
