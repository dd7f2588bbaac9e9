"""Bots whose process ends: how it ended is said, however late its supervisor reports it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from lanista.bots.player import Budgets
from lanista.bots.process.pipes import BotPipes
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine
from tests.short import SHORT
from tests.soak.bots import Folder

LIMITS = Budgets(60_000, 4_000)
LATE_SECONDS = 1.5
AFTER_THE_DEADLINE = 5.0

AT_THE_START = "raise SystemExit(3)"
LINES = """
import sys
for line in sys.stdin:
    if '"turn"' in line:
        raise SystemExit(3)
    print('{"type":"ready"}', flush=True)
"""
ROUND_FILES = "input()\nraise SystemExit(3)\n"
SOCKET = """
import socket, sys
link = socket.create_connection(("127.0.0.1", int(sys.argv[-1])))
link.sendall(b"kit\\n")
link.makefile("rb").readline()
raise SystemExit(3)
"""
ROUND_PROCESS = "raise SystemExit(3)\n"


KINDS = ("lines, at the start", "lines", "round files", "round process", "socket", "hub")


def bots(root: Path) -> dict[str, tuple[str, str]]:
    """A game, and a bot of each protocol that ends with the exit status 3."""
    folder = Folder(root)
    return {
        "lines, at the start": ("overdrive", folder.script("start", AT_THE_START)),
        "lines": ("overdrive", folder.script("lines", LINES)),
        "round files": ("overdrive", folder.contestant("files", ROUND_FILES)),
        "round process": ("tower_defence", folder.contestant("process", ROUND_PROCESS)),
        "socket": ("rampage", f"orbis:{folder.script('socket', SOCKET)}"),
        "hub": ("sproutopia", f"signalr:{folder.script('hub', AT_THE_START)}"),
    }


@pytest.fixture
def late(monkeypatch):
    """Supervisors whose reports arrive late once their bot was started, as on a busy machine."""
    due: dict[BotPipes, float] = {}
    seconds = [LATE_SECONDS]
    read = BotPipes.read

    def read_late(self: BotPipes, name: str) -> bytes | None:
        if name != "status":
            return read(self, name)
        if self in due and time.monotonic() < due[self]:
            time.sleep(0.01)  # it is readable, and is asked again
            return None
        data = read(self, name)
        if data and b'"started"' in data:
            due[self] = time.monotonic() + seconds[0]
        return data

    monkeypatch.setattr(BotPipes, "read", read_late)
    return seconds


def play(game: str, bot: str, level: Level = Level.NONE) -> MatchResult:
    opponents = [get_game(game).bots[0]] * (min(get_game(game).seats) - 1)
    changes = dict.fromkeys(SHORT[game], 2)
    wanted = SandboxRequest(level, {"wall_factor": 1})
    return plan_match(
        game, [bot, *opponents], MatchTerms(wanted=wanted, settings=changes).with_budgets(LIMITS), seed=1
    ).play()


@pytest.mark.parametrize(
    ("kind", "level"),
    [*[(kind, Level.NONE) for kind in KINDS], ("lines", Level.NAMESPACES), ("round process", Level.NAMESPACES)],
)
def test_a_crash_is_said_with_its_exit_status_however_late_that_comes(tmp_path, monkeypatch, late, kind, level):
    if find_machine().level < level:
        pytest.skip(f"needs the sandbox level {level.value}")
    game, bot = bots(tmp_path)[kind]
    if kind == "round process":  # whose output stays open
        late[:] = [AFTER_THE_DEADLINE]
    monkeypatch.setenv("PATH", f"{Path(sys.executable).resolve().parent}{os.pathsep}{os.environ['PATH']}")
    fault = play(game, bot, level).seats[0].fault
    assert fault is not None
    assert fault.verdict is Verdict.CRASHED
    assert "exit status 3" in fault.reason
    assert fault.evidence.exit_status == "exit status 3"


def test_a_bot_that_only_closes_its_output_is_not_waited_for_long(tmp_path):
    """Its process is still running, and the reason says so."""
    source = LINES.replace("raise SystemExit(3)", "import os, time; os.close(1); time.sleep(60)")
    began = time.monotonic()
    fault = play("overdrive", Folder(tmp_path).script("closes", source)).seats[0].fault
    assert fault is not None
    assert fault.reason == "closed its standard output, and its process is still running"
    assert fault.evidence.exit_status == "ended by the referee"
    assert time.monotonic() - began < 30


def test_a_status_that_never_comes_is_not_waited_for_for_ever(tmp_path, monkeypatch, late):
    late[:] = [60.0]
    monkeypatch.setattr("lanista.bots.process.process.STATUS_SECONDS", 0.5)
    fault = play(*bots(tmp_path)["lines"]).seats[0].fault
    assert fault is not None
    assert fault.reason == "closed its standard output, and how its process ended was not reported in 0.5 s"
