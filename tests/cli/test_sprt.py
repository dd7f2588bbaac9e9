"""`lanista sprt`: counts in, a decision out."""

import json

import pytest

COUNTS = ("--pairs", "30,70,120,80,40")


def test_the_object(invoke):
    printed = json.loads(invoke("sprt", *COUNTS, "--elo0", "0", "--elo1", "5", "--json").stdout)
    assert printed["llr"] == pytest.approx(0.4727, abs=1e-4)
    assert (printed["lower"], printed["upper"]) == (
        pytest.approx(-2.944, abs=1e-3),
        pytest.approx(2.944, abs=1e-3),
    )
    assert printed["decision"] == "undecided"
    assert printed["elo_low"] < printed["elo"] < printed["elo_high"]
    assert printed["elo"] == pytest.approx(15.3, abs=0.1)


def test_the_command_in_the_object_repeats_it(invoke):
    printed = json.loads(invoke("sprt", *COUNTS, "--scale", "logistic", "--alpha", "0.01", "--json").stdout)
    words = printed["command"].split()[1:]
    assert json.loads(invoke(*words, "--json").stdout) == printed


@pytest.mark.parametrize(
    ("counts", "decision"), [("1,2,3,40,50", "accepted"), ("50,40,3,2,1", "rejected"), ("1,1,1,1,1", "undecided")]
)
def test_it_exits_with_0_whatever_the_decision(invoke, counts, decision):
    result = invoke("sprt", "--pairs", counts)
    assert result.exit_code == 0
    assert f"decision  {decision}" in result.stdout


def test_what_is_infinite_is_null(invoke):
    printed = json.loads(invoke("sprt", "--pairs", "0,0,0,0,9", "--json").stdout)
    assert (printed["elo"], printed["elo_high"]) == (None, None)
    assert printed["elo_low"] > 100


def test_no_pairs(invoke):
    printed = json.loads(invoke("sprt", "--pairs", "0,0,0,0,0", "--json").stdout)
    assert (printed["llr"], printed["elo"], printed["superiority"]) == (0, None, None)
    assert "no results yet" in invoke("sprt", "--pairs", "0,0,0,0,0").stdout


def test_the_picture(invoke):
    lines = invoke("sprt", *COUNTS).stdout.splitlines()
    assert " ".join(lines[0].split()) == "pairs 340 LL: 30 ▃ LD: 70 ▆ DD: 120 █ WD: 80 ▆ WW: 40 ▄"
    assert [line.split()[0] for line in lines[1:]] == ["score", "Elo", "better", "test", "ratio", "decision"]
    assert "┃███████─" in lines[5]


@pytest.mark.parametrize(
    "counts", ["1,2,3", "1,2,3,4,-5", "a,b,c,d,e", "", "1,2,3,4,5.5", "9" * 5000 + ",0,0,0,0"]
)
def test_bad_counts(invoke, counts):
    result = invoke("sprt", "--pairs", counts)
    assert result.exit_code == 2
    assert "--pairs expects five counts from 0 on, LL,LD,DD,WD,WW" in result.stderr


def test_bad_bounds(invoke):
    result = invoke("sprt", *COUNTS, "--elo0", "5", "--elo1", "5")
    assert result.exit_code == 2
    assert "expected elo0 below elo1" in result.stderr
