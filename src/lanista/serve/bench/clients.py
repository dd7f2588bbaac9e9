"""Clients for measurements: WebSockets that only listen, and readers of pages; many in one process."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from lanista.core.errors import LanistaError

TEXT, CLOSE, PING = 1, 8, 9
CONNECT_SECONDS = 60.0
OpenStream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def open_stream(url: str) -> OpenStream:
    """A connection to the server of a URL."""
    parts = urlsplit(url)
    return await asyncio.wait_for(asyncio.open_connection(parts.hostname, parts.port), CONNECT_SECONDS)


async def open_websocket(url: str, path: str) -> OpenStream:
    """A WebSocket after its handshake."""
    reader, writer = await open_stream(url)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), CONNECT_SECONDS)
    if b" 101 " not in head.split(b"\r\n")[0]:
        raise LanistaError(f"the server refused a spectator: {head[:100]!r}")
    return reader, writer


async def listen(stream: OpenStream, heard: Callable[[bytes], None]) -> None:
    """Pass on messages until the server closes the connection."""
    reader, writer = stream
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            kind, size = await reader.readexactly(2)
            length = size & 127
            if length >= 126:
                length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
            data = await reader.readexactly(length)
            if kind & 15 == TEXT:
                heard(data)
            elif kind & 15 == PING:
                mask = bytes(4)
                writer.write(bytes([0x8A, 0x80 | length]) + mask + data)
            elif kind & 15 == CLOSE:
                return


async def get(stream: OpenStream, url: str, path: str) -> tuple[int, int]:
    """The status of a page, and its size, over a connection that stays open."""
    reader, writer = stream
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nAccept: text/html\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    sizes = [line.partition(":")[2] for line in lines if line.lower().startswith("content-length:")]
    size = int(sizes[0])
    await reader.readexactly(size)
    return int(lines[0].split()[1]), size


class Readers:
    """People who open a page, look at it for a while, and open it again."""

    def __init__(self, url: str, path: str, count: int, pause: float) -> None:
        self.seconds: list[float] = []
        self.failures = 0
        self.size = 0
        self._url, self._path, self._count, self._pause = url, path, count, pause

    async def read_for(self, seconds: float) -> None:
        """Let all of them read for some seconds."""
        until = time.perf_counter() + seconds
        await asyncio.gather(*[self._read(until) for _ in range(self._count)])

    async def _read(self, until: float) -> None:
        draw = random.Random(id(asyncio.current_task()))
        await asyncio.sleep(draw.uniform(0, self._pause))
        stream = await open_stream(self._url)
        try:
            while time.perf_counter() < until:
                began = time.perf_counter()
                status, self.size = await get(stream, self._url, self._path)
                self.seconds.append(time.perf_counter() - began)
                self.failures += status != 200
                await asyncio.sleep(draw.uniform(0.5, 1.5) * self._pause)
        finally:
            stream[1].close()


def percentile(values: list[float], part: float) -> float:
    """The value below which a part of the values lies."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
