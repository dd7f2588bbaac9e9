"""Every kind of misbehaviour gets its verdict, the match goes on to its end, and no process survives.

The bots are real processes; the match runs on a clock that waits for them as long as an answer can still come.
"""

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lanista.bots import supervisor_process
from lanista.bots.player import Limits
from lanista.match import MatchResult, Referee, Turn, arrange
from lanista.match.referee import Observer
from lanista.verdict import Verdict
from tests.clock import PatientClock

HOSTILE = Path(__file__).parents[1] / "hostile"
TURNS = 16
NEVER = TURNS + 1


class Patience:
    """An observer that is patient with a bot up to the turn from which on it never answers again."""

    def __init__(self, clock: PatientClock, silent: range) -> None:
        self._clock = clock
        self._silent = silent

    def begin(self, *_: object) -> None:
        self._before(1)

    def turn(self, turn: Turn, state: object) -> None:
        self._before(turn.turn + 1)

    def _before(self, turn: int) -> None:
        self._clock.patience = 0.01 if turn in self._silent else 60.0

    def end(self, *_: object) -> None:
        pass


class SlowReferee:
    """An observer that delays the question after a turn until the bot has written again."""

    def __init__(self, player: Any, turn: int) -> None:
        self._player = player
        self._turn = turn

    def begin(self, *_: object) -> None:
        pass

    def turn(self, turn: Turn, state: object) -> None:
        if turn.turn == self._turn:
            assert select.select([self._player._pipes._fds["stdout"]], [], [], 60.0)[0]

    def end(self, *_: object) -> None:
        pass


def play(bot: str, *, silent: range = range(0), start_patience: float = 60.0, slow_after: int = 0) -> MatchResult:
    """A match against a bot that keeps silent in some turns."""
    command = f"{sys.executable} -B {HOSTILE / (bot + '.py')}"
    changes = {"max_rounds": TURNS, "too_many_invalid": 0}
    plan = arrange("overdrive", [command, "cruise"], seed=1, changes=changes, limits=Limits(5000, 200))
    clock = PatientClock(start_patience)
    players = plan.players()
    observers: list[Observer] = [Patience(clock, silent), SlowReferee(players[0], slow_after)]
    return Referee(plan.setup, players, observers, clock).play()


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
    ("real_time_signal", {OK: 2, KILLED: 14}, "killed by SIGRTMIN+6"),
    ("floods", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("endless_line", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("floods_letters", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("floods_blanks", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("floods_answers", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("floods_and_errors", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("floods_log", {OK: 16}, ""),
    ("answers_twice", {OK: 15, PROTOCOL: 1}, "answered twice"),
    ("rubbish_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    ("deep_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    ("no_move", {OK: 15, PROTOCOL: 1}, 'expected a member "move"'),
    ("wrong_turn", {OK: 15, PROTOCOL: 1}, "expected an answer to turn 3, got one to turn 10"),
    ("bad_utf8", {OK: 15, PROTOCOL: 1}, "expected UTF-8"),
    ("bad_utf8_in_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    ("deep_drawing", {OK: 15, PROTOCOL: 1}, "nested deeper than 64 levels"),
    ("unknown_word", {OK: 15, INVALID: 1}, "unknown command 'FLY'"),
    ("number_for_a_move", {OK: 15, INVALID: 1}, "unknown command"),
    ("leaves_a_daemon", {OK: 16}, ""),
    ("kills_its_supervisor", {OK: 2, CRASHED: 14}, "its supervisor process ended"),
    ("stops_its_supervisor", {OK: 16}, ""),
    ("keeps_stopping_its_supervisor", {OK: 16}, ""),
    ("sheds_its_mark", {OK: 2, CRASHED: 14}, "its supervisor process ended"),
    ("traces_its_supervisor", {OK: 16}, ""),
    ("forges_its_status", {OK: 16}, ""),
    ("late", {OK: 15, TIMEOUT: 1}, "no answer within 200 ms"),
    ("late_bare", {OK: 15, TIMEOUT: 1}, "no answer within 200 ms"),
    ("hostile_text", {OK: 2, INVALID: 14}, "unknown command"),
]
# The turns in which a bot never answers; in all others it is waited for.
SILENT = {
    "sleeps_forever": range(3, NEVER),
    "busy_loop": range(3, NEVER),
    "ignores_signals": range(3, NEVER),
    "never_reads": range(1, NEVER),
    "half_line": range(3, NEVER),
    "closes_output": range(3, 4),
    "late": range(3, 4),
    "late_bare": range(3, 4),
}


@pytest.mark.parametrize(("bot", "verdicts", "reason"), TABLE, ids=[row[0] for row in TABLE])
def test_misbehaviour_gets_its_verdict_and_the_match_ends(bot, verdicts, reason):
    result = play(bot, silent=SILENT.get(bot, range(0)))
    seat = result.seats[0]
    assert dict(seat.verdicts) == verdicts
    assert result.outcome is not None
    assert result.turns == TURNS
    assert reason in (seat.fault.reason if seat.fault else "")
    assert result.seats[1].verdicts == {OK: TURNS}, "the opponent pays nothing"
    assert survivors(HOSTILE / f"{bot}.py") == []


@pytest.mark.parametrize("bot", ["kills_its_supervisor", "sheds_its_mark", "stops_its_supervisor"])
def test_a_bot_without_its_supervisor_leaves_nothing_and_nobody_else_is_hurt(bot):
    """Orphans come to the referee, which ends and collects them, but no other children of its process."""
    script = HOSTILE / f"{bot}.py"
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
    result = play("never_ready", start_patience=0.01)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.verdict is Verdict.TIMEOUT
    assert "not ready after 5000 ms" in fault.reason
    assert survivors(HOSTILE / "never_ready.py") == []


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
