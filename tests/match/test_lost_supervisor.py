"""A supervisor that is killed from outside: a bot that cannot have done it pays nothing."""

import errno
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from lanista.bots.process import supervisor
from lanista.core.verdict import Verdict
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult, Referee
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine
from lanista.sandbox.usage.process_tree import descendants
from tests.bots.matches import PATIENT
from tests.processes import eventually, is_gone
from tests.soak.bots import Folder, good_pairings

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
    plan = plan_match(
        "overdrive",
        [f"{sys.executable} {folder / 'bot.py'}", "cruise"],
        MatchTerms(settings={"max_rounds": 8}, wanted=SandboxRequest(level)),
        seed=3,
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


# Supervisors that fail before the bot's program begins: what they say on their status pipe
FAILURES = {
    "it cannot make the sandbox": b'{"unable": "the sandbox: a system call: Too many references"}\n',
    "it cannot start the program": b'{"starting": true}\n{"unable": "python3: Too many open files"}\n',
    "it cannot even begin": b"",
}
KINDS = ("fresh lines", "round files", "file exchange", "hub", "socket")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [Level.NONE, Level.NAMESPACES], ids=lambda level: level.value)
@pytest.mark.parametrize("failure", FAILURES)
def test_a_failure_of_ours_at_the_start_voids_the_match(tmp_path, monkeypatch, kind, level, failure):
    if find_machine().level < level:
        pytest.skip(f"needs the sandbox level {level.value}")
    pairing = next(pairing for pairing in good_pairings(Folder(tmp_path)) if pairing.kind == kind)
    code = f"import os, sys; os.write(int(sys.argv[3]), {FAILURES[failure]!r})"
    monkeypatch.setattr(supervisor, "boot_command", lambda _: [sys.executable, "-I", "-S", "-c", code])
    wanted = SandboxRequest(level)
    plan = plan_match(
        pairing.game,
        pairing.bots,
        MatchTerms(settings=pairing.settings, wanted=wanted).with_budgets(PATIENT),
        seed=4,
    )
    result = plan.play()
    assert result.void, [seat.fault for seat in result.seats]
    assert result.outcome is None
    assert all(set(seat.verdicts) == {Verdict.ENGINE_ERROR} and seat.fault is None for seat in result.seats)


def test_a_referee_without_descriptors_voids_the_match(tmp_path, monkeypatch):
    (tmp_path / "bot.py").write_text(BOT)
    plan = plan_match("overdrive", [f"{sys.executable} {tmp_path / 'bot.py'}", "cruise"], seed=3)

    def no_pipe() -> tuple[int, int]:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, "pipe", no_pipe)
    result = plan.play()
    assert "Too many open files" in result.void
