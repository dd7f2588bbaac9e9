"""Failing machines and interrupts: real processes, full disks, limits and signals."""

from __future__ import annotations

import os
import resource
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import lanista
from lanista.core.errors import ReplayError
from lanista.match.replay import read_replay, verify_file
from tests.processes import SECONDS, eventually, running

PLAY = ("play", "overdrive", "random", "cruise", "--seed", "5")
COMMAND = [str(Path(sys.executable).with_name("lanista"))]


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*words: object) -> Result:
        return CliRunner().invoke(lanista, [str(word) for word in words])

    return call


def is_one_sentence(result: Result, *said: str) -> None:
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    for text in said:
        assert text in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def limited(limit: int, size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(limit, (size, size))


def launch(
    tmp_path: Path, *words: str, limit: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        preexec_fn=limit,
    )


def test_six_matches_at_once_get_a_file_each(tmp_path):
    words = [*COMMAND, *PLAY, "--set", "max_rounds=20", "--json"]
    matches = [subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE) for _ in range(6)]
    outputs = [match.communicate(timeout=SECONDS)[0] for match in matches]
    assert [match.returncode for match in matches] == [0] * 6
    files = sorted((tmp_path / "replays").iterdir())
    assert len(files) == 6
    assert all(verify_file(path).passed for path in files)
    assert all(sum(path.name.encode() in output for output in outputs) == 1 for path in files)


REFUSED = [
    ((*PLAY, "-o", "."), "cannot write .: Is a directory; name a file"),
    ((*PLAY, "-o", "/proc/x"), "cannot write /proc/x: "),
    ((*PLAY, "-o", "file/x.gz"), "cannot write file/x.gz: "),
    ((*PLAY, "-o", "x" * 300), "give it a shorter name"),
    ((*PLAY, "-o", "file"), "file already exists; name another file, or overwrite it with --force"),
    ((*PLAY, "--set", "max_rounds=0"), "expects 1 to 600"),
    ((*PLAY, "--classic-logs", "file"), "cannot make a folder in file"),
    (("play", "rampage", "random", "hunter", "--map", "m" * 300), "rampage has no map"),
    (("play", "rampage", "random", "hunter", "--map", "latin"), "expected a map as UTF-8 text"),
    (("play", "rampage", "random", "hunter", "--map", "a\udcffb"), "rampage has no map"),
    (("play", "rampage", "random", "hunter", "--classic-logs", "file"), "cannot make file/Results"),
    (("play", "sproutopia", "random", "random", "--classic-logs", "file"), "cannot write into file"),
    (("new", "python", "overdrive", "file/bot"), "cannot write file/bot: "),
    (("new", "python", "overdrive", "/proc/bot"), "cannot write /proc/bot: "),
    (("export", "m.gz", "-o", "/dev/full"), "cannot write /dev/full: No space left on device; free some space"),
    (("export", "m.gz", "-o", "file/x.html"), "cannot write file/x.html: "),
    (("export", "m.gz", "-o", "file"), "file already exists"),
    (("key", "file/x"), "cannot write file/x.key: "),
    (("verify", "file/x"), "cannot read file/x: Not a directory"),
    (("verify", "n" * 300), "File name too long"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_one_sentence_and_no_new_file(run, words, said):
    Path("file").touch()
    Path("latin").write_bytes(b'{"name": "\xe9"}')
    if "m.gz" in words:
        run(*PLAY, "--set", "max_rounds=3", "-o", "m.gz")
    before = set(Path().rglob("*"))
    is_one_sentence(run(*words), said)
    assert set(Path().rglob("*")) == before


def test_a_disk_that_fills_up_during_the_match(tmp_path):
    done = launch(tmp_path, *PLAY, "-o", "m.gz", limit=limited(resource.RLIMIT_FSIZE, 3000))
    assert done.returncode == 2
    assert "ended by" in done.stdout, "the match was judged and its result printed"
    assert "the replay is incomplete, it ends after turn" in done.stderr
    assert "m.gz: File too large; raise the limit on the size of files" in done.stderr
    assert "Traceback" not in done.stderr
    found = verify_file(tmp_path / "m.gz")
    assert (found.status, found.identical, found.chain.status) == ("unfinished", True, "intact")


def test_a_disk_that_is_full_from_the_start(tmp_path):
    """Nothing is saved, so no command to watch it is printed."""
    done = launch(tmp_path, *PLAY, "--set", "max_rounds=3", limit=limited(resource.RLIMIT_FSIZE, 20))
    assert done.returncode == 2
    assert "the replay could not be saved: cannot write replays/" in done.stderr
    assert "watch it" not in done.stdout
    assert not list(tmp_path.iterdir())


def test_a_folder_that_was_deleted(tmp_path):
    for words in (
        (*PLAY, "--set", "max_rounds=3"),
        ("verify",),
        ("watch", "--turn", "1"),
        ("new", "sh", "overdrive", "b"),
    ):
        gone = tmp_path / "gone"
        gone.mkdir()
        line = f'rmdir "$PWD"; exec {shlex.join([*COMMAND, *words])}'
        done = subprocess.run(
            ["sh", "-c", line], cwd=gone, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        assert done.returncode == 2, words
        assert "the current folder was deleted" in done.stderr, words
        assert len(done.stderr.splitlines()) == 1, words


def test_logs_of_a_contest_on_a_full_disk(tmp_path):
    words = (*PLAY, "--no-replay", "--classic-logs", "logs", "--set", "max_rounds=4", "--json")
    done = launch(tmp_path, *words, limit=limited(resource.RLIMIT_FSIZE, 100_000))
    assert done.returncode == 2
    assert '"incomplete":["cannot write ' in done.stdout
    assert "GlobalState.json: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob(".*")), "no half-written file is left"


def test_too_few_open_files(tmp_path):
    (tmp_path / "bot.py").write_text("def move(view):\n    return 'ACCELERATE'\n")
    words = ("play", "overdrive", "bot.py", "bot.py", "--set", "max_rounds=3")
    done = launch(tmp_path, *words, limit=limited(resource.RLIMIT_NOFILE, 12))
    assert done.returncode in (0, 1, 2)
    assert "Traceback (most" not in done.stderr, done.stderr


def test_a_read_only_home(tmp_path):
    done = subprocess.run(
        [*COMMAND, *PLAY, "--set", "max_rounds=3"],
        cwd=tmp_path,
        env={**os.environ, "HOME": "/proc/none", "XDG_CACHE_HOME": "/proc/none"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr


SLOW = """
import time

def move(view):
    if view["currentRound"] > 3:
        time.sleep(600)
    return "ACCELERATE"
"""


def turns_in(path: Path) -> int:
    try:
        return len(read_replay(path).turns)
    except ReplayError:
        return 0


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "stopped by the person (Ctrl-C)"),
        (signal.SIGTERM, 143, "stopped by a signal (SIGTERM)"),
    ],
)
def test_a_match_that_a_person_stops(tmp_path, number, code, said):
    (tmp_path / "slow.py").write_text(SLOW)
    words = ("play", "overdrive", "slow.py", "cruise", "--no-timeout", "-o", "m.gz")
    match = subprocess.Popen([*COMMAND, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        eventually(lambda: turns_in(tmp_path / "m.gz") == 3)
        assert running(tmp_path / "slow.py")
        match.send_signal(number)
        _, error = match.communicate(timeout=SECONDS)
    finally:
        match.kill()
    assert match.returncode == code
    assert "stopped; the match so far is in m.gz" in error
    assert "Traceback" not in error
    found = verify_file(tmp_path / "m.gz")
    assert (found.status, found.reason, found.identical, found.turns) == ("unfinished", said, True, 3)
    assert found.chain.status == "intact"
    eventually(lambda: not running(tmp_path / "slow.py"))
    assert CliRunner().invoke(lanista, ["verify", str(tmp_path / "m.gz")]).exit_code == 1


def test_sigterm_while_a_built_in_bot_thinks_is_not_its_fault(tmp_path):
    words = ("play", "overdrive", "planner", "planner", "--no-timeout", "-o", "m.gz", "--json")
    match = subprocess.Popen([*COMMAND, *words], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        eventually(lambda: turns_in(tmp_path / "m.gz") > 1)
        match.send_signal(signal.SIGTERM)
        match.communicate(timeout=SECONDS)
    finally:
        match.kill()
    assert match.returncode == 143
    read = read_replay(tmp_path / "m.gz")
    assert {verdict for line in read.turns for verdict in line.verdicts} == {"ok"}
