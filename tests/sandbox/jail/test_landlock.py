"""Landlock: files outside the list, TCP ports, signals and abstract sockets are out of reach."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lanista.sandbox.jail import landlock
from tests.sandbox.confined import LINUX, outcome

EACCES, EPERM, EXDEV = errno.EACCES, errno.EPERM, errno.EXDEV
ABI = landlock.abi()
pytestmark = [LINUX, pytest.mark.skipif(not ABI, reason="this kernel has no Landlock")]


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for name in ("read", "write", "other"):
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "file").write_text(name)
    return tmp_path


def confined(folders: Path, act: Callable[[], Any], *, network: bool = False) -> Any:
    read, write = [str(folders / "read"), sys.prefix, "/nowhere"], [str(folders / "write"), os.devnull]
    return outcome(lambda: landlock.restrict(read, write, network=network), act)


READ, WRITE, OTHER = "read/file", "write/file", "other/file"
ATTEMPTS: dict[str, tuple[Callable[[Path], Any], Any]] = {
    "reads a readable file": (lambda at: (at / READ).read_text(), "read"),
    "reads a writable file": (lambda at: (at / WRITE).read_text(), "write"),
    "reads another file": (lambda at: (at / OTHER).read_text(), EACCES),
    "lists a readable folder": (lambda at: sorted(os.listdir(at / "read")), ["file", "inner"]),
    "lists another folder": (lambda at: os.listdir(at / "other"), EACCES),
    "lists the root": (lambda _: os.listdir("/"), EACCES),
    "writes": (lambda at: (at / WRITE).write_text("x"), 1),
    "creates a file": (lambda at: (at / "write/inner/new").write_text("x"), 1),
    "writes a readable file": (lambda at: (at / READ).write_text("x"), EACCES),
    "creates a file elsewhere": (lambda at: (at / "other/new").write_text("x"), EACCES),
    "deletes a file": (lambda at: (at / WRITE).unlink(), None),
    "deletes a readable file": (lambda at: (at / READ).unlink(), EACCES),
    "reads through a link": (lambda at: _linked(at).read_text(), EACCES),
    "reads through dots": (lambda at: (at / "read/inner/../../other/file").read_text(), EACCES),
    "moves a file out": (lambda at: (at / WRITE).rename(at / "other/moved"), EACCES),
    "makes a device": (lambda at: os.mknod(at / "write/null", 0o20666, os.makedev(1, 3)), (EACCES, EPERM)),
    "writes to a device": (lambda _: Path(os.devnull).write_text("x"), 1),
    "runs a program elsewhere": (lambda _: os.execv("/bin/true", ["true"]), EACCES),
}


def _linked(at: Path) -> Path:
    os.symlink(at / OTHER, at / "write/link")
    return at / "write/link"


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_files(attempt, folders):
    act, expected = ATTEMPTS[attempt]
    found = confined(folders, lambda: act(folders))
    assert found in expected if isinstance(expected, tuple) else found == expected
    assert (folders / OTHER).read_text() == "other"
    assert (folders / READ).read_text() == "read"


@pytest.mark.skipif(ABI < 3, reason="this kernel's Landlock does not know it")
def test_files_elsewhere_cannot_be_truncated(folders):
    assert confined(folders, lambda: os.truncate(folders / OTHER, 0)) == EACCES


@pytest.mark.skipif(ABI < 4, reason="this kernel's Landlock does not know it")
def test_tcp_ports_are_closed_without_a_network(folders):
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        connect = lambda: socket.socket().connect(address)  # noqa: E731
        listen = lambda: socket.socket().bind(("127.0.0.1", 0))  # noqa: E731
        assert [confined(folders, act) for act in (connect, listen)] == [EACCES, EACCES]
        assert [confined(folders, act, network=True) for act in (connect, listen)] == [None, None]


@pytest.mark.skipif(ABI < 6, reason="this kernel's Landlock does not know it")
def test_others_cannot_be_signalled_or_reached_by_abstract_sockets(folders):
    name = f"\0lanista-test-{os.getpid()}"

    def connect() -> None:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(name)

    def signal_a_child() -> int:
        if (child := os.fork()) == 0:
            signal.pause()
        os.kill(child, signal.SIGKILL)
        return os.waitpid(child, 0)[1]

    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()
        assert confined(folders, connect) == EPERM
    assert confined(folders, lambda: os.kill(os.getppid(), 0)) == EPERM
    assert confined(folders, signal_a_child) == signal.SIGKILL


def test_versions_say_what_they_miss():
    assert landlock.missing(7) == ""
    assert landlock.missing(3) == "TCP ports, signals and abstract sockets"
    assert landlock.missing(0) == "files, TCP ports, signals and abstract sockets"
