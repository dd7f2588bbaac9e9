"""Compiled and interpreted matches are the same, and a machine without a compiler has one of both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lanista import learn
from lanista.core.errors import NativeError
from lanista.engine import compiler
from lanista.engine.native import Native
from lanista.learn import runner
from lanista.learn.episode import Episode
from lanista.learn.opponents import opponents_by_seat
from lanista.learn.setup import EpisodeSetup

TURNS = 8
REWARD = {"outcome": 1, "score": 0.5, "value": 2}


@pytest.mark.parametrize("kind", ["int8", "float32"])
def test_both_runners_play_the_same_match(game: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = EpisodeSetup.of(game, observations=kind, reward=REWARD)
    opponents = opponents_by_seat(setup, 0, None)
    compiled = Episode(setup, 3, opponents=opponents)
    monkeypatch.setattr(runner, "is_compiled", lambda rules: False)
    interpreted = Episode(setup, 3, opponents=opponents)
    random = np.random.default_rng(1)
    for _ in range(TURNS):
        for seat in range(min(3, setup.seats)):
            assert compiled.observation(seat).tolist() == interpreted.observation(seat).tolist()
            assert compiled.mask(seat).tolist() == interpreted.mask(seat).tolist()
        action = int(random.choice(np.flatnonzero(compiled.mask(0))))
        assert compiled.step({0: action}).tolist() == interpreted.step({0: action}).tolist()
        assert compiled.state == interpreted.state


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A machine whose compiler does not work, and on which nothing was compiled before."""
    monkeypatch.setenv("LANISTA_CC", "no-such-compiler")
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    for module in ("lanista.learn.runner", "lanista.engine.batch"):
        monkeypatch.setattr(f"{module}.native", Native)
    compiler.compiler.cache_clear()
    yield
    compiler.compiler.cache_clear()


@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_single_matches_are_interpreted(sixth_game: str) -> None:
    env = learn.SeatEnv(sixth_game)
    env.reset(seed=1)
    assert env.step(2)[1] == 0.0
    with pytest.raises(NativeError, match="no-such-compiler"):
        learn.vector_env(sixth_game, 2, starts=1).reset(seed=1)
