"""Supervisors: what they tell is checked, and what they leave is ended."""

import errno
import math
import os
import select
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.bots.process import supervisor as module
from lanista.bots.process import supervisor_process
from lanista.bots.process.supervisor import Launch, Supervisor, events, is_supervisor
from tests.fuzz.mutations import cases, mutate_bytes
from tests.rows import every_row

LINES = b"""{"started": 4711}
{"failed": "x: No such file"}
{"cpu_ms": 1.5, "exit": 3}
{"signal": 9, "cpu_ms": 2}
"""
OLD_LIMIT = """
import os, resource, sys
from lanista.bots.process.supervisor import Launch, Supervisor
kept = Supervisor(Launch([sys.executable, "-c", sys.argv[1]]))
os.set_blocking(kept.fds["stdout"], True)
bot = os.read(kept.fds["stdout"], 100).decode().strip()
print(bot, *resource.prlimit(kept.pid, resource.RLIMIT_NOFILE), sep="/")
for fd in kept.fds.values():
    os.close(fd)
kept.close()
"""
RUBBISH = [b"5", b"[1]", b"\xff", b"{", b"null", b'{"started":"x"}', b'{"exit":[1]}', b'{"signal":1e400}', b"{}"]


def test_what_a_supervisor_tells():
    started, failed, ended, killed = events(LINES)
    assert started == {"started": 4711}
    assert failed == {"failed": "x: No such file"}
    assert ended == {"cpu_ms": 1.5, "exit": 3}
    assert killed == {"signal": 9, "cpu_ms": 2}


def test_a_supervisor_that_cannot_start_its_bot_says_whose_fault_it_is(monkeypatch):
    def no_fork() -> int:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", no_fork)
    read, write = os.pipe()
    with pytest.raises(SystemExit):
        supervisor_process.BotStartup(["x"], write, 0, {}).start()
    os.close(write)
    with open(read, "rb") as status:
        starting, unable = events(status.read())
    assert starting == {"starting": True}
    assert unable == {"unable": "the sandbox: a system call: Resource temporarily unavailable"}


def test_a_supervisor_that_cannot_have_its_pipes_leaves_none_open(monkeypatch):
    made: list[int] = []
    real = os.pipe

    def pipe() -> tuple[int, int]:
        if len(made) == 6:
            raise OSError(errno.EMFILE, "Too many open files")
        made.extend(pair := real())
        return pair

    monkeypatch.setattr(os, "pipe", pipe)
    with pytest.raises(OSError, match="Too many open files"):
        Supervisor(Launch([sys.executable, "-c", "pass"]))
    for fd in made:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(fd)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_supervisor_raises_its_limit_of_open_files_and_its_bot_has_the_old_one():
    code = "import resource, sys; print(resource.getrlimit(resource.RLIMIT_NOFILE)); sys.stdout.flush(); input()"
    words = f"ulimit -S -n 99; exec {sys.executable} -c {shlex.quote(OLD_LIMIT)} {shlex.quote(code)}"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=True, timeout=60)
    bot, supervisor, hard = done.stdout.split("/")
    assert bot.startswith("(99, ")
    assert int(supervisor) == int(hard) > 99


@every_row("line", RUBBISH)
def test_what_no_supervisor_tells_says_nothing(line):
    assert list(events(line + b"\n")) == []


def test_no_line_is_more_than_it_may_be():
    for random in cases(300):
        for event in events(mutate_bytes(random, LINES)):
            assert all(isinstance(event.get(name, 0), int) for name in ("started", "exit", "signal"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux lets orphans come to another process")
def test_a_supervisor_that_cannot_be_collected_does_not_stop_us(monkeypatch):
    """A tracer of a process hears of its end before its parent does: the wait for it must have an end."""
    waits: list[float | None] = []

    def wait(self: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        waits.append(timeout)
        raise subprocess.TimeoutExpired("supervisor", timeout or 0)

    kept = Supervisor(Launch([sys.executable, "-c", "input()"]))
    assert is_supervisor(kept.pid)
    with monkeypatch.context() as patch:
        patch.setattr(subprocess.Popen, "wait", wait)
        for fd in kept.fds.values():
            os.close(fd)
        kept.close()
    assert waits
    assert None not in waits
    assert not is_supervisor(kept.pid)
    kept._process.wait(60)


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="the system tells no limits")
def test_a_process_that_is_gone_is_nobodys_orphan():
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait(60)
    assert module._limit_of(child.pid) == math.inf


def test_a_command_with_an_output_has_no_pipes_of_its_own(tmp_path):
    with (tmp_path / "said").open("wb") as output:
        kept = Supervisor(Launch([sys.executable, "-c", "print(1)"]), output)
        try:
            assert set(kept.fds) == {"status", "control"}
            assert select.select([kept.fds["status"]], [], [], 60)[0]
        finally:
            os.close(kept.fds.pop("status"))
            os.close(kept.fds.pop("control"))
            kept.close()
