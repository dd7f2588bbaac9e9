"""A short race, pins of it, and bots written on the spot."""

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from lanista.match import arrange
from lanista.replay import Replay, read_replay


@pytest.fixture(scope="session")
def race(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A short race."""
    path = tmp_path_factory.mktemp("replay") / "race.jsonl.gz"
    arrange("overdrive", ["greedy", "cruise"], seed=4, changes={"max_rounds": 12}).play(replay=path)
    return read_replay(path)


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., str]:
    """Write a Python bot into a file and return its name."""

    def write(source: str, name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(source))
        return str(path)

    return write
