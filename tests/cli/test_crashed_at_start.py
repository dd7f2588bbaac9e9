"""A bot that does not even compile or load is said before turn 1; a series still judges it."""

import json
import zipfile
from pathlib import Path

import pytest

SYNTAX = "def move(view)\n    return 'NOTHING'\n"
IMPORT = "import no_such_module\ndef move(view):\n    return 'NOTHING'\n"
PROJECT = 'name = "bot"\nprotocol = "python"\ncommand = "main.py"\n'


def python_file(folder: Path, text: str) -> str:
    (folder / "racer.py").write_text(text)
    return "racer.py"


def project(folder: Path, text: str) -> str:
    (folder / "bot").mkdir()
    (folder / "bot" / "main.py").write_text(text)
    (folder / "bot" / "lanista.toml").write_text(PROJECT)
    return "bot"


def archive(folder: Path, text: str) -> str:
    project(folder, text)
    with zipfile.ZipFile(folder / "bot.zip", "w") as file:
        for name in ("main.py", "lanista.toml"):
            file.write(folder / "bot" / name, name)
    return "bot.zip"


def command(folder: Path, text: str) -> str:
    return f"python3 {python_file(folder, text)}"


@pytest.mark.parametrize("make", [python_file, project, archive, command])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SYNTAX, ["line 1", "def move(view)", "SyntaxError"]),
        (IMPORT, ["line 1", "No module named 'no_such"]),
    ],
)
def test_play_does_not_begin(invoke, tmp_path, make, text, said):
    result = invoke("play", "overdrive", "cruise", make(tmp_path, text), "--no-replay")
    assert result.exit_code == 1, result.output
    assert "not played, because of a crash before turn 1: " in result.stdout
    for words in (*said, "crashed at the start\n", "(B): "):
        assert words in result.stdout


def test_json_has_the_error_too(invoke, tmp_path):
    result = invoke("play", "overdrive", python_file(tmp_path, SYNTAX), "cruise", "--json")
    printed = json.loads(result.stdout)
    assert (result.exit_code, printed["turns"], printed["outcome"]) == (1, 0, None)
    assert printed["stopped"] == "not played, because of a crash before turn 1: racer (A)"
    assert printed["replay"] is None
    assert any("SyntaxError" in line for line in printed["seats"][0]["fault"]["evidence"]["log_tail"])


def test_a_takeover_does_not_begin_either(invoke, tmp_path):
    assert invoke("play", "overdrive", "cruise", "cruise", "-o", "a.gz").exit_code == 0
    bot = python_file(tmp_path, SYNTAX)
    result = invoke("takeover", "a.gz", bot, "--turn", "5", "--seat", "1")
    assert (result.exit_code, "before turn 1: racer (B)" in result.stdout) == (1, True), result.output


def test_a_series_judges_it(invoke, tmp_path):
    words = ("--games", "2", "--no-replay", "--set", "max_rounds=3", "--json")
    result = invoke("play", "overdrive", python_file(tmp_path, SYNTAX), "cruise", *words)
    printed = json.loads(result.stdout)
    assert [match["turns"] for match in printed["matches"]] == [3, 3]
