"""A small task: the smallest game of another package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.learn.train.task import Task, Tuning
from tests.plugins import forget_games, install


@pytest.fixture
def fruit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Task]:
    """Fruit on a line against random moves."""
    install(tmp_path / "packages", "fruit = tests.sixth_game.game:FRUIT", {}, package="fruit-game")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    forget_games()
    yield Task(
        game="fruit",
        opponent="random",
        matches=64,
        turns=16,
        starts=64,
        examined=64,
        hidden=(16,),
        tuning=Tuning(rate=0.01, discount=0.9, portion=256),
        updates=12,
    )
    forget_games()
