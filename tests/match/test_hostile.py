"""Every kind of misbehaviour gets its verdict, the match continues to its end, and no process survives.

The bots are real processes; the match runs on a clock that waits for them as long as an answer can still come.
"""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lanista.bots.process import supervisor_process
from lanista.core.verdict import Verdict
from lanista.match.referee import MatchResult
from lanista.sandbox import Level, SandboxRequest
from tests.hostile import matches
from tests.hostile.leftovers import command_lines
from tests.hostile.matches import HERE, command
from tests.hostile.table import PROGRAMS, TURNS


def play(bot: str, **options: Any) -> MatchResult:
    """A match of a hostile program against a built-in bot."""
    return matches.play([command(HERE / f"{bot}.py"), "cruise"], **options)


EVERYWHERE = [program for program in PROGRAMS if program.expected(Level.NONE)]


@pytest.mark.parametrize("program", EVERYWHERE, ids=[program.name for program in EVERYWHERE])
def test_misbehaviour_gets_its_verdict_and_the_match_ends(program):
    expected = program.expected(Level.NONE)
    result = play(program.name, silent=expected.silent, wanted=SandboxRequest(Level.NONE))
    seat = result.seats[0]
    assert dict(seat.verdicts) == expected.verdicts
    assert result.outcome is not None
    assert result.turns == TURNS
    assert expected.reason in (seat.fault.reason if seat.fault else "")
    assert result.seats[1].verdicts == {Verdict.OK: TURNS}, "the opponent pays nothing"
    assert survivors(HERE / program.file) == []


@pytest.mark.parametrize("bot", ["kills_its_supervisor", "sheds_its_mark", "stops_its_supervisor"])
def test_a_bot_without_its_supervisor_leaves_nothing_and_nobody_else_is_hurt(bot, monkeypatch):
    """Orphans come to the referee, which ends and collects them, but no other children of its process."""
    monkeypatch.setenv("LANISTA_SANDBOX", "none")
    script = HERE / f"{bot}.py"
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True
    ) as other:
        before = set(supervisor_process.descendants(dead=True))
        play(bot)
        assert other.poll() is None
        assert set(supervisor_process.descendants(dead=True)) == before, "not even a dead process is left"
        assert survivors(script) == []
        assert supervisor_process.is_subreaper() == 0, "the process is as it was before the match"
        other.communicate(b"\n")
        assert other.returncode == 0, "its status is its parent's to collect"


def survivors(script: Path) -> list[str]:
    """Processes that still run a script, after a moment for the kernel to take them away."""
    for _ in range(50):
        found = [line for line in command_lines() if str(script) in line]
        if not found:
            return []
        time.sleep(0.02)
    return found


def test_never_ready_is_a_timeout_at_the_start():
    result = play("never_ready", start_patience=0.01)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.verdict is Verdict.TIMEOUT
    assert "not ready after 5000 ms" in fault.reason
    assert survivors(HERE / "never_ready.py") == []


@pytest.mark.parametrize(("bot", "slow_after"), [("answers_early", 3), ("prints_debug", 0)])
def test_more_lines_than_questions_are_noticed(bot, slow_after):
    """A bare answer shows that it is early only if its question comes after it, as here."""
    verdicts = play(bot, slow_after=slow_after).seats[0].verdicts
    assert verdicts[Verdict.PROTOCOL_ERROR] >= 1


def test_the_report_shows_log_and_exit_status():
    fault = play("crashes").seats[0].fault
    assert fault is not None
    assert fault.turn == 3
    assert fault.evidence.exit_status == "exit status 1"
    assert fault.evidence.last_output == '{"turn": 2, "move": "ACCELERATE"}'
    assert fault.evidence.log_tail[0] == "about to divide"
    assert fault.evidence.log_tail[-1] == "ZeroDivisionError: division by zero"


def test_what_a_bot_wrote_is_shown_inert():
    fault = play("hostile_text").seats[0].fault
    assert fault is not None
    for text in (fault.evidence.last_output, *fault.evidence.log_tail):
        assert "\x1b" not in text
        assert "\x07" not in text
