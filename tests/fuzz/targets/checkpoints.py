"""Targets: checkpoints of training, which may be damaged or strangers' files."""

from __future__ import annotations

import io
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lanista.learn.train.checkpoint import Arrays
from lanista.learn.train.folder import BotFolder
from lanista.learn.train.run import TrainingRun
from lanista.learn.train.task import Task, Tuning
from tests.fuzz.mutations import mutate_bytes, mutate_json_text
from tests.fuzz.target import Target
from tests.fuzz.targets.scratch import scratch

SMALL = Task(
    game="overdrive",
    settings={"max_rounds": 4},
    matches=2,
    turns=2,
    starts=2,
    examined=2,
    hidden=(4,),
    tuning=Tuning(portion=4),
    updates=1,
)


@cache
def template() -> bytes:
    """The checkpoint of a short training."""
    run = TrainingRun.begin(scratch("trained") / "bot", SMALL, threads=1)
    for _ in run.updates():
        pass
    return run.folder.checkpoint.read_bytes()


def packed(arrays: Arrays) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def unpacked(data: bytes) -> Arrays:
    with np.load(io.BytesIO(data)) as file:
        return dict(file)


def resume(data: bytes) -> None:
    """Resume from any file."""
    folder = BotFolder(Path(scratch("resumed")))
    folder.checkpoint.parent.mkdir(exist_ok=True)
    folder.checkpoint.write_bytes(data)
    TrainingRun.resume(folder.path, {}, {}, threads=1)


def resume_progress(data: bytes) -> None:
    """Resume from a checkpoint that says something else about its run."""
    resume(packed(unpacked(template()) | {"progress": np.frombuffer(data, dtype=np.uint8)}))


def mutate_checkpoint(rng: random.Random, data: bytes) -> bytes:
    """Flip bytes anywhere, or in the beginning or the end, where the directory of the file is."""
    if rng.random() < 0.5:
        return mutate_bytes(rng, data)
    cut = rng.choice([300, 1000])
    if rng.random() < 0.5:
        return mutate_bytes(rng, data[:cut]) + data[cut:]
    return data[:-cut] + mutate_bytes(rng, data[-cut:])


def progress() -> bytes:
    found: bytes = unpacked(template())["progress"].tobytes()
    return found


def other_tasks() -> list[bytes]:
    """Progress with odd values."""
    plain = json.loads(progress())
    changes: list[dict[str, Any]] = [
        {"hidden": [-1]}, {"hidden": [10**9]}, {"matches": 10**15}, {"seats": 99}, {"game": "chess"},
        {"seed": 10**300}, {"starts": 0}, {"taught": "x"}, {"opponent": "\x1b[31m"}, {"lessons": -1e308},
        {"settings": {"max_rounds": -1}},
    ]  # fmt: skip
    return [json.dumps({**plain, "task": {**plain["task"], **change}}).encode() for change in changes]


TARGETS = [
    Target("checkpoints.file", resume, lambda: [template()], mutate_checkpoint, max_bytes=100_000,
           cpu_seconds=20.0, memory_mb=1024),
    Target("checkpoints.progress", resume_progress, lambda: [progress(), *other_tasks()], mutate_json_text,
           cpu_seconds=20.0, memory_mb=1024),
]  # fmt: skip
