"""Series of matches: what is played, counted, saved and printed."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.match.replay import read_replay, verify
from tests.processes import SECONDS, eventually, is_gone

PLAY = ("play", "overdrive", "greedy", "random", "--set", "max_rounds=12", "--seed", "3")


def test_wins_draws_and_losses(invoke):
    result = invoke(*PLAY, "--games", "4", "--swap")
    assert result.exit_code == 0, result.output
    rows = {line.split()[0]: line.split() for line in result.stdout.splitlines() if line.strip()}
    assert rows["greedy"][1:6] == ["4", "4", "0", "0", "100.0%"]
    assert rows["random"][1:6] == ["4", "0", "0", "4", "0.0%"]
    assert "95 % interval" in result.stdout
    assert "again:     lanista play overdrive greedy random --seed 3 --set max_rounds=12 --games 4 --swap" in (
        result.stdout
    )
    assert "4 of 4 matches: won greedy 4, random 0" in result.stderr
    (folder,) = Path("replays").iterdir()
    kept = sorted(folder.iterdir())
    assert [path.name for path in kept] == [f"{number}.jsonl.gz" for number in range(1, 5)]
    assert all(verify(read_replay(path)).identical for path in kept)
    assert [seat.name for seat in read_replay(kept[1]).header.seats] == ["random", "greedy"]


def test_the_command_of_each_match_repeats_it(invoke):
    printed = json.loads(invoke(*PLAY, "--games", "3", "--swap", "--no-replay", "--json").stdout)
    assert (printed["games"], printed["swap"], printed["stopped"], printed["replays"]) == (4, True, False, None)
    assert [match["entrants"] for match in printed["matches"]] == [[0, 1], [1, 0]] * 2
    for match in printed["matches"]:
        words = match["command"].split()[1:]
        again = json.loads(invoke(*words, "--no-replay", "--json").stdout)
        assert (again["outcome"], again["seed"]) == (match["outcome"], match["seed"])


def test_several_at_once_give_the_same_matches(invoke):
    one, two = (
        json.loads(invoke(*PLAY, "--games", "4", "--jobs", jobs, "--no-replay", "--json").stdout)
        for jobs in ("1", "2")
    )
    assert [match["outcome"] for match in one["matches"]] == [match["outcome"] for match in two["matches"]]
    assert one["standings"] == two["standings"]
    assert (one["jobs"], two["jobs"]) == (1, 2)


def test_seats_rotate_among_more_than_two(invoke):
    words = ("play", "tanks", "random", "scout", "sniper", "--set", "max_turns=30", "--games", "3", "--swap")
    printed = json.loads(invoke(*words, "--no-replay", "--json").stdout)
    assert [match["entrants"] for match in printed["matches"]] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert sum(standing["score"] for standing in printed["standings"]) == pytest.approx(1.5)


def test_faults_are_shown_and_fail_with_fail_on_fault(invoke, bad_bot):
    words = ("play", "overdrive", bad_bot, "cruise", "--set", "max_rounds=3", "--games", "2", "--no-replay")
    result = invoke(*words)
    assert result.exit_code == 0
    assert "bad: invalid in turn 1: unknown command 'FLY'" in result.stdout
    assert "in match 1: lanista play overdrive" in result.stdout
    failed = invoke(*words, "--fail-on-fault", "--json")
    assert failed.exit_code == 1
    assert json.loads(failed.stdout)["standings"][0]["faults"] == 6


def test_what_concerns_clocks_is_said(invoke, bad_bot):
    words = ("play", "overdrive", bad_bot, bad_bot, "--set", "max_rounds=1", "--games", "1", "--no-replay")
    assert "asked one at a time" in invoke(*words, "--one-at-a-time").stderr
    assert "asked one at a time" not in invoke(*words, "--together").stderr


def test_a_folder_can_be_named_and_must_be_empty(invoke):
    assert invoke(*PLAY, "--games", "2", "-o", "mine").exit_code == 0
    assert len(list(Path("mine").iterdir())) == 2
    refused = invoke(*PLAY, "--games", "2", "-o", "mine")
    assert refused.exit_code == 2
    assert "expected a new or empty folder" in refused.output


def test_series_started_at_once_get_separate_folders(launch):
    commands = [subprocess.Popen(command(*PLAY, "--games", "1"), stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait(120) for process in commands] == [0] * 4
    assert len(list(Path("replays").iterdir())) == 4


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "lanista.cli.main", *words]


REFUSED = [
    ((*PLAY, "--swap"), "--swap needs --games"),
    ((*PLAY, "--jobs", "2"), "--jobs needs --games"),
    ((*PLAY, "--games", "2", "--watch"), "--watch is for a single match"),
    ((*PLAY, "--games", "2", "--view"), "--view is for a single match"),
    ((*PLAY, "--games", "2", "--strict"), "--strict is for a single match"),
    ((*PLAY, "--games", "2", "--step"), "--step is for a single match"),
    ((*PLAY, "--games", "2", "--pace", "3"), "--pace is for a single match"),
    ((*PLAY, "--games", "2", "--classic-logs", "x"), "--classic-logs is for a single match"),
    (("play", "overdrive", "human", "random", "--games", "2"), "got `human`"),
    (("play", "rampage", "join", "random", "--games", "2"), "got `join`"),
    ((*PLAY, "--games", "2", "--no-replay", "-o", "x"), "exclude each other"),
    ((*PLAY, "--games", "0"), "0 is not in the range"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_options_of_a_single_match_are_rejected(invoke, words, said):
    result = invoke(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert not Path("replays").exists()


SLOW = """
import os, pathlib, time
def move(view):
    if view["currentRound"] == 3 and pathlib.Path({first!r}).exists():
        draft = pathlib.Path({mark!r} + str(os.getpid()))
        draft.write_text(str(os.getpid()))
        draft.replace({mark!r})  # whole at once: two matches may hang at the same time
        time.sleep(600)
    pathlib.Path({first!r}).touch() if view["currentRound"] == 5 else None
    return "NOTHING"
"""


@pytest.mark.usefixtures("unconfined")  # the bot leaves marks for the test
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished_and_ends_the_bots(launch, tmp_path, jobs):
    """The first match is played to its end; every later one hangs."""
    bot, mark = tmp_path / "slow.py", tmp_path / "mark"
    bot.write_text(SLOW.format(first=str(tmp_path / "first"), mark=str(mark)))
    words = ("play", "overdrive", "slow.py", "cruise", "--set", "max_rounds=6", "--turn-ms", "600000")
    process = subprocess.Popen(
        command(*words, "--games", "4", "--jobs", jobs),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_for_line(process, "1 of 4 matches")
        eventually(mark.exists)
        pid = int(mark.read_text())
        os.killpg(process.pid, signal.SIGINT)
        out, error = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, error
    stopped = re.search(r"stopped after (\d) of 4 matches", out)
    assert stopped is not None, out
    assert int(stopped[1]) in (1, 2)
    assert re.search(rf"slow +{stopped[1]} ", out), "what was finished is counted"
    assert "Traceback" not in error
    eventually(lambda: is_gone(pid))


def wait_for_line(process: subprocess.Popen[str], text: str) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        if text in line:
            return
    raise AssertionError(f"{text!r} was never printed")
