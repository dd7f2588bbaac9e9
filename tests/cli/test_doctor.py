"""`lanista doctor` as a person uses it: cards, exit codes, what is left behind, and Ctrl-C."""

import json
import shlex
from pathlib import Path

import pytest

PATIENT = ("--game", "overdrive", "--set", "max_rounds=4", "--start-ms", "120000", "--turn-ms", "120000")
QUICK = (*PATIENT, "--seconds", "2")


@pytest.fixture
def good_bot(tmp_path):
    path = tmp_path / "good.py"
    path.write_text("def move(view):\n    return 'ACCELERATE'\n")
    return "good.py"


def test_a_good_bot_passes_and_leaves_nothing_behind(invoke, good_bot):
    result = invoke("doctor", good_bot, *QUICK, "--checks", "start", "play", "line-ends")
    assert result.exit_code == 0, result.output
    for text in (
        "good: Overdrive",
        "Does it start?",
        "3 ok",
        "again:     lanista doctor good.py --game overdrive",
    ):
        assert text in result.output
    assert list(Path(".lanista").rglob("*.gz")) == []


def test_a_bad_bot_fails_with_a_command_that_repeats_its_fault(invoke, bad_bot):
    result = invoke("doctor", "bad.py", *QUICK, "--checks", "play", "--json")
    assert result.exit_code == 1
    (check,) = json.loads(result.stdout)["checks"]
    assert (check["result"], check["reproduced"]) == ("failed", True)
    again = invoke(*shlex.split(check["command"])[1:], "--json")
    assert (again.exit_code, json.loads(again.stdout)["answer"]["verdict"]) == (1, "invalid")


def test_the_card_explains_what_is_not_well(invoke, bad_bot):
    shown = invoke("doctor", "bad.py", *QUICK, "--checks", "play").output
    for text in (
        "failed: play - ",
        "found  invalid in turn 1: unknown command 'FLY'",
        "why  ",
        "do  ",
        "again  lanista",
    ):
        assert text in shown


WRONG = [
    (("nothing.py",), "no such file"),
    (("greedy",), "examines bots that lanista starts as processes"),
    (("bad.py", "--checks", "flsuh"), "no check is called 'flsuh'"),
    (("bad.py", "--map", "nowhere"), "nowhere"),
    (("bad.py", "--set", "rounds=3"), "rounds"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_wrong_requests(invoke, bad_bot, words, said):
    result = invoke("doctor", *words, "--game", "overdrive")
    assert result.exit_code == 2
    assert said in result.output


def test_ctrl_c_shows_what_was_found(invoke, good_bot, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("lanista.tools.doctor.examination.play", interrupt)
    result = invoke("doctor", good_bot, *QUICK, "--checks", "start", "play", "time")
    assert result.exit_code == 130
    assert "1 ok" in result.output
    assert "stopped before all checks were run" in result.output
    printed = json.loads(invoke("doctor", good_bot, *QUICK, "--checks", "start", "play", "--json").stdout)
    assert (printed["well"], printed["stopped"], len(printed["checks"])) == (False, True, 1)
