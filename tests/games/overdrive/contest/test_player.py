"""Bots of Entelect Challenge 2020 play Overdrive: one process per match, and files for every round."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest

from lanista.bots.player import Budgets
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.games.overdrive.views import text_map
from tests.bots.matches import PATIENT, USED, play, play_and_verify

OK, INVALID, TIMEOUT, CRASHED = Verdict.OK, Verdict.INVALID, Verdict.TIMEOUT, Verdict.CRASHED
LIMIT = Verdict.OUTPUT_LIMIT
ROUNDS = 6
HASTY = Budgets(100, 100)


@pytest.mark.parametrize(
    ("language", "opponent"), [("python", "greedy"), ("javascript", "cruise"), ("java", "random")]
)
def test_bots_of_the_contest_play_whole_matches(kit, tmp_path, language, opponent):
    result = play_and_verify(tmp_path / "r.gz", "overdrive", kit(language), opponent)
    assert result.outcome is not None
    assert result.outcome.marks == ()
    assert result.marks == []
    assert set(result.seats[0].verdicts) <= {OK, INVALID}, "a turn off the track is the bot's own affair"
    assert result.seats[0].name == {"python": "Snake", "javascript": "Node Runner", "java": "Coffee"}[language]


def test_they_play_each_other(kit, tmp_path):
    result = play_and_verify(tmp_path / "r.gz", "overdrive", kit("java"), kit("javascript"))
    assert [seat.verdicts for seat in result.seats] == [{OK: result.turns}] * 2


def test_one_folder_at_both_seats_is_two_bots(kit):
    both = kit("python")
    result, seen = play("overdrive", both, both, max_rounds=5)
    assert [seat.name for seat in result.seats] == ["Snake", "Snake 2"]
    assert all(set(seat.verdicts) == {OK} for seat in result.seats)
    assert seen.turns[2].answers[1].log == "thinking about round 3\n"
    assert not (Path(both) / "rounds").exists(), "the match works on a copy"


LOOP = """
import json, os, sys, time
for line in sys.stdin:
    n = int(line)
    say = lambda text: print(text, flush=True)
    {body}
"""


def answering(body: str) -> str:
    """A bot that does something in every round n."""
    return LOOP.format(body=textwrap.indent(textwrap.dedent(body), "    ").strip())


@pytest.mark.usefixtures("unconfined")
def test_the_files_are_the_contests(folder, tmp_path):
    kept = tmp_path / "kept"
    source = answering(f"""
        import shutil
        shutil.copytree("rounds/%d" % n, {str(kept)!r} + "/%d" % n)
        say("C;%d;ACCELERATE" % n)
    """)
    _, seen = play("overdrive", folder(source), "cruise", max_rounds=4)
    game = get_game("overdrive")
    state = game.start(game.configure("standard", {"max_rounds": 4}), 4, 2)
    for turn in seen.turns:
        files = {path.name: path.read_bytes() for path in (kept / str(turn.turn)).iterdir()}
        assert sorted(files) == ["state.json", "state.txt", "textMap.txt"]
        assert json.loads(files["state.json"]) == game.view(state, 0)
        assert files["state.txt"] == files["textMap.txt"] == text_map(state, 0).encode()
        game.step(state, [game.read(state, seat, answer.text or "") for seat, answer in enumerate(turn.answers)])


@pytest.mark.usefixtures("unconfined")
def test_state_json_looks_as_in_the_contest(folder, tmp_path):
    kept = tmp_path / "state.json"
    source = answering(f"""
        import shutil
        shutil.copy("rounds/%d/state.json" % n, {str(kept)!r})
        say("C;%d;NOTHING" % n)
    """)
    play("overdrive", folder(source), "cruise", max_rounds=1)
    lines = kept.read_text().splitlines()
    assert lines[:6] == [
        "{",
        '  "currentRound":1,',
        '  "maxRounds":1,',
        '  "player":{',
        '    "id":1,',
        '    "position":{',
    ]
    assert '    "powerups":[],' in lines


# What a bot does in every round, its verdicts, and part of the first fault's reason.
HOSTILE = {
    "debug lines": ("say('x\\n' * 3000); say('C;%d;ACCELERATE' % n); say('more')", {OK: 6}, ""),
    "several answers": ("os.write(1, b'C;%d;FLY\\nC;%d;ACCELERATE\\n' % (n, n))", {OK: 6}, ""),
    "an answer in two pieces": (
        "os.write(1, b'C;%d;FLY\\nC;%d;ACCEL' % (n, n)); time.sleep(0.05); os.write(1, b'ERATE\\n')",
        {OK: 6},
        "",
    ),
    "line ends of Windows": ("sys.stdout.write('C;%d;NOTHING\\r\\n' % n); sys.stdout.flush()", {OK: 6}, ""),
    "no text": ("os.write(1, b'\\xff\\xfe\\nC;%d;\\xff\\n' % n)", {INVALID: 6}, "unknown command"),
    "empty command": ("say('C;%d;' % n)", {INVALID: 6}, "no command"),
    "semicolons only": ("say('C;%d;;;' % n)", {INVALID: 6}, "no command"),
    "unknown word": ("say('C;%d;FLY' % n)", {INVALID: 6}, "unknown command 'FLY'"),
    "exits quietly": ("sys.exit(0)", {CRASHED: 6}, "must run for the whole match"),
    "crashes": ("say('C;1;NOTHING') if n == 1 else sys.exit(7)", {OK: 1, CRASHED: 5}, "exit status 7"),
    "lacks a module": ("import nosuchmodule", {CRASHED: 6}, "-m pip install nosuchmodule"),
    "one long line": ("os.write(1, b'x' * 2_000_000)", {LIMIT: 6}, "bytes a line"),
    "too much": ("say(('x' * 1000 + '\\n') * 2000)", {LIMIT: 6}, "10000 lines or 1048576 bytes"),
    "a file for a folder": (
        "os.rename('rounds', 'old'); open('rounds', 'w'); say('C;%d;NOTHING' % n)",
        {OK: 1, CRASHED: 5},
        "rounds cannot be written into its folder",
    ),
    "a link for a folder": (
        "os.rename('rounds', 'old'); os.symlink('/tmp', 'rounds'); say('C;%d;NOTHING' % n)",
        {OK: 1, CRASHED: 5},
        "rounds cannot be written into its folder",
    ),
}


FLOODS = {
    "100 MB of letters": "[os.write(1, b'A' * 65536) for _ in range(1600)]",
    "100 MB of blanks": "[os.write(1, b' ' * 60000 + b'\\n' * 5536) for _ in range(1600)]",
    "a million answers": "[os.write(1, b'C;%d;NOTHING\\n' % n * 1000) for _ in range(1000)]",
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_ends_its_bot_and_not_the_match(folder, kind):
    result, _ = play("overdrive", folder(answering(FLOODS[kind])), "cruise", max_rounds=ROUNDS)
    assert result.turns == ROUNDS
    verdicts = dict(result.seats[0].verdicts)
    assert verdicts in ({LIMIT: ROUNDS}, {OK: 1, LIMIT: ROUNDS - 1}), "the first answer may have counted"
    assert result.seats[1].verdicts == {OK: ROUNDS}


def test_real_time_signals_have_names(folder):
    result, _ = play("overdrive", folder(answering("os.kill(os.getpid(), 40)")), "cruise", max_rounds=2)
    assert result.seats[0].verdicts == {Verdict.KILLED: 2}
    fault = result.seats[0].fault
    assert fault is not None
    assert "SIGRTMIN+6" in fault.reason


@pytest.mark.parametrize("kind", HOSTILE)
def test_misbehaviour_gets_its_verdict_and_the_match_ends(folder, monkeypatch, tmp_path, kind):
    body, verdicts, reason = HOSTILE[kind]
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    result, _ = play("overdrive", folder(answering(body)), "cruise", max_rounds=ROUNDS, too_many_invalid=0)
    seat = result.seats[0]
    assert dict(seat.verdicts) == verdicts
    assert reason in (seat.fault.reason if seat.fault else "")
    assert result.seats[1].verdicts == {OK: ROUNDS}, "the opponent pays nothing"
    assert list(scratch.iterdir()) == [], "nothing is left of the copy"


# Lines that answer no round: they are log, and the budget runs out.
USELESS = {
    "silence": ("time.sleep(600)", "no line C;1;<command> on standard output within 200 ms"),
    "bare command": ("say('ACCELERATE')", ""),
    "an old round": ("say('C;%d;ACCELERATE' % (n - 1))", ""),
    "a round to come": ("say('C;%d;ACCELERATE' % (n + 10))", ""),
    "half a line": ("os.write(1, b'C;%d;ACCELERATE' % n)", ""),
}


@pytest.mark.parametrize("kind", USELESS)
def test_a_line_that_answers_no_round_is_log(folder, kind):
    body, reason = USELESS[kind]
    result, _ = play("overdrive", folder(answering(body)), "cruise", limits=HASTY, max_rounds=3)
    assert result.seats[0].verdicts == {TIMEOUT: 3}
    fault = result.seats[0].fault
    assert fault is not None
    assert reason in fault.reason


def test_the_reason_of_a_timeout_quotes_the_last_line(folder):
    result, _ = play(
        "overdrive", folder(answering("say('FIX')")), "cruise", limits=Budgets(1_500, 500), max_rounds=1
    )
    fault = result.seats[0].fault
    assert fault is not None
    assert re.search(rf"within 2000 ms{USED}; its last line was 'FIX'", fault.reason)


def test_the_first_round_has_the_start_budget_on_top(folder):
    source = "import time; time.sleep(1.5)\n" + answering("say('C;%d;NOTHING' % n)")
    result, _ = play("overdrive", folder(source), "cruise", limits=Budgets(30_000, 1_000), max_rounds=1)
    assert result.seats[0].verdicts == {OK: 1}


def warning(text: str) -> str:
    """A bot that writes to its error output in round 2."""
    return answering(f"""
        if n == 2:
            print({text!r}, file=sys.stderr, flush=True)
        say("C;%d;NOTHING" % n)
    """)


def test_error_output_is_logged_and_counted(folder):
    """The last line of error output is the player's exception for this and all later rounds."""
    result, seen = play("overdrive", folder(warning("careful\nnow")), "cruise", max_rounds=4)
    assert seen.turns[0].answers[0].error is None
    assert [turn.answers[0].error for turn in seen.turns][2:] == ["now", "now"]
    assert "careful\nnow\n" in "".join(turn.answers[0].log for turn in seen.turns)
    assert result.marks == ["to be verified: player 1 wrote error output in consecutive rounds"]


def test_error_output_in_the_last_round_alone_is_not_flagged(folder):
    result, _ = play("overdrive", folder(warning("bye")), "cruise", max_rounds=2)
    assert result.marks == []


def test_logs_of_other_protocols_are_no_error_output(tmp_path):
    talker = tmp_path / "talker.py"
    talker.write_text("def move(view):\n    print('thinking')\n    return 'NOTHING'\n")
    result, _ = play("overdrive", str(talker), "cruise", max_rounds=4)
    assert result.marks == []


@pytest.mark.usefixtures("unconfined")
def test_nothing_survives_the_referee(folder, tmp_path):
    """Even `kill -9` of the referee leaves neither the bot nor the copy of its folder behind."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    bot = folder(answering(f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(600)"))
    script = f"""
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
plan_match("overdrive", [{bot!r}, "cruise"], MatchTerms(no_timeout=True)).play()
"""
    referee = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, "TMPDIR": str(scratch)})
    try:
        wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "", "the bot runs")
        assert len(list(scratch.iterdir())) == 1
    finally:
        os.kill(referee.pid, signal.SIGKILL)
        referee.wait()
    pid = (tmp_path / "pid").read_text()
    wait_for(lambda: not Path(f"/proc/{pid}").exists(), "the bot is gone")
    wait_for(lambda: list(scratch.iterdir()) == [], "the copy is gone")


def wait_for(condition, what: str) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def test_many_matches_leave_no_open_files(folder):
    bot = folder(answering("say('C;%d;NOTHING' % n)"))
    play("overdrive", bot, bot, max_rounds=2)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        play("overdrive", bot, bot, max_rounds=2, limits=PATIENT)
    assert len(os.listdir("/proc/self/fd")) == before
