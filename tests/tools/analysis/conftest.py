"""Short matches of the sixth game, on which walkers look for fruit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.match.replay import read_replay
from lanista.tools.analysis.track import Track
from tests.plugins import forget_games, install
from tests.sixth_game.game import FRUIT

Record = Callable[..., Path]


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Record]:
    """Record a match of walkers, each a function of a view."""
    install(tmp_path / "packages", "fruit = tests.sixth_game.game:FRUIT", {}, package="fruit-game")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.chdir(tmp_path)
    forget_games()

    def made(*walkers: Any, turns: int = 40, seed: int = 3) -> Path:
        path = tmp_path / "match.jsonl.gz"
        path.unlink(missing_ok=True)
        lanista.play("fruit", list(walkers), seed=seed, settings={"max_turns": turns}, replay=path)
        return path

    yield made
    forget_games()


@pytest.fixture
def missed(record: Record) -> Path:
    """A match of one turn in which A stands beside the fruit and does not take it: a draw."""
    start = next(seed for seed in range(1000) if FRUIT.start(FRUIT.configure(), seed).record.fruit == 1)
    return record(lambda view: "STAY", lambda view: "STAY", turns=1, seed=start)


@pytest.fixture
def track(record: Record) -> Track:
    """A match that A wins: it walks to the fruit, and B stays where it is."""
    return Track(read_replay(record("seeker", lambda view: "STAY")))
