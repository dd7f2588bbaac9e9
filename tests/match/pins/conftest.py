"""A short race, pins of it, and bots written on the spot."""

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from lanista.match.planning import plan_match
from lanista.match.replay import Replay, read_replay
from lanista.match.terms import MatchTerms


@pytest.fixture(scope="session")
def race(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A short race."""
    path = tmp_path_factory.mktemp("replay") / "race.jsonl.gz"
    plan_match("overdrive", ["greedy", "cruise"], MatchTerms(settings={"max_rounds": 12}), seed=4).play(
        replay=path
    )
    return read_replay(path)


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., str]:
    """Write a Python bot into a file and return its name."""

    def write(source: str, name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(source))
        return str(path)

    return write
