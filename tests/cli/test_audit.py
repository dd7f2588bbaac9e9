"""`lanista audit`: what it prints, its exit codes, its picture."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

QUICK = ("--bots", "cruise", "--matches", "4", "--set", "max_rounds=5", "--jobs", "1", "--seed", "3")


def test_findings_are_printed(invoke):
    result = invoke("audit", "overdrive", *QUICK)
    assert result.exit_code == 0, result.output
    for text in ("seat 1", "seat 2", "━", "endings:   round limit 4, finish line 0", "never called", "undecided:"):
        assert text in result.stdout
    assert "matches would decide" in result.stdout


def test_doubtful_matches_are_counted(invoke, monkeypatch):
    assert "played again" not in invoke("audit", "overdrive", *QUICK).stdout
    monkeypatch.setattr("lanista.tools.audit.Audit.voided", 3)
    printed = invoke("audit", "overdrive", *QUICK).stdout
    assert "doubtful:  3 matches were played again after a doubtful timeout" in printed


def test_the_printed_command_repeats_it(invoke):
    printed = json.loads(invoke("audit", "overdrive", *QUICK, "--json").stdout)
    again = json.loads(invoke(*printed["command"].split()[1:], "--json").stdout)
    assert again == printed
    assert printed["matches"] == 4


def test_a_biased_game_exits_with_1(invoke, monkeypatch):
    from lanista.tools.audit import BiasVerdict

    monkeypatch.setattr("lanista.tools.audit.verdict_of", lambda groups: BiasVerdict.BIASED)
    assert invoke("audit", "overdrive", *QUICK).exit_code == 1


def test_the_chart_is_saved(invoke):
    result = invoke("audit", "overdrive", *QUICK, "--save", "chart.svg")
    assert result.exit_code == 0, result.output
    texts = {element.text for element in ElementTree.parse(Path("chart.svg")).iter() if element.text}
    assert {"seat 1", "seat 2"} <= texts


def test_ctrl_c_keeps_what_was_played(invoke, monkeypatch):
    def interrupted(played, remark):
        if played == 2:
            raise KeyboardInterrupt

    from contextlib import nullcontext

    monkeypatch.setattr("lanista.cli.audit.command.progress", lambda *_: nullcontext(interrupted))
    result = invoke("audit", "overdrive", *QUICK)
    assert result.exit_code == 130
    assert "stopped after 2 of 4 matches" in result.stdout
    assert "seat 1" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bots", "nobody"), "nobody"),
        (("--bots", "human"), "an audit is for bots that lanista starts"),
        (("--map", "moon"), "has no maps to choose from"),
        (("--seats", "3"), "seats"),
        (("--save", "chart.bmp"), "expected a file name that ends in .svg"),
        (("--bias", "0.7"), "0.7"),
    ],
)
def test_what_cannot_be_audited_is_said_at_once(invoke, words, message):
    result = invoke("audit", "overdrive", *words)
    assert result.exit_code == 2
    assert message in result.stderr
