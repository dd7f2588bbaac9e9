"""A comparison on the screen: lines where there is no terminal, remarks, and what comes before the first match."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from lanista.cli.compare.screen import ComparePanel, notes, print_outcome, remarks
from lanista.series.compare import ComparisonQuestion
from tests.series.compare.made_up import QUESTION, compare, report, run, won_by

NEW = 0


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_line_every_five_seconds_without_a_terminal():
    out, now = io.StringIO(), [0.0]
    comparison = compare(won_by(NEW), max_units=10)
    with ComparePanel(comparison, Console(file=out, width=1000), quiet=False, now=lambda: now[0]) as panel:
        for _ in comparison.run():
            now[0] += 1
            panel.update()
    lines = out.getvalue().splitlines()
    warning, *lines = lines
    assert warning.startswith("deterministic: only 2 different matches exist here")
    assert [line.split(",")[0] for line in lines] == ["2 pairs", "5 pairs", "7 pairs", "10 pairs"]


def test_nothing_with_json():
    out = io.StringIO()
    comparison = compare(won_by(NEW), max_units=3)
    with ComparePanel(comparison, Console(file=out), quiet=True, now=lambda: 99.0) as panel:
        for _ in comparison.run():
            panel.update()
    assert out.getvalue() == ""


def test_a_terminal_gets_a_panel():
    out = io.StringIO()
    comparison = compare(won_by(NEW), max_units=3)
    with ComparePanel(comparison, Console(file=out, force_terminal=True, width=90), quiet=False):
        run(comparison)
    assert "greedy against cruise" in out.getvalue()
    assert "Ctrl-C stops and keeps all results" in out.getvalue()


def test_remarks_on_bots_that_play_alike_and_seeds_that_change_nothing():
    alike = run(compare(won_by(NEW), max_units=6))
    (remark,) = remarks(alike.standing, same_bot=False)
    assert remark.startswith("deterministic: only 2 different matches exist here")
    assert "--map MAP..." in remark
    same = run(compare(lambda spec: report(spec, (1, 2), seconds=1.0), fresh=True, max_units=6))
    remark, *_ = remarks(same.standing, same_bot=False)
    assert remark.startswith("both played identically in all 6 pairs: as if they were the same bot")


def test_bots_at_fault_are_not_said_to_play_alike():
    faulty = run(compare(lambda spec: report(spec, (1, 2), faults=[1, 0]), max_units=6)).standing
    assert not faulty.all_mirrored


PLAN = (
    "a close comparison takes some 800, at most 5,000 pairs, of 2 matches each; a clear one ends sooner "
    "(--quick asks a coarser question)"
)


def test_notes_before_the_first_match():
    run(compare(won_by(NEW), max_units=2))
    assert ("dim", "continues 4 earlier matches (--fresh starts anew)") in list(notes(compare(won_by(NEW))))
    assert ("dim", PLAN) in list(notes(compare(won_by(NEW), max_units=5000)))
    twice = compare(won_by(NEW), ComparisonQuestion("overdrive", "greedy", "greedy"))
    assert ("yellow", "greedy and greedy 2 are the same bot") in list(notes(twice))


def test_the_outcome_says_how_to_go_on():
    out = io.StringIO()
    comparison = run(compare(won_by(NEW), QUESTION, max_units=2))
    print_outcome(Console(file=out, width=1000), comparison, "lanista compare ...", stopped=False)
    assert "to go on, give more than --max-pairs 2" in out.getvalue()
    assert out.getvalue().endswith("again:     lanista compare ...\n")
