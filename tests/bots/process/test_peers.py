"""Whose process is at the other end of a connection."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from lanista.bots.process import peers
from lanista.bots.process.peers import HIDDEN, UNKNOWN, owners

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")

CLIENT = "import socket, sys; link = socket.create_connection(('127.0.0.1', int(sys.argv[1]))); sys.stdin.read()"
MAPPED = (
    "import socket, sys; link = socket.socket(socket.AF_INET6, socket.SOCK_STREAM); "
    "link.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0); "
    "link.connect(('::ffff:127.0.0.1', int(sys.argv[1]))); sys.stdin.read()"
)
NESTED = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CLIENT!r}, sys.argv[1]], check=False)"


class Listener:
    """Listens, and starts clients."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._socket = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self._socket.settimeout(60)
        self.address = self._socket.getsockname()

    def start(self, code: str) -> tuple[int, peers.Address]:
        """The process id of a client that was started, and the address that it came from."""
        command = [sys.executable, "-I", "-S", "-c", code, str(self.address[1])]
        client = self._stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE))
        assert client.stdin is not None
        self._stack.callback(client.stdin.close)
        link, address = self._socket.accept()
        self._stack.enter_context(link)
        return client.pid, address


@pytest.fixture
def listener() -> Iterator[Listener]:
    with ExitStack() as stack:
        yield Listener(stack)


@pytest.mark.parametrize("code", [CLIENT, NESTED])
def test_a_connection_belongs_to_the_child_that_was_started(listener, code):
    """Also if a process below it has opened it."""
    clients = [listener.start(code) for _ in range(2)]
    assert owners(listener.address, [address for _, address in clients]) == {
        address: pid for pid, address in clients
    }


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
def test_a_socket_for_both_kinds_of_addresses(listener):
    """As Java opens them."""
    pid, address = listener.start(MAPPED)
    assert owners(listener.address, [address]) == {address: pid}


def test_a_connection_of_nobody_that_was_started_here(listener):
    with socket.create_connection(listener.address) as link:
        address = link.getsockname()
        assert owners(listener.address, [address, ("127.0.0.1", 1)]) == {
            address: UNKNOWN,
            ("127.0.0.1", 1): UNKNOWN,
        }


def test_who_hides_its_files_is_taken_to_hold_what_nobody_is_seen_to_hold(listener, monkeypatch):
    thief, address = listener.start(CLIENT)
    honest, other = listener.start(CLIENT)
    listing = os.listdir
    hidden = {thief}

    def listdir(path: str) -> list[str]:
        if any(path == f"/proc/{pid}/fd" for pid in hidden):
            raise PermissionError(path)
        return listing(path)

    monkeypatch.setattr(os, "listdir", listdir)
    assert owners(listener.address, [address, other]) == {address: thief, other: honest}
    hidden.add(honest)
    assert set(owners(listener.address, [address, other]).values()) == {HIDDEN}


def test_more_open_files_than_are_looked_at_count_as_hidden(listener, monkeypatch):
    pid, address = listener.start(CLIENT)
    monkeypatch.setattr(peers, "MAX_DESCRIPTORS", 1)
    assert owners(listener.address, [address]) == {address: pid}
