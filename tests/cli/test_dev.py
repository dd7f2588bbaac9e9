"""`lanista dev` as a user sees it."""

import dataclasses
import io
import json
import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from rich.console import Console

from lanista.cli.dev.as_json import JsonScreen
from lanista.cli.dev.command import exit_code
from lanista.cli.dev.lines import PlainScreen
from lanista.cli.dev.screen import TerminalScreen, latest
from lanista.series.stats import SprtDecision
from lanista.tools.dev.job import (
    Broken,
    BuildStarted,
    Built,
    ComparedSoFar,
    Failed,
    JobEnded,
    JobEvent,
    Playing,
    Watchable,
)
from lanista.tools.dev.session import DevPlan, DevScreen
from lanista.tools.dev.store import Line, VersionResult
from lanista.tools.dev.version import BotVersion
from tests.cli.test_step import read_until
from tests.processes import SECONDS, eventually, is_gone
from tests.rows import every_row
from tests.tools.dev.made import CRASH, FAST, IDLE, first_match, make_job, standing, write

PLAYS = ("--game", "overdrive", "--set", "max_rounds=20", "--no-timeout")
ONCE = ("dev", "mybot.py", *PLAYS, "--once", "--seed", "3")
QUICK = ("--elo1", "200", "--alpha", "0.3", "--beta", "0.3", "--jobs", "1")


# Once, as in CI


def test_from_the_first_version_to_a_better_one(invoke):
    write("mybot.py", IDLE)
    first = invoke(*ONCE)
    assert first.exit_code == 0, first.output
    assert "no accepted version yet" in first.output
    assert "the first version; every later one is compared with the accepted one" in first.output
    assert "UNCHANGED   this is the accepted version" in invoke(*ONCE).output
    write("mybot.py", FAST)
    better = invoke(*ONCE, *QUICK, "--auto")
    assert better.exit_code == 0, better.output
    assert "first match: won against accepted in 20 turns, no faults" in better.output
    assert "is better than" in better.output
    assert "the test accepted it (--auto)" in better.output
    write("mybot.py", IDLE + "# again\n")
    worse = json.loads(invoke(*ONCE, *QUICK, "--json").stdout)
    assert (worse["result"], worse["light"], worse["accepted"]) == ("not better", "red", False)
    assert worse["comparison"]["elo"]["value"] < 0
    (history_file,) = Path(".lanista/dev").glob("*/history.jsonl")
    history = [json.loads(line) for line in history_file.read_text().splitlines()]
    assert [(line["result"], line["accepted"]) for line in history] == [
        ("first version", True),
        ("better", True),
        ("not better", False),
    ]


def test_a_crash_exits_with_1_and_shows_everything(invoke):
    write("mybot.py", CRASH)
    result = invoke(*ONCE)
    assert result.exit_code == 1
    for text in (
        "mybot (A): crashed first in turn 3 (1 of 3 turns)",
        "exit status 1",
        '"turn": 2',
        'File "mybot.py", line 4, in move',
        "KeyError: 'no such thing'",
        "repeat it: lanista play overdrive mybot.py cruise --seed 3 --set max_rounds=20 --no-timeout --strict",
        "ask again: lanista feed .lanista/dev/",
    ):
        assert text in result.stdout


def test_a_base_is_a_bot_or_a_version(invoke):
    write("old.py", FAST)
    write("mybot.py", FAST.replace("view", "seen"))
    words = (*ONCE, "--max-pairs", "1", "--json")
    version = json.loads(invoke(*words, "--base", "old.py").stdout)
    assert version["result"] == "undecided"
    again = invoke(*words, "--base", version["base"][:5])
    assert json.loads(again.stdout)["base"] == version["base"]
    assert again.exit_code == 3
    assert "kept are" in json.loads(invoke(*words, "--base", "zzzz").stdout)["error"]["message"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("dev", "greedy", "--game", "overdrive"), "greedy is a built-in bot of overdrive"),
        (("dev", "nobot.py", "--game", "overdrive"), "nobot.py: no such file"),
        (("dev", "mybot.py"), "expected --game with one of overdrive, rampage"),
        ((*ONCE, "--set", "no_such=1"), "no_such"),
        ((*ONCE, "--ruleset", "none"), "no ruleset"),
        ((*ONCE, "--map", "none"), "none"),
        ((*ONCE, "--against", "none"), "no bot 'none'"),
        ((*ONCE, "--elo1", "-5"), "expected elo0 below elo1"),
    ],
)
def test_mistakes_are_refused_before_anything_is_built(invoke, words, why):
    write("mybot.py", FAST)
    result = invoke(*words)
    assert result.exit_code == 2
    assert why in result.output
    assert not Path(".lanista").exists()


# A terminal


def test_a_session_on_a_terminal(tmp_path, monkeypatch):
    """Saves are noticed, keys work, and Ctrl-C ends everything and restores the terminal."""
    monkeypatch.chdir(tmp_path)
    write("mybot.py", FAST)
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    words = ["dev", "mybot.py", *PLAYS, "--jobs", "1"]
    command = [sys.executable, "-m", "lanista.cli.main", *words]
    session = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    try:
        read_until(ours, "FIRST VERSION")
        write("mybot.py", CRASH)
        read_until(ours, "KeyError: 'no such thing'")
        read_until(ours, "crashed in turn 3 of its first match")
        os.write(ours, b"a")
        read_until(ours, "press a again")
        write("mybot.py", FAST.replace("view", "seen"))
        read_until(ours, "COMPARING")
        children = _children(session.pid)
        assert children
        session.send_signal(signal.SIGINT)
        assert session.wait(SECONDS) == 130
        assert termios.tcgetattr(theirs)[:4] == before[:4]
        eventually(lambda: all(map(is_gone, children)))
    finally:
        session.kill()
        session.wait()
        os.close(ours)
        os.close(theirs)


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


# What is shown


def version_of(*events: JobEvent, base: str = "0123456789", **changes: object) -> BotVersion:
    version = BotVersion(base, ("mybot.py",), **changes)  # type: ignore[arg-type]
    for event in events:
        version.take(event)
    return version


BUILT = Built("abcdef0123", "x", 1.25)
VERSIONS = [
    ((BuildStarted(),), "BUILDING"),
    ((BUILT, Playing(40, 600)), "FIRST MATCH   turn 40 of at most 600"),
    ((BUILT, first_match(faulty=True), JobEnded()), "FAULT   crashed in turn 3 of its first match"),
    ((Broken("it failed", ("bot.c:3: error: no",)), JobEnded()), "DOES NOT BUILD"),
    ((BUILT, first_match(), ComparedSoFar(standing())), "COMPARING   +"),
    ((BUILT, first_match(), ComparedSoFar(standing()), JobEnded()), "UNDECIDED   +"),
    ((BUILT, first_match(), ComparedSoFar(standing(SprtDecision.ACCEPTED))), "BETTER   +"),
    ((BUILT, first_match(places=(2, 1)), ComparedSoFar(standing(SprtDecision.REJECTED))), "NOT BETTER"),
    ((Built("0123456789", "x", 0.0), first_match(), JobEnded()), "UNCHANGED"),
    ((BUILT, first_match(), Failed("no such map"), JobEnded()), "STOPPED"),
]


def shown(screen: DevScreen, out: io.StringIO, events: tuple[JobEvent, ...]) -> str:
    version = version_of()
    screen.begin(version, [Line("2026-01-02 03:04:05", "fedcba", VersionResult.FAULT)])
    for event in events:
        version.take(event)
        screen.update(version, event)
    return out.getvalue()


@every_row(("events", "text"), VERSIONS)
def test_the_terminal_shows_every_state(events, text):
    out = io.StringIO()
    screen = TerminalScreen(Console(file=out, width=100, height=40, no_color=True, force_terminal=True), "mybot")
    with screen.shown():
        shown(screen, out, events)
    printed = out.getvalue()
    assert text in printed
    assert "quit" in printed


def test_a_fault_fits_on_one_screen():
    out = io.StringIO()
    console = Console(file=out, width=100, height=30, no_color=True)
    screen = TerminalScreen(console, "mybot · overdrive")
    first = first_match(faulty=True)
    fault = first.seats[0].fault
    assert fault is not None
    fault.evidence.log_tail[:0] = [f"line {number}" for number in range(50)]
    with screen.shown():
        printed = shown(screen, out, (BUILT, first, JobEnded()))
    lines = [line for line in printed.splitlines() if line.strip()]
    assert "KeyError: 'x'" in printed
    assert "line 10" not in printed
    assert len(lines) < 30


def test_lines_without_a_terminal():
    out = io.StringIO()
    screen = PlainScreen(Console(file=out, width=1000, soft_wrap=True), now=iter(range(0, 1000, 10)).__next__)
    lost = Watchable("the last loss", "my lost.gz")
    events = (
        BUILT,
        first_match(),
        ComparedSoFar(standing()),
        ComparedSoFar(standing(SprtDecision.ACCEPTED), (lost,)),
        JobEnded(),
    )
    printed = shown(screen, out, events).splitlines()
    assert "saved mybot.py; compared with 0123456789" in printed[0]
    assert printed[1:3] == [
        "built version abcdef0123 in 1.2 s",
        "first match: won against accepted in 3 turns, no faults",
    ]
    assert printed[-2].startswith("abcdef0123 is better than 0123456789")
    assert printed[-1] == "lanista watch 'my lost.gz'   # the last loss"


def test_doubtful_matches_are_counted():
    out = io.StringIO()
    screen = PlainScreen(Console(file=out, width=1000, soft_wrap=True))
    doubtful = dataclasses.replace(standing(), voided=1)
    printed = shown(screen, out, (BUILT, first_match(), ComparedSoFar(doubtful), JobEnded()))
    assert "doubtful: 1 match was played again after a doubtful timeout\n" in printed


def test_an_object_per_event(capsys):
    source, store, job = make_job()
    screen = JsonScreen(DevPlan(source, store, job), now=lambda: 0.0)
    undecided = ComparedSoFar(standing())
    shown(
        screen, io.StringIO(), (BuildStarted(), BUILT, first_match(faulty=True), undecided, undecided, JobEnded())
    )
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["event"] for one in printed] == ["saved", "built", "played", "compared", "ended"]
    assert printed[-1]["first_match"]["fault"]["evidence"]["exit_status"] == "exit status 1"


@every_row(
    ("events", "base", "code"),
    [
        ((BUILT, first_match(), ComparedSoFar(standing(SprtDecision.ACCEPTED))), "old", 0),
        ((BUILT, first_match(), ComparedSoFar(standing(SprtDecision.REJECTED))), "old", 1),
        ((BUILT, first_match(), ComparedSoFar(standing())), "old", 3),
        ((BUILT, first_match()), "", 0),
        ((BUILT, first_match(faulty=True)), "", 1),
        ((Broken("no"),), "old", 1),
        ((BUILT, first_match()), BUILT.version, 3),
        ((BUILT, Failed("no")), "old", 2),
    ],
)
def test_exit_codes(events, base, code):
    assert exit_code(version_of(*events, base=base)) == code


def test_a_version_that_was_restarted_has_one_line():
    lines = [
        Line("1", "a", VersionResult.UNDECIDED),
        Line("2", "b", VersionResult.FAULT),
        Line("3", "a", VersionResult.BETTER),
    ]
    lines += [Line("4", "", VersionResult.BROKEN), Line("5", "", VersionResult.BROKEN)]
    assert [line.time for line in latest(lines)] == ["2", "3", "4", "5"]
