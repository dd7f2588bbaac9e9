"""Starters that ask the forward model: short, they play without a fault, and say when the model is not allowed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.engine.native import available
from lanista.tools.starters import HERE, STRATEGIES
from tests.long_tests import others_long
from tests.plugins import forget_games, fruit_files, install, unload
from tests.tools.starters.test_starters import QUICK_BUILDS, need_tools

LANGUAGES = ("python", "javascript", "rust")
GAME = "rampage"  # whose rules compile quickly
# A seed with which nobody is hit so early that the match ends before its last turn
SHORT = ("--seed", "1", "--set", "max_turns=4", "--turn-ms", "30000", "--no-replay", "--json")
pytestmark = [
    pytest.mark.compiles,
    pytest.mark.skipif(not available(), reason="needs a C compiler"),
]


@pytest.fixture
def sixth_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game of another package, which has no starters, installed for this process and for bots."""
    folder = tmp_path / "packages"
    install(folder, "fruit = berries.game:FRUIT", fruit_files("berries"), package="fruit-game")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    forget_games()
    yield "fruit"
    unload("berries")
    forget_games()


def make(language: str, folder: Path) -> Path:
    need_tools(language)
    done = CliRunner().invoke(lanista, ["new", language, GAME, str(folder), "--model"])
    assert done.exit_code == 0, done.output
    return folder


def play(*words: str) -> dict[str, object]:
    done = CliRunner().invoke(lanista, ["play", GAME, *words, *SHORT])
    assert done.exit_code in (0, 1), done.output
    seat: dict[str, object] = json.loads(done.stdout)["seats"][0]
    return seat


@pytest.mark.parametrize("language", others_long(["python", "javascript"], LANGUAGES))
def test_it_plays_without_a_fault(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in QUICK_BUILDS.items():
        monkeypatch.setenv(name, value)
    folder = make(language, tmp_path / "bot")
    assert play(str(folder), "random", "--strict")["verdicts"] == {"ok": 4}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_strategy_is_short(language: str) -> None:
    assert len((HERE / language / "model" / STRATEGIES[language]).read_text().splitlines()) < 100


def test_it_says_that_the_model_is_not_allowed(tmp_path: Path) -> None:
    seat = play(str(make("python", tmp_path / "bot")), "random", "--no-forward-model")
    assert "the forward model is not allowed in this match" in json.dumps(seat)


def test_where_there_is_none_it_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(lanista, ["new", "go", GAME, str(tmp_path / "bot"), "--model"])
    assert done.exit_code == 2
    assert "there is no go starter that asks the forward model; there is one in python, javascript" in done.stderr
    assert not (tmp_path / "bot").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_starters_has_one_with_the_model(language: str, sixth_game: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(lanista, ["new", language, sixth_game, str(tmp_path / "bot"), "--model"])
    assert done.exit_code == 0, done.output
    assert sixth_game in (tmp_path / "bot" / "README.md").read_text()
    if language == "python":
        done = CliRunner().invoke(lanista, ["play", sixth_game, str(tmp_path / "bot"), "seeker", *SHORT])
        assert json.loads(done.stdout)["seats"][0]["verdicts"] == {"ok": 4}, done.stdout


def test_without_the_model_it_still_has_none(sixth_game: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(lanista, ["new", "python", sixth_game, str(tmp_path / "bot")])
    assert done.exit_code == 2
    assert "there is no python starter for fruit; it has no starters" in done.output
