"""Bots of every protocol: a healthy one gets a clean card, and one that is broken in one way is caught."""

import json
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.tools.doctor import CHECKS, CheckStatus
from tests.bots.kits import own_python_first
from tests.tools.doctor.examined import examination, found_by

__all__ = ["own_python_first"]

GAMES = Path(__file__).parents[2] / "games"
SHORT = {
    "overdrive": {"max_rounds": 4},
    "tower_defence": {"max_rounds": 4},
    "rampage": {"max_turns": 10},
    "sproutopia": {"MaxTicks": 15},
}
HUB_BOT = """
    import os, sys
    from client import RawClient

    client = RawClient(os.environ["RUNNER_IPV4"]).shake_hands()
    token = os.environ["REGISTRATION_TOKEN"]
    client.register(token, "square")
    while (message := client.hear()) is not None:
        if message.get("target") == "ReceiveBotState":
            tick = message["arguments"][0]["gameTick"]
            # broken
            order = {"action": 4, "botId": token}
            client.say({"type": 1, "target": "SendPlayerCommand", "arguments": [order]})
"""
MakeBot = Callable[[str, str], str]


def replaced(path: Path, healthy: str, broken: str) -> None:
    """Break a bot in one place."""
    text = path.read_text()
    assert healthy in text
    path.write_text(text.replace(healthy, broken))


def make_2020(folder: Path, broken: bool) -> str:
    shutil.copytree(GAMES / "overdrive" / "contest" / "kits" / "python", folder)
    if broken:
        replaced(folder / "race_bot.py", "choose(state)}", "choose(state) if number != 3 else 'FLY'}")
    return str(folder)


def make_2018(folder: Path, broken: bool) -> str:
    shutil.copytree(GAMES / "tower_defence" / "contest" / "kits" / "python", folder)
    if broken:
        bot = next(folder.rglob("*.py"))
        bot.write_text("import sys\nsys.exit()\n" + bot.read_text())
    return str(folder)


def make_kit(folder: Path, broken: bool) -> str:
    folder.mkdir()
    shutil.copy(GAMES / "rampage" / "contest" / "kit.py", folder)
    if broken:
        replaced(folder / "kit.py", 'turn = int(state["currentTurn"])', 'turn = int(state["currentTurn"]) // 0')
    return f"orbis:{sys.executable} {folder / 'kit.py'}"


def make_hub_bot(folder: Path, broken: bool) -> str:
    folder.mkdir()
    shutil.copy(GAMES / "sproutopia" / "contest" / "client.py", folder)
    source = textwrap.dedent(HUB_BOT)
    (folder / "bot.py").write_text(source.replace("# broken", "sys.exit('enough')" if broken else "pass"))
    return f"signalr:{sys.executable} {folder / 'bot.py'}"


def make_project(folder: Path, broken: bool) -> str:
    CliRunner().invoke(lanista, ["new", "python", "overdrive", str(folder)])
    if broken:
        replaced(folder / "bot.py", "def move(view: View) -> Move:", "def move(view: View, more) -> Move:")
    return str(folder)


MADE = {
    "project": (make_project, "overdrive", "crashed"),
    "2020": (make_2020, "overdrive", "invalid"),
    "2018": (make_2018, "tower_defence", "protocol_error"),
    "kit": (make_kit, "rampage", "crashed"),
    "hub": (make_hub_bot, "sproutopia", "crashed"),
}


@pytest.mark.parametrize("protocol", MADE)
def test_a_healthy_bot_gets_a_clean_card(tmp_path, monkeypatch, protocol):
    make, game, _ = MADE[protocol]
    monkeypatch.setattr("lanista.tools.doctor.unusual.MAX_MOMENTS", 1)
    about = examination(tmp_path, make(tmp_path / "bot", False), game, changes=SHORT[game])
    found = dict(zip([check.name for check in CHECKS], found_by(about), strict=True))
    assert {name: finding.found for name, finding in found.items() if finding.is_bad} == {}
    assert found["play"].status is found["dead-opponents"].status is found["half-speed"].status is CheckStatus.OK


@pytest.mark.parametrize("protocol", MADE)
def test_a_broken_bot_is_caught(tmp_path, protocol):
    make, game, verdict = MADE[protocol]
    about = examination(tmp_path, make(tmp_path / "bot", True), game, changes=SHORT[game])
    (finding,) = found_by(about, "play")
    assert finding.status is CheckStatus.FAILED
    assert finding.found.startswith(verdict)
    if protocol != "hub":  # at a hub, when the end of a process shows depends on time
        again = CliRunner().invoke(lanista, [*shlex.split(finding.command)[1:], "--json"])
        assert (again.exit_code, json.loads(again.stdout)["answer"]["verdict"]) == (1, verdict)
