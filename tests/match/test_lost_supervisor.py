"""A supervisor that is killed from outside: whoever cannot have done it pays nothing."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from lanista.match import MatchResult, arrange
from lanista.match.referee import Referee
from lanista.sandbox import Level, Wanted
from lanista.sandbox.machine import find_machine
from lanista.sandbox.process_tree import descendants
from lanista.verdict import Verdict
from tests.processes import eventually, is_gone

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "end":
        print(json.dumps({"type": "ready"} if message["type"] == "start" else {"move": "NOTHING"}), flush=True)
"""


class Killer:
    """Kills the supervisor of the first seat after a turn, and waits until its bot is gone too."""

    def __init__(self, turn: int) -> None:
        self.turn_of_death = turn
        self.player: Any = None

    def begin(self, *_):
        """The match begins."""

    def turn(self, turn, *_):
        """Kill after the turn."""
        if turn.turn == self.turn_of_death:
            bot = descendants(self.player.supervisor_pid)
            assert bot, "a supervisor has a bot"
            os.kill(self.player.supervisor_pid, signal.SIGKILL)
            eventually(lambda: all(map(is_gone, bot)))

    def end(self, *_):
        """The match is over."""


def play_without_supervisor(folder: Path, level: Level) -> MatchResult:
    (folder / "bot.py").write_text(BOT)
    plan = arrange(
        "overdrive",
        [f"{sys.executable} {folder / 'bot.py'}", "cruise"],
        seed=3,
        changes={"max_rounds": 8},
        wanted=Wanted(level),
    )
    killer, players = Killer(3), plan.players()
    killer.player = players[0]
    return Referee(plan.setup, players, [killer]).play()


@pytest.mark.parametrize("level", [Level.NAMESPACES, Level.CGROUP], ids=lambda level: level.value)
def test_the_match_is_void_if_no_bot_could_have_done_it(tmp_path, level):
    if find_machine().level < level:
        pytest.skip(f"needs the sandbox level {level.value}")
    result = play_without_supervisor(tmp_path, level)
    assert "the supervisor process of" in result.void
    assert result.outcome is None


def test_without_namespaces_the_bot_is_taken_for_the_killer(tmp_path):
    result = play_without_supervisor(tmp_path, Level.NONE)
    assert not result.void
    assert result.seats[0].verdicts[Verdict.CRASHED] >= 4
    assert result.outcome is not None
