"""Bots that fail because of the sandbox: the reason of the fault says so, and what to do."""

import sys
from pathlib import Path

import pytest

from lanista.bots.process.confinement import Confinement
from lanista.bots.sandbox_hints import HIDDEN, NO_NETWORK, READ_ONLY, sandbox_hint
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxPolicy, SandboxRequest
from lanista.sandbox.machine import find_machine
from tests.bots.matches import PATIENT

NAMESPACES = pytest.mark.skipif(find_machine().level < Level.NAMESPACES, reason="this machine has no namespaces")


@pytest.fixture
def folder(tmp_path):
    for name in ("bot.py", "data.txt", "secret.txt"):
        (tmp_path / name).touch()
    return tmp_path


def hint(log: str, folder: Path, *, level: Level = Level.NAMESPACES, whole: bool = False) -> str:
    """The hint for a bot of which the file, or the whole folder, is visible."""
    seen = folder if whole else folder / "bot.py"
    return sandbox_hint(log, Confinement(SandboxPolicy(level), (seen,), ()), folder, network=False)


@pytest.mark.parametrize(
    "log",
    [
        "FileNotFoundError: [Errno 2] No such file or directory: 'data.txt'",
        "FileNotFoundError: [Errno 2] No such file or directory: '{folder}/data.txt'\n",
        "PermissionError: [Errno 13] Permission denied: '{folder}/data.txt'",
        "Error: ENOENT: no such file or directory, open '{folder}/data.txt'\n    at Object.openSync",
        "java.io.FileNotFoundException: data.txt (No such file or directory)\n\tat java.base",
        "cat: data.txt: No such file or directory\n",
        "2026/11/16 panic: open data.txt: no such file or directory\n",
    ],
)
def test_a_file_beside_a_single_file_is_out_of_sight(folder, log):
    assert hint(log.format(folder=folder), folder) == HIDDEN
    assert hint(log.format(folder=folder), folder, level=Level.NONE) == ""


@pytest.mark.parametrize("name", ["other.txt", "/etc/passwd", "../x", "a\0b", "x" * 5000])
def test_a_file_that_is_nowhere_or_elsewhere_is_the_bots_own_problem(folder, name):
    (folder.parent / "x").touch()
    assert hint(f"FileNotFoundError: [Errno 2] No such file or directory: '{name}'", folder) == ""


def test_a_file_in_a_visible_folder_is_the_bots_own_problem(folder):
    assert hint("No such file or directory: 'data.txt'", folder, whole=True) == ""


@pytest.mark.parametrize(
    "log",
    [
        "OSError: [Errno 30] Read-only file system: 'notes.txt'",
        "PermissionError: [Errno 13] Permission denied: '{folder}/notes.txt'",
        "Error: EROFS: read-only file system, open 'notes.txt'",
        "java.io.FileNotFoundException: notes.txt (Read-only file system)",
        "sh: 1: cannot create notes.txt: Read-only file system",
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_the_folder_of_a_bot_cannot_be_written(folder, log, whole):
    assert hint(log.format(folder=folder), folder, whole=whole) == READ_ONLY


@pytest.mark.parametrize(
    "log",
    [
        "OSError: [Errno 101] Network is unreachable",
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
        "Error: getaddrinfo EAI_AGAIN example.org",
        "java.net.UnknownHostException: example.org",
        "Error: getaddrinfo ENOTFOUND example.org",
        "dial tcp: lookup example.org: no such host",
        "failed to lookup address information: Name or service not known",
        "curl: (6) Could not resolve host: example.org",
    ],
)
def test_there_is_no_network(folder, log):
    assert hint(log, folder) == NO_NETWORK
    assert "the sandbox has no network" in NO_NETWORK
    assert "--sandbox none" in NO_NETWORK
    assert hint(log, folder, level=Level.LIMITS) == ""


@NAMESPACES
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("open('data.txt').read()", HIDDEN),
        ("open('notes.txt', 'w')", READ_ONLY),
        ("import socket; socket.create_connection(('192.0.2.1', 9), 5)", NO_NETWORK),
    ],
)
def test_a_match_says_it(folder, monkeypatch, code, expected):
    monkeypatch.chdir(folder)  # so that the bot is a single file, not a folder
    (folder / "bot.py").write_text(f"{code}\n")
    plan = plan_match(
        "overdrive",
        [f"{sys.executable} bot.py", "cruise"],
        MatchTerms(settings={"max_rounds": 2}, wanted=SandboxRequest(Level.NAMESPACES)).with_budgets(PATIENT),
    )
    fault = plan.play().seats[0].fault
    assert fault is not None
    assert fault.reason == f"the process ended: exit status 1{expected}"
