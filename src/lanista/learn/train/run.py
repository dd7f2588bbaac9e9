"""A run of training: updates, examinations and checkpoints until its work is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.game import get_game
from lanista.learn.train.checkpoint import guarded
from lanista.learn.train.curve import LearningPoint
from lanista.learn.train.examination import Floor, floor_of
from lanista.learn.train.folder import BotFolder, expect_readable
from lanista.learn.train.ppo import Losses
from lanista.learn.train.task import Task
from lanista.learn.train.trainer import Trainer

EXAMINE_EVERY = 20  # updates
SAVE_SECONDS = 20.0  # of work between two checkpoints


class TrainingRun:
    """The training of a bot in a folder. `points` is its learning curve so far."""

    def __init__(self, folder: Path, trainer: Trainer, now: Callable[[], float] = time.monotonic) -> None:
        self.folder = BotFolder(folder)
        self.trainer = trainer
        self.points: list[LearningPoint] = []
        self.seconds = 0.0
        self._now = now
        self._saved_at = 0.0

    @classmethod
    def begin(cls, folder: Path, task: Task, *, threads: int) -> TrainingRun:
        """A new run, in a new folder."""
        expect_readable(get_game(task.game))
        BotFolder(folder).expect_new()
        return cls(folder, Trainer(task, threads=threads))

    @classmethod
    def resume(
        cls, folder: Path, fixed: Mapping[str, Any], limits: Mapping[str, float], *, threads: int
    ) -> TrainingRun:
        """The run of a folder, from its last checkpoint; its task must be that of `fixed`, `limits` may be new."""
        kept = BotFolder(folder)
        task = kept.progress().task
        for name, value in fixed.items():
            if getattr(task, name) != value:
                raise InputError(
                    f"the training in {folder} has {name} {shown(getattr(task, name))}, not {shown(value)}; "
                    "to resume it, name the same or none"
                )
        with guarded(kept.checkpoint):
            run = cls(folder, Trainer(msgspec.structs.replace(task, **limits), threads=threads))
        progress = run.folder.restore(run.trainer)
        run.points, run.seconds = progress.points, progress.seconds
        return run

    @property
    def turns(self) -> int:
        """The number of turns that the learner has played."""
        return self.trainer.updates * self.trainer.turns_in_update

    @property
    def done(self) -> float:
        """The part of the work that is done."""
        return self.trainer.task.done(self.trainer.updates, self.seconds)

    def updates(self) -> Iterator[Losses]:
        """Train to the end, update by update; whenever the caller stops, the bot of the moment can be saved."""
        losses = Losses(0.0, 0.0, 0.0)
        with self.trainer.working():
            if not self.points:
                self._examine(losses)
            while self.done < 1.0:
                began = self._now()
                losses = self.trainer.update(self.done)
                if self.trainer.updates % EXAMINE_EVERY == 0:
                    self._examine(losses)
                self.seconds += self._now() - began
                if self.seconds - self._saved_at >= SAVE_SECONDS:
                    self.save()
                yield losses
            if self.points[-1].update < self.trainer.updates:
                self._examine(losses)
            self.save()

    def floor(self) -> Floor:
        """The current network's score against random moves."""
        return floor_of(self.trainer.task, self.trainer.network, self.trainer.threads)

    @property
    def missed_lessons(self) -> str:
        """A hint that training ended before its lessons did; empty if it did not."""
        task, updates = self.trainer.task, self.trainer.updates
        if not self.trainer.in_lessons or updates >= (task.updates or updates + 1):
            return ""
        return (
            f"training ended after {updates} of at most {task.lesson_updates} updates of lessons, and before any "
            "practice; continue with --resume and more --minutes, or give the work as --updates"
        )

    def save(self) -> None:
        """Write the bot of the moment and a checkpoint."""
        self._saved_at = self.seconds
        self.folder.save(self.trainer, self.points, self.seconds)

    def _examine(self, losses: Losses) -> None:
        score = self.trainer.examination.score(self.trainer.network)
        self.points.append(
            LearningPoint(
                self.trainer.updates,
                self.turns,
                round(self.seconds, 1),
                score,
                losses.entropy,
                losses.policy,
                losses.value,
            )
        )
