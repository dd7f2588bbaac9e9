"""Output: unwrapped lines in pipes, any encoding, closed and full streams, and usage errors as JSON."""

import json
import os
import pty
import shlex
import subprocess
import sys

import pytest
from rich.cells import cell_len

from lanista.cli.shared.output import nearest
from lanista.match.replay import verify_file

ASCII = {"PYTHONIOENCODING": "ascii"}
C_LOCALE = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("environment", [ASCII, C_LOCALE, {"PYTHONIOENCODING": "latin-1"}])
def test_output_that_is_not_utf8_degrades(launch, environment):
    done = launch("maps", "overdrive", **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Traceback" not in done.stdout
    if environment is ASCII:
        assert done.stdout.isascii()


def test_every_character_has_a_substitute():
    for text in ("━█░▒┌→…“é�✓😀", "\ud800"):
        drawn, _ = nearest(UnicodeEncodeError("ascii", text, 0, len(text), "no"))
        assert drawn.isascii()
        assert len(drawn) == len(text)


def test_errors_degrade_too(launch):
    done = launch("play", "överdrive", "a", "b", **ASCII)
    assert done.returncode == 2
    assert b"no game is called 'overdrive'" in done.stderr


def test_nothing_is_wrapped_when_piped(launch):
    """Neither tables nor sentences, however narrow the terminal."""
    short = ["--set", "max_rounds=5", "--no-replay"]
    printed = {}
    for words in (["games"], ["demo", "rampage"], ["play", "overdrive", "random", "random", *short]):
        narrow = launch(*words, COLUMNS="40")
        assert narrow.returncode == 0
        printed[words[0]] = narrow.stdout.decode().splitlines()
        assert max(map(len, printed[words[0]])) > 60
    assert len(printed["games"]) == 6 + 1 + 5, "a heading and a line per game; then one per contest"


LOST = [["games"], ["--help"], ["games", "--json"], ["play", "nosuch", "a", "b", "--json"], ["maps", "rampage"]]


def in_shell(words: list[str], streams: str) -> subprocess.CompletedProcess[str]:
    line = f"{shlex.join([sys.executable, '-m', 'lanista.cli.main', *words])} {streams}"
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("words", LOST)
def test_standard_output_on_a_full_disk_is_one_sentence(words):
    done = in_shell(words, ">/dev/full")
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert said.startswith("Error: ")
    assert "nosuch" in words or "cannot write to standard output: No space left" in said


@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_affect_neither_the_match_nor_its_replay(streams, tmp_path):
    path = tmp_path / "m.gz"
    words = ["play", "overdrive", "random", "random", "--set", "max_rounds=3", "-o", str(path)]
    done = in_shell(words, streams)
    assert (done.returncode, done.stderr) == (0, "")
    assert verify_file(path).passed


USAGE = [
    (["--nothing"], "NoSuchOption", "--nothing"),
    (["plya"], "UsageError", "Did you mean 'play'?"),
    (["play"], "MissingParameter", "Missing argument 'GAME'"),
    (["play", "overdrive", "a", "b", "--wiew"], "NoSuchOption", "--view"),
    (["play", "overdrive", "a", "b", "--seed"], "BadOptionUsage", "requires an argument"),
    (["play", "overdrive", "a", "b", "--seed", "x"], "BadParameter", "'x' is not a valid integer"),
    (["new", "cobol", "overdrive", "d"], "BadParameter", "'cobol' is not one of"),
    (["games", "overdrive", "tanks"], "UsageError", "unexpected extra argument"),
]


@pytest.mark.parametrize(("words", "kind", "said"), USAGE)
def test_usage_errors_are_json_with_json(invoke, words, kind, said):
    result = invoke(words[0], "--json", *words[1:])
    assert result.exit_code == 2
    assert result.stderr == ""
    error = json.loads(result.stdout)["error"]
    assert error["kind"] == kind
    assert said in error["message"]
    assert invoke(*words).stdout == "", "as text it goes to standard error"


def test_no_arguments_show_the_help(invoke):
    assert "Improve a bot:" in invoke().output


def test_a_strict_match_prints_the_view_in_one_line_and_a_feed_command(launch, bad_bot):
    done = launch("play", "overdrive", bad_bot, "cruise", "--strict", "--seed", "1", COLUMNS="40")
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    (sent,) = [line.partition("it was sent")[2] for line in lines if "it was sent" in line]
    assert json.loads(sent)["currentRound"] == 1
    (pasted,) = [line.partition("ask again:")[2] for line in lines if line.startswith("ask again:")]
    program, *words = shlex.split(pasted)
    assert program == "lanista"
    fed = launch(*words, "--json")
    assert fed.returncode == 1, "the answer is at fault again"
    printed = json.loads(fed.stdout)
    assert printed["view"] == json.loads(sent)
    assert printed["recorded"] == {"move": "FLY", "verdict": "invalid"}
    assert printed["same"]


@pytest.mark.parametrize("words", [["games"], ["play", "overdrive", "random", "greedy", "--no-replay"]])
def test_forty_columns_stay_readable(words, tmp_path):
    """Nothing is cut off or wider than the terminal, and every heading is complete."""
    shown = on_terminal(words, 40, tmp_path)
    lines = [line for line in shown.splitlines() if "lanista play" not in line]  # commands are for copying
    assert max(map(cell_len, lines)) <= 40
    for word in ("overdrive", "rulesets") if words == ["games"] else ("random", "greedy", "score", "verdicts"):
        assert word in shown


def on_terminal(words: list[str], columns: int, folder) -> str:
    """The output of a command on a terminal of this width."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "LINES": "50", "TERM": "xterm", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "lanista.cli.main", *words]
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL, env=env, cwd=folder
    )
    os.close(theirs)
    shown = b""
    try:
        while data := _read(ours):
            shown += data
        assert child.wait(60) == 0
    finally:
        child.kill()
        child.wait()
        os.close(ours)
    return shown.decode().replace("\x1b[1m", "").replace("\x1b[0m", "").replace("\r", "")


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, 65536)
    except OSError:  # the other end was closed
        return b""
