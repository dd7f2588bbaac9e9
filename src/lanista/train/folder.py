"""The folder of a trained bot: `lanista.toml`, its code and weights, its curve, and what resuming needs."""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from lanista.errors import FileError, InputError
from lanista.files import explained, make_scratch_folder, write_whole
from lanista.game import Game, get_game
from lanista.train import brain
from lanista.train.checkpoint import Progress, read, restore, save
from lanista.train.curve import LearningPoint, as_csv, as_svg
from lanista.train.task import Task
from lanista.train.trainer import Trainer

WORK = ".train"
CHECKPOINT = "checkpoint.npz"
OBSERVED = "observed"  # the module of a game that reads its views
BOT = '''"""A bot that `lanista train` made: it plays as the network in brain.npz likes best."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported: a turn is too short for threads

from brain import Brain
from observed import Observed

BRAIN = Brain.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "brain.npz"))


class Bot:
    def __init__(self, start):
        self.observed = Observed(start)

    def move(self, view):
        row, mask = self.observed.row(view), self.observed.mask(view)
        return self.observed.text(view, BRAIN.choose(row, mask))
'''


class BotFolder:
    """Where a bot is written as it learns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint = path / WORK / CHECKPOINT

    def expect_new(self) -> None:
        """Refuse a folder in which there is something."""
        with explained(self.path):
            if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                hint = "go on with it by --resume, or " if self.checkpoint.exists() else ""
                raise FileError(f"{self.path} already exists and is not empty; {hint}name a new folder")

    def progress(self) -> Progress:
        """How far the training in it has come; raises FileError if there is none."""
        if not self.checkpoint.is_file():
            raise FileError(f"{self.path} has no checkpoint to resume from; leave out --resume to begin anew")
        return read(self.checkpoint)[0]

    def restore(self, trainer: Trainer) -> Progress:
        """Bring a trainer to its checkpoint."""
        return restore(self.checkpoint, trainer)

    def save(self, trainer: Trainer, points: list[LearningPoint], seconds: float) -> None:
        """Write the bot of the moment, its curve and a checkpoint."""
        with explained(self.path):
            make_scratch_folder(self.path / WORK)
            for name, content in bot_files(trainer, points).items():
                write_whole(self.path / name, content, force=True)
        save(self.checkpoint, trainer, points, seconds)


def expect_readable(game: Game[Any, Any, Any]) -> None:
    """Refuse a game whose views cannot be turned into observations outside the engine."""
    if game.modules.get(OBSERVED) is None:
        raise InputError(
            f"{game.name} cannot be played by trained bots: it has no module `{OBSERVED}`, which turns views into "
            "observations; see docs/learning.md"
        )


def bot_files(trainer: Trainer, points: Sequence[LearningPoint]) -> dict[str, bytes]:
    """The files of a bot."""
    task = trainer.task
    arrays = io.BytesIO()
    np.savez_compressed(arrays, **trainer.network.arrays())  # type: ignore[arg-type]
    observed = get_game(task.game).modules.get(OBSERVED)
    texts = {
        "lanista.toml": project(task),
        "bot.py": BOT,
        "brain.py": inspect.getsource(brain),
        f"{OBSERVED}.py": inspect.getsource(observed),
        "curve.csv": as_csv(points),
        "curve.svg": as_svg(points, curve_title(task)),
        "task.json": msgspec.json.format(msgspec.json.encode(task)).decode() + "\n",
    }
    return {name: text.encode() for name, text in texts.items()} | {"brain.npz": arrays.getvalue()}


def project(task: Task) -> str:
    """The bot's `lanista.toml`."""
    return f'command = "bot.py"\nprotocol = "python"\ngames = [{json.dumps(task.game)}]\n'


def curve_title(task: Task) -> str:
    """What a learning curve shows."""
    rules = "" if task.ruleset == "standard" else f" ({task.ruleset})"
    return f"{get_game(task.game).title}{rules}: score against {task.opponent}"
