"""`lanista bisect` as a user runs it: once for real, and its screens with made-up results."""

from __future__ import annotations

import dataclasses
import json
import math
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from lanista.cli.bisect import command as verb
from lanista.cli.bisect.screen import (
    BisectPanel,
    commits_table,
    finding_line,
    loss_text,
    print_outcome,
    shown_rows,
)
from lanista.cli.schema.contract import command_schema
from lanista.series.compare import Comparison
from lanista.series.stats import EloEstimate, Sprt
from lanista.tools.bisect import Bisection, versions
from lanista.tools.bisect.bisection import BisectionState, Stage
from tests.bot.check import faults
from tests.tools.bisect.made_up_repository import git, write_repository
from tests.tools.bisect.made_up_results import EVEN, UNCLEAR, Made, bisect, history

BOT = "AGAIN = True\n\n\ndef move(view):\n    return {!r}  # {}\n"
FEW = ("--elo1", "200", "--alpha", "0.4", "--beta", "0.4", "--max-pairs", "12")  # matches
QUICK = ("--set", "max_rounds=6", "--seed", "5", "--jobs", "1", *FEW)
CULPRIT, BROKEN = 11, 8


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Sixteen commits after GOOD; from CULPRIT on the bot stands still, and one commit cannot be started."""
    monkeypatch.setattr(versions, "cache_root", lambda: tmp_path / "cache" / "native")
    bots = [BOT.format("NOTHING" if number >= CULPRIT else "ACCELERATE", number) for number in range(17)]
    bots[BROKEN] = "import nothing"
    contents = [(f"Version {number}", {"bot.py": bot}) for number, bot in enumerate(bots)]
    return write_repository(tmp_path / "repository", contents)


def misfits(printed: object) -> list[str]:
    schema = command_schema("bisect")
    return list(faults(printed, schema, schema["$defs"]))


def test_a_regression_is_found_and_the_working_tree_stays_as_it_is(repository, tmp_path, invoke):
    bot = tmp_path / "repository" / "bot.py"
    bot.write_text("what the user is working on\n")
    words = ("bisect", "good..main", "--bot", "bot.py", "--game", "overdrive", "--repo", "repository", *QUICK)
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    culprit = repository[CULPRIT][:7]
    assert f"commit {culprit} (Version 11, Ada Example, 2026-03-12) lost " in result.stdout
    assert "bot.py | 2 +-" in result.stdout
    assert f"show:      git -C repository show {repository[CULPRIT]}" in result.stdout
    assert "measure:   lanista compare overdrive " in result.stdout
    assert "(Version 8, Ada Example, 2026-03-09): skipped crashed in turn 1" in result.stderr
    assert bot.read_text() == "what the user is working on\n"
    assert git(tmp_path / "repository", "status", "--short") == "M bot.py"
    assert Path(".lanista/compare/.gitignore").read_text() == "*\n", "results are no part of a user's repository"
    again = json.loads(invoke(*words, "--json").stdout)  # continued: everything was played
    assert misfits(again) == []
    assert (again["outcome"], again["suspects"]) == ("found", [repository[CULPRIT]])
    assert again["before"] == repository[CULPRIT - 1]
    assert [commit["mark"] for commit in again["commits"]][BROKEN - 1 : CULPRIT + 2] == [
        *("(good)", "skipped", "good", "good", "lost", "(lost)")
    ]


def test_the_same_bot_at_both_ends_is_no_regression(repository, invoke):
    words = ("bisect", f"{repository[0]}..{repository[1]}", "--bot", "bot.py", "--game", "overdrive")
    result = invoke(*words, "--repo", "repository", "--seed", "5", "--max-pairs", "1")
    assert result.exit_code == 3, "one pair decides nothing"
    assert "undecided whether BAD is weaker than GOOD" in result.stdout
    git(Path("repository"), "commit", "--quiet", "--allow-empty", "--message", "nothing")
    same = ("bisect", "main~..main", "--bot", "bot.py", "--game", "overdrive", "--repo", "repository")
    result = invoke(*same, "--json")
    assert result.exit_code == 1, result.output
    assert json.loads(result.stdout)["outcome"] == "no loss"
    assert misfits(json.loads(result.stdout)) == []


def test_ctrl_c_keeps_everything_and_says_where_it_stands(repository, invoke, monkeypatch):
    def interrupted(self: Comparison):
        yield self.standing
        raise KeyboardInterrupt

    monkeypatch.setattr(Comparison, "run", interrupted)
    words = ("bisect", "good..main", "--bot", "bot.py", "--game", "overdrive", "--repo", "repository", *QUICK)
    result = invoke(*words)
    assert result.exit_code == 130, result.output
    assert "stopped before it was decided whether BAD is weaker than GOOD" in result.stdout
    assert "continue:  lanista bisect good..main --bot bot.py --game overdrive --repo repository" in result.stdout
    printed = json.loads(invoke(*words, "--json").stdout)
    assert (printed["outcome"], printed["suspects"]) == ("stopped", [])
    assert misfits(printed) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good", "--bot", "bot.py"), "expected a range GOOD..BAD"),
        (("good..nothing", "--bot", "bot.py"), "there is no commit 'nothing'"),
        (("good..main", "--bot", "other.py"), "there is no bot 'other.py'"),
        ((f"good..main~{16 - BROKEN}", "--bot", "bot.py"), "the bot cannot play at BAD"),
    ],
)
def test_mistakes_are_explained(repository, invoke, words, message):
    result = invoke("bisect", *words, "--game", "overdrive", "--repo", "repository", *QUICK)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def shown(bisection: Bisection) -> str:
    console = Console(record=True, width=150, file=StringIO())
    print_outcome(console, bisection, ["bot.py | 4 ++--"], {"again": "lanista bisect"})
    return console.export_text()


@pytest.mark.parametrize(
    ("made", "versions", "sentence"),
    [
        (
            Made(2),
            range(4),
            "commit c2 (Commit 2, Ada, 2026-03-01) lost 183 ± 7 Elo (normalized; it scores 25.0% against c1",
        ),
        (Made(2, frozenset({1, 2})), range(5), "one of these 3 commits lost"),
        (Made(9, results={3: EVEN}), range(4), "no regression: BAD is as good as GOOD (+0 ± "),
        (Made(9), "aaa", "no regression: the bot's files are the same at GOOD and BAD"),
        (Made(9, results={3: UNCLEAR}), range(4), "undecided whether BAD is weaker than GOOD"),
    ],
)
def test_outcomes_in_words(made, versions, sentence):
    assert sentence in shown(bisect(made, versions))


def test_doubtful_matches_are_counted_once():
    bisection = bisect(Made(2), range(4))
    assert "played again" not in shown(bisection)
    bad = bisection.findings[-1]
    assert bad.standing is not None
    bad.standing = dataclasses.replace(bad.standing, voided=2)
    bisection.loss = bad.standing
    assert "doubtful: 2 matches were played again after a doubtful timeout" in shown(bisection)


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (EloEstimate(-35, -44, -26), "35 ± 9 Elo"),
        (EloEstimate(-400, -900, -250), "400 Elo (250 to 900)"),
        (EloEstimate(-400, -math.inf, -250), "400 Elo (at least 250)"),
        (EloEstimate(-math.inf, -math.inf, -310), "more than 310 Elo"),
    ],
)
def test_a_loss_in_words(estimate, words):
    assert loss_text(estimate) == words


def test_the_panel_marks_every_commit():
    bisection = bisect(Made(5, frozenset({4})), range(9))
    moment = BisectionState(Stage.SEARCHING, bisection.commits[7], bisection.good, bisection.loss, Sprt(-20, 0))
    console = Console(record=True, width=100, height=60, force_terminal=True, file=StringIO())
    with BisectPanel(bisection, console, quiet=False) as panel:
        panel.update(moment)
        console.print(panel._render())
    lines = [line.strip("│ ") for line in console.export_text().splitlines()]
    words = [next((line.split()[0] for line in lines if f" c{n} " in line), "") for n in range(9)]
    assert words == ["good", "(good)", "good", "good", "skipped", "lost", "(lost)", "testing", "lost"]
    assert any("Ctrl-C stops and keeps all results" in line for line in lines)
    assert any(line.startswith("ratio") for line in lines)


def test_a_long_history_shows_what_was_tested():
    bisection = bisect(Made(70), range(200))
    rows = list(shown_rows(bisection, bisection.commits[100], 20))
    assert 15 <= len(rows) <= 25
    assert sum(row if isinstance(row, int) else 1 for row in rows) == 200
    assert commits_table(bisection, None, 20).row_count == len(list(shown_rows(bisection, None, 20)))


def test_texts_of_a_repository_are_inert():
    bisection = bisect(Made(2), range(4))
    commits = [
        replace(commit, author="\x1b[31mAda", subject="\x1b]0;title\x07[red]") for commit in history(range(4))
    ]
    for finding, commit in zip(bisection.findings, commits, strict=True):
        finding.commit = commit
    printed = shown(bisection) + finding_line(bisection.findings[1])
    assert "\x1b" not in printed
    assert "\x07" not in printed
    assert "[red]" in printed, "not taken as markup"


def test_help_says_how_the_exit_status_is_to_be_read(invoke):
    assert "Exits with 0 if the commit was found, 1 if BAD is not weaker" in " ".join(
        invoke("bisect", "--help").output.split()
    )
    assert set(verb.EXITS.values()) == {0, 1, 3}
