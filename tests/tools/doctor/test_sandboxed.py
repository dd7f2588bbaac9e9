"""Things that a sandbox denies a bot are reported."""

import pytest

from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine
from lanista.tools.doctor import CheckStatus
from lanista.tools.doctor.sandboxed import DENIED
from tests.tools.doctor.examined import examination, found_by

needs_namespaces = pytest.mark.skipif(
    find_machine().level < Level.NAMESPACES, reason="this machine has no namespaces for a sandbox"
)


@needs_namespaces
def test_a_bot_that_reads_a_file_of_another_folder_fails_in_the_sandbox_only(tmp_path, lines):
    book = tmp_path / "elsewhere" / "book.txt"
    book.parent.mkdir()
    book.write_text("moves")
    spec = lines(at_start=f"open({str(book)!r}).read()")
    (inside,) = found_by(examination(tmp_path, spec), "start")
    assert inside.status is CheckStatus.FAILED
    assert "FileNotFoundError" in inside.found
    assert "--sandbox none shows" in inside.advice
    start, sandbox = found_by(examination(tmp_path, spec, wanted=SandboxRequest(Level.NONE)), "start", "sandbox")
    assert start.status is CheckStatus.OK
    assert sandbox.status is CheckStatus.FAILED
    assert "--sandbox" in sandbox.command


@needs_namespaces
def test_a_bot_that_wants_the_network_and_plays_on_is_warned(tmp_path, lines):
    call = "import socket; code = socket.socket().connect_ex(('192.0.2.1', 80))"
    parts = f"{call}; print(os.strerror(code), file=sys.stderr, flush=True)"
    (finding,) = found_by(examination(tmp_path, lines(at_start=parts)), "sandbox")
    assert finding.status is CheckStatus.WARNING
    assert "it logged 'Network is unreachable'" in finding.found


@pytest.mark.parametrize(
    "line",
    [
        "PermissionError: [Errno 13] Permission denied: '/root'",
        "Error: connect ENETUNREACH 1.1.1.1:80 - Network is unreachable",
        "java.nio.file.NoSuchFileException: book.txt",
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
    ],
)
def test_complaints_are_recognised(line):
    assert DENIED.search(line)


def test_other_lines_are_not_complaints():
    assert not DENIED.search("turn 3: opened lane 2, permission to boost")
