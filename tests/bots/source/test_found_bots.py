"""Bots are found once, and again when anything of them has changed."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lanista.bots.resolve import find_bot
from lanista.bots.source import found_bots
from lanista.bots.source.found_bots import FoundBots
from lanista.core.errors import BotError
from lanista.game import get_game

GAME = get_game("overdrive")
BOT = "import helper\ndef move(view): return 'NOTHING'\n"


@pytest.fixture
def searches(monkeypatch) -> list[str]:
    """The bots that were really looked for."""
    found: list[str] = []

    def noted(game, spec, wanted):
        found.append(spec)
        return find_bot(game, spec, wanted)

    monkeypatch.setattr(found_bots, "find_bot", noted)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "helper.py").write_text("WORTH = 1\n")
    (tmp_path / "lanista.toml").write_text('protocol = "python"\ncommand = "bot.py"\n')
    return tmp_path


@pytest.mark.parametrize("spec", ["greedy", "{folder}", "{folder}/bot.py", "{python} {folder}/bot.py"])
def test_a_bot_is_found_once(searches, folder, spec):
    bots = FoundBots()
    spec = spec.format(folder=folder, python=sys.executable)
    assert bots.find(GAME, spec) is bots.find(GAME, spec)
    assert searches == [spec]


CHANGES: dict[str, Callable[[Path], object]] = {
    "other content": lambda folder: (folder / "bot.py").write_text(BOT + "# changed\n"),
    "an imported module": lambda folder: (folder / "helper.py").write_text("WORTH = 2.5\n"),
    "only the time": lambda folder: os.utime(folder / "bot.py", (1, 1)),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("spec", ["{folder}", "{folder}/bot.py"])
def test_a_changed_bot_is_found_again(searches, folder, spec, change):
    bots = FoundBots()
    spec = spec.format(folder=folder)
    before = bots.find(GAME, spec)
    CHANGES[change](folder)
    after = bots.find(GAME, spec)
    assert len(searches) == 2
    assert (after.digest != before.digest) is (change != "only the time")


def test_a_bot_that_is_gone_is_missed(folder):
    bots = FoundBots()
    bots.find(GAME, f"{folder}/bot.py")
    (folder / "bot.py").unlink()
    with pytest.raises(BotError, match="no such file"):
        bots.find(GAME, f"{folder}/bot.py")


def test_each_folder_and_game_has_its_own_bots(searches, folder, monkeypatch):
    bots = FoundBots()
    bots.find(GAME, "random")
    bots.find(get_game("tanks"), "random")
    monkeypatch.chdir(folder)
    bots.find(GAME, "random")
    assert len(searches) == 3
