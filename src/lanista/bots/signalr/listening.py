"""Where the hub listens: at the contest's port, on the first loopback address where it is free."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator

from lanista.errors import BotError

PORT = 5000  # the contest's; its bots have it in their code
LOOPBACKS = 200  # addresses that are tried
BACKLOG = 128  # connections that wait to be accepted


def listen() -> socket.socket:
    """A listening socket at the contest's port, on the first loopback address where it is free."""
    reason = ""
    for address in loopback_addresses():
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address, PORT))
            listener.listen(BACKLOG)
            return listener
        except OSError as error:
            listener.close()
            reason = error.strerror or str(error)
    raise BotError(
        f"expected port {PORT}, which the contest's bots have in their code, to be free on a loopback address: "
        f"{reason}. End the program that listens there (on macOS: AirPlay Receiver)"
    )


def loopback_addresses() -> Iterator[str]:
    """127.0.0.1; on Linux the others too, so that several matches run side by side."""
    yield "127.0.0.1"
    if sys.platform.startswith("linux"):
        yield from (f"127.0.0.{last}" for last in range(2, 2 + LOOPBACKS))
