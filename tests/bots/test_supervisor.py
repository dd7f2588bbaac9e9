"""Supervisors: what they tell is checked, and what they leave is ended."""

import math
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.bots import supervisor as module
from lanista.bots.supervisor import Launch, Supervisor, events, is_supervisor
from tests.fuzz.mutations import cases, mutate_bytes

LINES = b"""{"started": 4711}
{"failed": "x: No such file"}
{"cpu_ms": 1.5, "exit": 3}
{"signal": 9, "cpu_ms": 2}
"""
RUBBISH = [b"5", b"[1]", b"\xff", b"{", b"null", b'{"started":"x"}', b'{"exit":[1]}', b'{"signal":1e400}', b"{}"]


def test_what_a_supervisor_tells():
    started, failed, ended, killed = events(LINES)
    assert started == {"started": 4711}
    assert failed == {"failed": "x: No such file"}
    assert ended == {"cpu_ms": 1.5, "exit": 3}
    assert killed == {"signal": 9, "cpu_ms": 2}


@pytest.mark.parametrize("line", RUBBISH)
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
