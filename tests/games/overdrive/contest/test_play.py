"""The command line with bots of the contest."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import lanista


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in an empty folder."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*words: str) -> Result:
        return CliRunner().invoke(lanista, list(words))

    return call


def test_a_match_with_the_contests_logs(run, kit, tmp_path):
    words = ("play", "overdrive", kit("python"), "cruise", "--set", "max_rounds=3", "--turn-ms", "60000")
    result = run(*words, "--seed", "1", "--classic-logs", str(tmp_path / "logs"))
    assert result.exit_code == 0, result.output
    assert "Snake" in result.output
    (logs,) = (tmp_path / "logs").iterdir()
    assert f"writing logs to {logs}" in result.output
    assert (logs / "Round 003" / "A - Snake" / "PlayerCommand.txt").read_text().startswith("Command: ")


def test_a_missing_module_is_shown_with_the_log(run, folder):
    result = run("play", "overdrive", folder("import numpy_of_the_year_2020"), "cruise", "--set", "max_rounds=2")
    assert "ModuleNotFoundError" in result.output
    assert "-m pip install numpy_of_the_year_2020" in result.output


def test_a_broken_description_is_an_error_without_a_traceback(run, folder):
    result = run("play", "overdrive", folder("", botLanguage="python4"), "cruise")
    assert result.exit_code != 0
    assert "has no botLanguage 'python4'; did you mean 'python3'?" in " ".join(result.output.split())
    assert "Traceback" not in result.output


DEEP = """
    import os
    for _ in range(1200):
        os.mkdir("deep")
        os.chdir("deep")
    os.chmod(".", 0)
    while True:
        print(f"C;{input()};FIX", flush=True)
"""


def test_a_bot_that_digs_deep_leaves_nothing_behind(run, folder, tmp_path, monkeypatch):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    words = ("play", "overdrive", folder(DEEP), "cruise", "--set", "max_rounds=2", "--turn-ms", "60000")
    report = json.loads(run(*words, "--no-replay", "--json").output)
    assert report["seats"][0]["verdicts"] == {"ok": 2}
    assert list((tmp_path / "temporary").iterdir()) == []


def test_the_contests_logs_are_for_games_that_have_them(run, tmp_path):
    result = run("play", "tanks", "scout", "scout", "--classic-logs", str(tmp_path / "logs"))
    assert result.exit_code != 0
    assert "--classic-logs knows the log folders of" in result.output
