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

from lanista.core.errors import FileError
from lanista.core.files import file_errors, make_scratch_folder, write_whole
from lanista.game import BotStart, Game, get_game
from lanista.game.belief import belief_of
from lanista.learn.train import brain
from lanista.learn.train.checkpoint import TrainingProgress, read, restore, save
from lanista.learn.train.curve import LearningPoint, as_csv, as_svg
from lanista.learn.train.task import Task
from lanista.learn.train.trainer import Trainer

WORK = ".train"
CHECKPOINT = "checkpoint.npz"
BOT = '''"""A bot that `lanista train` made: it plays as the network in brain.npz likes best."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported: a turn is too short for threads

from brain import Brain
from lanista.learn.view_reader import ViewReader

BRAIN = Brain.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "brain.npz"))


class Bot:
    def __init__(self, start):
        self.reader = ViewReader(start)

    def move(self, view):
        self.reader.see(view)
        return self.reader.text(BRAIN.choose(self.reader.row(), self.reader.mask()))
'''


class BotFolder:
    """The folder of a bot that learns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint = path / WORK / CHECKPOINT

    def expect_new(self) -> None:
        """Refuse a folder in which there is something."""
        with file_errors(self.path):
            if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                hint = "continue it with --resume, or " if self.checkpoint.exists() else ""
                raise FileError(f"{self.path} already exists and is not empty; {hint}name a new folder")

    def progress(self) -> TrainingProgress:
        """The progress of the training in it; raises FileError if there is none."""
        if not self.checkpoint.is_file():
            raise FileError(f"{self.path} has no checkpoint to resume from; leave out --resume to begin anew")
        return read(self.checkpoint)[0]

    def restore(self, trainer: Trainer) -> TrainingProgress:
        """Bring a trainer to its checkpoint."""
        return restore(self.checkpoint, trainer)

    def save(self, trainer: Trainer, points: list[LearningPoint], seconds: float) -> None:
        """Write the bot of the moment, its curve and a checkpoint."""
        with file_errors(self.path):
            make_scratch_folder(self.path / WORK)
            for name, content in bot_files(trainer, points).items():
                write_whole(self.path / name, content, force=True)
        save(self.checkpoint, trainer, points, seconds)


def expect_readable(game: Game[Any, Any, Any]) -> None:
    """Refuse a game whose views cannot be turned into states, and so not into observations."""
    state = game.start(game.configure(), 0)
    fixed = game.fixed_json(state, 0)
    shown = msgspec.json.decode(fixed) if fixed else None
    belief_of(game, BotStart(0, state.seats, "standard", game.configure(), 0, shown))


def bot_files(trainer: Trainer, points: Sequence[LearningPoint]) -> dict[str, bytes]:
    """The files of a bot."""
    task = trainer.task
    arrays = io.BytesIO()
    np.savez_compressed(arrays, **trainer.network.arrays())  # type: ignore[arg-type]
    texts = {
        "lanista.toml": project(task),
        "bot.py": BOT,
        "brain.py": inspect.getsource(brain),
        "curve.csv": as_csv(points),
        "curve.svg": as_svg(points, curve_title(task)),
        "task.json": msgspec.json.format(msgspec.json.encode(task)).decode() + "\n",
    }
    return {name: text.encode() for name, text in texts.items()} | {"brain.npz": arrays.getvalue()}


def project(task: Task) -> str:
    """The bot's `lanista.toml`."""
    return f'command = "bot.py"\nprotocol = "python"\ngames = [{json.dumps(task.game)}]\n'


def curve_title(task: Task) -> str:
    """The title of a learning curve."""
    rules = "" if task.ruleset == "standard" else f" ({task.ruleset})"
    return f"{get_game(task.game).title}{rules}: score against {task.opponent}"
