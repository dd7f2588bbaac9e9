"""Checkpoints: everything that a trainer knows, in one file that is written whole or not at all."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from lanista.core.errors import LanistaError, LoadError
from lanista.core.files import write_whole
from lanista.core.text import describe, shown
from lanista.learn.train.curve import LearningPoint
from lanista.learn.train.task import Task
from lanista.learn.train.trainer import Trainer

FORMAT = 1
MAX_SIZE = 100_000  # of matches, turns or neurons
Arrays = dict[str, npt.NDArray[Any]]


class TrainingProgress(msgspec.Struct, kw_only=True):
    """A run's facts in a checkpoint, besides arrays."""

    format: int = FORMAT
    task: Task
    updates: int = 0
    steps: int = 0  # of Adam
    has_learnt: bool = False
    seconds: float = 0.0  # of work
    points: list[LearningPoint] = []


def save(path: Path, trainer: Trainer, points: list[LearningPoint], seconds: float) -> None:
    """Write a checkpoint."""
    progress = TrainingProgress(
        task=trainer.task,
        updates=trainer.updates,
        steps=trainer.adam.steps,
        has_learnt=trainer.has_learnt,
        seconds=seconds,
        points=points,
    )
    text = np.frombuffer(msgspec.json.encode(progress), dtype=np.uint8)
    file = io.BytesIO()
    arrays = {name: _bytes(array) for name, array in _arrays(trainer, trainer.snapshots()).items()}
    np.savez(file, progress=text, **arrays)  # type: ignore[arg-type]
    write_whole(path, file.getvalue(), force=True)


@contextmanager
def guarded(path: Path) -> Iterator[None]:
    """Turn any error that a damaged or crafted checkpoint causes into a LoadError."""
    try:
        yield
    except LanistaError:
        raise
    except Exception as error:  # noqa: BLE001 - NumPy and zipfile raise many kinds, and so do a task's odd values
        raise LoadError(
            f"{path} is not a checkpoint that training can be resumed from: {describe(error)}; take a backup of "
            "it, or train in another folder"
        ) from None


def read(path: Path) -> tuple[TrainingProgress, Arrays]:
    """Read a checkpoint; raises LoadError for any other file."""
    with guarded(path):
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = dict(file)
        progress = msgspec.json.decode(arrays.pop("progress").tobytes(), type=TrainingProgress)
        if progress.format != FORMAT:
            raise LoadError(f"{path} has the format {progress.format}, expected {FORMAT}; train in another folder")
        _check(progress)
    return progress, arrays


def _check(progress: TrainingProgress) -> None:
    """Refuse sizes that no training has: they would take all memory, or all time."""
    task = progress.task
    numbers = {name: getattr(task, name) for name in ("matches", "turns", "starts", "examined")}
    numbers |= {"rounds": task.tuning.rounds, "portion": task.tuning.portion, "layers": len(task.hidden)}
    numbers |= {f"layer {at}": size for at, size in enumerate(task.hidden)}
    for name, number in numbers.items():
        if not 1 <= number <= MAX_SIZE:
            raise ValueError(f"expected 1 to {MAX_SIZE:,} {name}, got {shown(number)}")
    if progress.updates < 0 or progress.steps < 0 or not 0 <= progress.seconds < math.inf:
        raise ValueError("it counts less work than none")


def restore(path: Path, trainer: Trainer) -> TrainingProgress:
    """Bring a trainer of the same task to the checkpoint in a file."""
    progress, saved = read(path)
    with guarded(path):
        _load(path, trainer, saved)
        trainer.updates, trainer.adam.steps = progress.updates, progress.steps
        trainer.has_learnt = progress.has_learnt
    return progress


def _load(path: Path, trainer: Trainer, saved: Arrays) -> None:
    snapshots = trainer.snapshots()
    for name, array in _arrays(trainer, snapshots).items():
        if name not in saved or saved[name].size != array.nbytes:
            raise LoadError(f"{path} is of another version of the game's rules: {name} has another size")
        array.reshape(-1).view(np.uint8)[:] = saved[name]
    trainer.restore(snapshots)


def _arrays(trainer: Trainer, snapshots: list[dict[str, Any]]) -> Arrays:
    """All arrays of a trainer by name; those of its batches are in snapshots."""
    found: Arrays = {
        "weights": trainer.network.vector,
        "rival": trainer.rival.vector,
        "mean": trainer.adam.mean,
        "square": trainer.adam.square,
    }
    for i, snapshot in enumerate(snapshots):
        found.update(_named(f"batch_{i}", snapshot))
    return found


def _named(name: str, snapshot: dict[str, Any]) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """The arrays in a snapshot; its few numbers follow from the task."""
    for key, value in snapshot.items():
        if isinstance(value, dict):
            yield from _named(f"{name}_{key}", value)
        elif isinstance(value, np.ndarray):
            yield f"{name}_{key}", value


def _bytes(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """An array as bytes: the layouts of records need not be described in the file."""
    return np.frombuffer(array.tobytes(), dtype=np.uint8)
