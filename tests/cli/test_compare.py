"""`lanista compare`: what it prints, its exit codes, and what Ctrl-C leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.match.terms import MatchTerms
from lanista.series.compare import Comparison, ComparisonQuestion
from lanista.series.stats import Sprt
from tests.processes import SECONDS, eventually

COMPARE = ("compare", "tanks", "greedy", "random", "--seats", "2", "--set", "max_turns=60", "--jobs", "1")
QUICK = ("--elo0", "0", "--elo1", "200", "--alpha", "0.2", "--beta", "0.2")


def test_a_better_bot_exits_with_0_and_a_worse_one_with_1(invoke):
    better = invoke(*COMPARE, *QUICK, "--seed", "1")
    assert better.exit_code == 0, better.output
    assert "greedy is better than random (the test accepted +200 Elo: most likely +" in better.stdout
    assert "again:     lanista compare tanks greedy random" in better.stdout
    worse = invoke("compare", "tanks", "random", "greedy", *COMPARE[4:], *QUICK, "--seed", "1")
    assert worse.exit_code == 1, worse.output
    assert "random is not better than greedy (the test rejected +200 Elo: most likely -" in worse.stdout
    assert "watch:     lanista view replays/" in worse.stdout


def test_undecided_exits_with_3_and_goes_on_later(invoke):
    first = invoke(*COMPARE, "--max-pairs", "2")
    assert first.exit_code == 3
    assert "undecided after 2 pairs whether greedy is better than random" in first.stdout
    again = invoke(*COMPARE, "--max-pairs", "3", "--json")
    assert again.exit_code == 3
    printed = json.loads(again.stdout)
    assert (printed["pairs"], printed["stored"], printed["matches"]) == (3, 4, 6)
    fresh = json.loads(invoke(*COMPARE, "--max-pairs", "1", "--fresh", "--json").stdout)
    assert (fresh["stored"], fresh["matches"]) == (0, 2)
    assert fresh["seed"] != printed["seed"]


def test_the_json_object(invoke):
    printed = json.loads(invoke(*COMPARE, "--max-pairs", "2", "--seed", "7", "--json").stdout)
    assert printed["decision"] == "undecided"
    assert (printed["elo0"], printed["elo1"], printed["model"]) == (0.0, 20.0, "normalized")
    assert printed["lower"] == -printed["upper"] == pytest.approx(-2.944, abs=0.001)
    assert sum(printed["counts"]) == printed["pairs"] == 2
    assert printed["new"]["won"] == printed["old"]["lost"]
    assert printed["command"].startswith("lanista compare tanks greedy random --max-pairs 2 --set max_turns=60")
    assert Path(printed["results"]).is_file()
    assert (printed["stopped"], printed["same_bot"], printed["opponents"]) == (False, False, [])


def test_the_printed_command_is_the_same_comparison(invoke):
    first = json.loads(invoke(*COMPARE, "--max-pairs", "2", "--json").stdout)
    again = json.loads(invoke(*first["command"].split()[1:], "--json").stdout)
    assert (again["stored"], again["llr"], again["results"]) == (4, first["llr"], first["results"])


@pytest.mark.parametrize(
    "words", [("--against", "sniper", "scout"), ("--against", "sniper", "--against", "scout")]
)
def test_a_panel_of_opponents(invoke, words):
    result = invoke(*COMPARE, *words, "--max-pairs", "1")
    assert result.exit_code == 3, result.output
    assert "against  greedy  random  difference" in result.stdout
    printed = json.loads(invoke(*COMPARE, *words, "--max-pairs", "1", "--json").stdout)
    assert [opponent["name"] for opponent in printed["opponents"]] == ["sniper", "scout"]
    assert printed["matches"] == 8


def test_the_same_bot_is_named_as_such(invoke):
    result = invoke("compare", "tanks", "greedy", "greedy", *COMPARE[4:], "--max-pairs", "5", "--keep", "none")
    assert "greedy and greedy 2 are the same bot" in result.stderr
    assert "both played identically in all 5 pairs: they are the same bot" in result.stdout
    assert not Path("replays").exists()


def test_faults_are_shown_with_the_match_to_repeat(invoke, bad_bot):
    words = ("compare", "overdrive", bad_bot, "cruise", "--set", "max_rounds=3", "--max-pairs", "1", "--jobs", "1")
    result = invoke(*words)
    assert "bad: 6 turns in 2 matches, the first: invalid in turn 1: unknown command 'FLY'" in result.stdout
    assert "repeat it: lanista play overdrive" in result.stdout
    assert "the first fault: replays/" in result.stdout


def test_a_bot_that_cannot_be_started(invoke):
    Path("broken.py").write_text("import nothing_of_this_name\n")
    result = invoke("compare", "overdrive", "broken.py", "cruise", "--jobs", "1", "--json")
    assert result.exit_code == 2
    message = json.loads(result.stdout)["error"]["message"]
    assert message.startswith("the bot 'broken' cannot be started: crashed")
    assert "lanista play overdrive broken.py cruise" in message


REFUSED = [
    (("compare", "overdrive", "human", "cruise"), "got `human`"),
    (("compare", "overdrive", "greedy"), "Missing argument 'OLD'"),
    ((*COMPARE, "--elo0", "30"), "expected elo0 below elo1"),
    ((*COMPARE, "--alpha", "0.6"), "expected alpha between"),
    ((*COMPARE, "--map", "nowhere"), "nowhere"),
    ((*COMPARE, "--no-timeout", "--turn-ms", "5"), "exclude each other"),
    ((*COMPARE, "--ruleset", "nothing"), "nothing"),
    ((*COMPARE, "--keep", "some"), "'some' is not one of"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_what_makes_no_sense_is_refused(invoke, words, said):
    result = invoke(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert not Path(".lanista").exists()


SLOW = ("compare", "overdrive", "slow.py", "cruise", "--set", "max_rounds=3", "--turn-ms", "600000")
WAITS = """
import pathlib, time
def move(view):
    if pathlib.Path({first!r}).exists():
        pathlib.Path({mark!r}).touch()
        time.sleep(600)
    pathlib.Path({first!r}).touch() if view["currentRound"] == 3 else None
    return "NOTHING"
"""


def end_after_a_match(folder: Path, jobs: str, number: signal.Signals) -> tuple[int, str, str]:
    """The first match is played to its end; every later one hangs until the signal comes."""
    bot, mark = folder / "slow.py", folder / "mark"
    bot.write_text(WAITS.format(first=str(folder / "first"), mark=str(mark)))
    process = subprocess.Popen(
        [sys.executable, "-m", "lanista.cli.main", *SLOW, "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        eventually(lambda: mark.exists() and any(stored_lines()))
        os.killpg(process.pid, number)
        out, error = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
        process.wait()
    return process.returncode, out, error


@pytest.mark.usefixtures("unconfined")  # the bot leaves marks for the test
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_the_results(launch, tmp_path, jobs):
    code, out, error = end_after_a_match(tmp_path, jobs, signal.SIGINT)
    assert code == 130, error
    assert "stopped: undecided after 0 pairs" in out
    assert "continue:  lanista compare overdrive slow.py cruise" in out
    assert "Traceback" not in error
    assert len(stored_lines()) >= 1


@pytest.mark.usefixtures("unconfined")  # the bot leaves marks for the test
def test_a_process_that_is_killed_outright_keeps_the_results(launch, tmp_path):
    code, _, _ = end_after_a_match(tmp_path, "1", signal.SIGKILL)
    assert code == -signal.SIGKILL
    question = ComparisonQuestion(
        "overdrive", "slow.py", "cruise", terms=MatchTerms(settings={"max_rounds": 3}, turn_ms=600_000)
    )
    assert Comparison(question, Sprt(), max_units=1).standing.stored == 1


def stored_lines() -> list[str]:
    """The stored results, without the first line."""
    return [line for path in Path(".lanista").rglob("*.jsonl") for line in path.read_text().splitlines()[1:]]


def test_quick_is_a_preset(invoke):
    printed = json.loads(invoke(*COMPARE, "--quick", "--json").stdout)
    assert (printed["elo1"], printed["alpha"], printed["beta"], printed["max_pairs"]) == (80.0, 0.1, 0.1, 100)
    assert "--quick" in printed["command"].split()
    refused = invoke(*COMPARE, "--quick", "--elo1", "50")
    assert refused.exit_code == 2
    assert "--elo1 is set by --quick; give one of both" in refused.stderr
