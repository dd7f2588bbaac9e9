"""The plug-in of pytest: pins are collected as tests, their failures read well, and other projects pay nothing."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lanista.match.pins import write_pin
from lanista.match.pins.pin import PinError
from lanista.match.pins.pytest_items import bot_for
from tests.imports import loaded_by

PLUGIN = "lanista.match.pins.pytest_plugin"
BOT = """
def move(view):
    if view["currentRound"] == 4:
        raise ValueError("a fault of the bot")
    return "FIX"
"""


def run_pytest(folder: Path) -> tuple[int, str]:
    """The exit code and the output of pytest in a folder, with no plug-in but ours."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", PLUGIN, "-p", "no:cacheprovider", "-rA"],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    return done.returncode, done.stdout


def test_pins_are_collected_and_failures_read_well(race, tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\nlanista_bot = bots/mine.py\nlanista_runs = 1\n")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text(BOT)
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "pins.toml").write_text('bot = "random"\n')
    write_pin(race, 3, 0, expect=["FIX"], folder=tmp_path / "pins")
    write_pin(race, 3, 0, avoid=["FIX"], note="it has nothing to fix", folder=tmp_path / "pins")
    write_pin(race, 4, 0, expect=["FIX"], folder=tmp_path / "pins")
    write_pin(race, 5, 0, avoid=["USE_EMP"], folder=tmp_path / "others")
    (tmp_path / "pins" / "damaged.pin.json").write_text("{")
    code, output = run_pytest(tmp_path)
    assert code == 1, output
    for text in (
        "PASSED pins/race-turn-3-A.pin.json",
        "PASSED others/race-turn-5-A.pin.json",
        "bots/mine.py: expected not FIX, got FIX\nnote: it has nothing to fix",
        "expected FIX, got crashed: ",
        "ValueError: a fault of the bot",
        "damaged.pin.json: not a pin, or damaged",
        "3 failed, 2 passed",
    ):
        assert text in output, output
    assert "runtest" not in output  # no traceback of ours


def configured(folder: Path, option: str | None = None, setting: str = "") -> Any:
    """The settings of pytest by which a bot is found."""
    invocation = SimpleNamespace(dir=folder)
    return SimpleNamespace(
        getoption=lambda name: option, getini=lambda name: setting, invocation_params=invocation, rootpath=folder
    )


def test_a_bot_is_named_by_an_option_beside_the_pins_or_in_the_settings(tmp_path):
    (tmp_path / "pins").mkdir()
    (tmp_path / "mine.py").touch()
    pin = tmp_path / "pins" / "a.pin.json"
    with pytest.raises(PinError, match=r"a.pin.json: expected a bot to put it to; name it with --lanista-bot BOT"):
        bot_for(pin, configured(tmp_path))
    assert bot_for(pin, configured(tmp_path, setting="greedy")) == "greedy"
    assert bot_for(pin, configured(tmp_path, setting="mine.py")) == str(tmp_path / "mine.py")
    (tmp_path / "pins" / "pins.toml").write_text('bot = "../mine.py"')
    assert Path(bot_for(pin, configured(tmp_path, setting="greedy"))).samefile(tmp_path / "mine.py")
    assert bot_for(pin, configured(tmp_path, "cruise", "greedy")) == "cruise"
    (tmp_path / "pins" / "pins.toml").write_text('game = "overdrive"')
    with pytest.raises(PinError, match=r'pins.toml: expected one line bot = "BOT", got game'):
        bot_for(pin, configured(tmp_path))


def test_projects_without_pins_pay_nothing():
    assert loaded_by(f"import {PLUGIN}") == {"lanista", "lanista.match", "lanista.match.pins", PLUGIN}
