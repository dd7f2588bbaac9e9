"""Starters that ask the forward model: short, they play without a fault, and say when the model is not allowed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.engine.native import available
from lanista.starters import HERE, STRATEGIES
from tests.starters.test_starters import QUICK_BUILDS, need_tools

LANGUAGES = ("python", "javascript", "rust")
GAME = "rampage"  # whose rules compile quickly
SHORT = ("--set", "max_turns=4", "--turn-ms", "30000", "--no-replay", "--json")
pytestmark = [
    pytest.mark.compiles,
    pytest.mark.skipif(not available(), reason="needs a C compiler"),
]


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


@pytest.mark.parametrize("language", LANGUAGES)
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
