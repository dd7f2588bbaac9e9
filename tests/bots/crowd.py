"""A crowd of connections that want nothing: half open, slow, or idle. It ends by itself."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path

HEAD = (
    b"GET /runnerhub HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SHAKE = b'{"protocol":"json","version":1}\x1e'
# What each of them has sent before it falls silent: nothing, half a head, no handshake, half a frame, a handshake.
OPENINGS = [b"", HEAD[:40], HEAD, HEAD + b"\x81", HEAD + bytes([0x81, 0x80 | len(SHAKE), 0, 0, 0, 0]) + SHAKE]
FIRST, MORE = 300, 700
SECONDS = 60


def crowd(address: str, flag: Path, port: int = 5000) -> None:
    """Open hundreds of connections, say so by a file, and go on opening more in the background."""
    links = list(islice(_connections(address, port), FIRST))
    flag.touch()
    threading.Thread(target=_go_on, args=(links, _connections(address, port)), daemon=True).start()


def _connections(address: str, port: int) -> Iterator[socket.socket]:
    for opening in islice(cycle(OPENINGS), 2 * (FIRST + MORE)):
        with contextlib.suppress(OSError):
            link = socket.create_connection((address, port), 5)
            link.sendall(opening)
            yield link


def _go_on(links: list[socket.socket], more: Iterable[socket.socket]) -> None:
    """Drip a byte at a time into all of them, and replace the oldest by new ones."""
    end = time.monotonic() + SECONDS
    for link in islice(more, MORE):
        links.append(link)
        for old in links[-40:]:
            _ignore(old.send, b"G")
        if len(links) > 500:
            _ignore(links.pop(0).close)
        if time.monotonic() > end:
            return


def _ignore(act: Callable[..., object], *arguments: object) -> None:
    with contextlib.suppress(OSError):
        act(*arguments)
