"""Games for the tests of environments: all that are installed, and the smallest one of another package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.game import game_names
from lanista.learn import runner
from lanista.learn.ids import register_games
from tests.plugins import forget_games, install

SIXTH = "fruit"


@pytest.fixture
def sixth_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game of another package, installed."""
    install(tmp_path / "packages", "fruit = tests.sixth_game.game:FRUIT", {}, package="fruit-game")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    forget_games()
    register_games()
    yield SIXTH
    forget_games()


@pytest.fixture(params=[*game_names(), SIXTH])
def game(request: pytest.FixtureRequest) -> str:
    """Each game."""
    if request.param == SIXTH:
        request.getfixturevalue("sixth_game")
    name: str = request.param
    return name


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Single matches are played by the interpreted rules, as on a machine without a compiler."""
    monkeypatch.setattr(runner, "is_compiled", lambda rules: False)
