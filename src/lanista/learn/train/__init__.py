"""`lanista train`: learns to play on native batches, with NumPy alone, and writes a bot that needs no more."""

from lanista.learn.train.curve import LearningPoint
from lanista.learn.train.run import Run
from lanista.learn.train.task import Task

__all__ = ["LearningPoint", "Run", "Task"]
