"""Every kind of misbehaviour gets its verdict, the match goes on to its end, and no process survives."""

import os
import sys
import time
from pathlib import Path

import pytest

from lanista.bots.player import Limits
from lanista.match import MatchResult, arrange
from lanista.verdict import Verdict

HOSTILE = Path(__file__).parents[1] / "hostile"
TURNS = 16


def play(bot: str, *, turn_ms: int = 200, start_ms: int = 5000, strict: bool = False) -> MatchResult:
    command = f"{sys.executable} -B {HOSTILE / (bot + '.py')}"
    plan = arrange(
        "overdrive",
        [command, "cruise"],
        seed=1,
        changes={"max_rounds": TURNS, "too_many_invalid": 0},
        limits=Limits(start_ms, turn_ms),
        strict=strict,
    )
    return plan.play()


# Bot, verdicts of its 16 turns (run-length), and a word that its first fault's reason must hold.
OK, INVALID, TIMEOUT, CRASHED = Verdict.OK, Verdict.INVALID, Verdict.TIMEOUT, Verdict.CRASHED
PROTOCOL, FLOOD, KILLED = Verdict.PROTOCOL_ERROR, Verdict.OUTPUT_LIMIT, Verdict.KILLED
TABLE = [
    ("sleeps_forever", {OK: 2, TIMEOUT: 14}, "no answer within 200 ms"),
    ("busy_loop", {OK: 2, TIMEOUT: 14}, "no answer within 200 ms"),
    ("ignores_signals", {OK: 2, TIMEOUT: 14}, "no answer within 200 ms"),
    ("never_reads", {TIMEOUT: 16}, "no answer within 200 ms"),
    ("half_line", {OK: 2, TIMEOUT: 14}, "no answer within 200 ms"),
    ("exits_at_start", {CRASHED: 16}, "exit status 1"),
    ("exits_quietly", {OK: 2, CRASHED: 14}, "exit status 0"),
    ("crashes", {OK: 2, CRASHED: 14}, "exit status 1"),
    ("forks_children", {OK: 2, CRASHED: 14}, "exit status 0"),
    ("closes_output", {OK: 2, CRASHED: 14}, "closed its standard output"),
    ("kills_itself", {OK: 2, KILLED: 14}, "SIGSEGV"),
    ("floods", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("endless_line", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("floods_log", {OK: 16}, ""),
    ("answers_twice", {OK: 15, PROTOCOL: 1}, "answered twice"),
    ("rubbish_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    ("deep_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    ("no_move", {OK: 15, PROTOCOL: 1}, 'expected a member "move"'),
    ("wrong_turn", {OK: 15, PROTOCOL: 1}, "expected an answer to turn 3, got one to turn 10"),
    ("bad_utf8", {OK: 15, PROTOCOL: 1}, "expected UTF-8"),
    ("unknown_word", {OK: 15, INVALID: 1}, "unknown command 'FLY'"),
    ("number_for_a_move", {OK: 15, INVALID: 1}, "unknown command"),
    ("leaves_a_daemon", {OK: 16}, ""),
    ("hostile_text", {OK: 2, INVALID: 14}, "unknown command"),
]


@pytest.mark.parametrize(("bot", "verdicts", "reason"), TABLE, ids=[row[0] for row in TABLE])
def test_misbehaviour_gets_its_verdict_and_the_match_ends(bot, verdicts, reason):
    result = play(bot)
    seat = result.seats[0]
    assert dict(seat.verdicts) == verdicts
    assert result.outcome is not None
    assert result.turns == TURNS
    assert reason in (seat.fault.reason if seat.fault else "")
    assert result.seats[1].verdicts == {OK: TURNS}, "the opponent pays nothing"
    assert survivors(HOSTILE / f"{bot}.py") == []


def survivors(script: Path) -> list[str]:
    """Processes that still run a script, after a moment for the kernel to take them away."""
    for _ in range(50):
        found = [line for line in command_lines() if str(script) in line]
        if not found:
            return []
        time.sleep(0.02)
    return found


def command_lines() -> list[str]:
    lines = []
    for folder in Path("/proc").iterdir() if os.path.isdir("/proc") else []:
        try:
            if folder.name.isdigit():
                lines.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return lines


def test_never_ready_is_a_timeout_at_the_start():
    result = play("never_ready", start_ms=300)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.verdict is Verdict.TIMEOUT
    assert "not ready after 300 ms" in fault.reason
    assert survivors(HOSTILE / "never_ready.py") == []


@pytest.mark.parametrize("bot", ["late", "late_bare"])
def test_a_late_answer_is_recognised_and_dropped(bot):
    """The late answer to turn 3 must not be taken for the answer to a later turn."""
    result = play(bot, turn_ms=200)
    verdicts = result.seats[0].verdicts
    assert verdicts[Verdict.TIMEOUT] in (2, 3)
    assert verdicts[Verdict.OK] == TURNS - verdicts[Verdict.TIMEOUT]
    assert set(verdicts) == {Verdict.OK, Verdict.TIMEOUT}


@pytest.mark.parametrize("bot", ["answers_early", "prints_debug"])
def test_more_lines_than_questions_are_noticed(bot):
    verdicts = play(bot).seats[0].verdicts
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
