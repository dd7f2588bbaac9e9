"""Listening sockets for bots, on loopback."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator

from lanista.core.errors import BotError

HOST = "127.0.0.1"
LOOPBACKS = 200  # max addresses to try
BACKLOG = 128  # connections waiting to be accepted


def open_port(port: int) -> socket.socket:
    """A non-blocking socket that listens on a loopback port; 0 picks a free one."""
    try:
        listener = _listen(HOST, port)
    except OSError as error:
        raise BotError(
            f"port {port} cannot be opened for bots: {error.strerror}; end what uses it, or name another port"
        ) from None
    listener.setblocking(False)
    return listener


def open_fixed_port(port: int) -> socket.socket:
    """A listening socket for a port that bots have hard-coded, on the first loopback address where it is free."""
    reason = ""
    for address in loopback_addresses():
        try:
            return _listen(address, port)
        except OSError as error:
            reason = error.strerror or str(error)
    raise BotError(
        f"expected port {port}, which the contest's bots have in their code, to be free on a loopback address: "
        f"{reason}. End the program that listens there (on macOS: AirPlay Receiver)"
    )


def _listen(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def loopback_addresses() -> Iterator[str]:
    """127.0.0.1, and on Linux further ones, so that several matches can run side by side."""
    yield HOST
    if sys.platform.startswith("linux"):
        yield from (f"127.0.0.{last}" for last in range(2, 2 + LOOPBACKS))
