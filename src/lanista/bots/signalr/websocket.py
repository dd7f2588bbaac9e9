"""WebSocket and its HTTP upgrade (RFC 6455), reduced to what a hub on loopback needs.

The size of everything that a client sends is checked before it is read.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

from lanista.core.enums import plain_members
from lanista.core.errors import LanistaError
from lanista.core.text import whole_number

HEAD_BYTES = 16 * 1024
BODY_BYTES = 16 * 1024
MESSAGE_BYTES = 256 * 1024
UNSENT_BYTES = 4 * 1024 * 1024  # buffered for a client that does not read
MAX_MESSAGES = 2000  # or KiB, per second
UNREGISTERED_MESSAGES = 400  # the same before registration, enough for one message of any size
UNREGISTERED_UNSENT_BYTES = 64 * 1024
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


@plain_members
class Opcode(IntEnum):
    """Kinds of frames."""

    MORE = 0
    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


@plain_members
class CloseCode(IntEnum):
    """Why a WebSocket is closed."""

    NORMAL = 1000
    PROTOCOL_ERROR = 1002
    POLICY = 1008
    TOO_BIG = 1009
    OUR_FAULT = 1011


class BadRequest(LanistaError):  # noqa: N818 - named as the answer to it
    """A request that is refused with an HTTP status."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Violation(LanistaError):  # noqa: N818 - reads as what it is
    """A frame or message that the protocol does not allow."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class WebSocketClosed(LanistaError):  # noqa: N818 - reads as what it is
    """The client has closed the WebSocket."""


# HTTP


@dataclass(frozen=True)
class RequestHead:
    """The head of a request; header names are in lower case."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]

    @property
    def wants_websocket(self) -> bool:
        """Whether the client asks for an upgrade to a WebSocket."""
        return self.headers.get("upgrade", "").lower() == "websocket"


async def read_request(reader: asyncio.StreamReader) -> RequestHead:
    """Read a request, and discard its body."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        raise BadRequest(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"expected at most {HEAD_BYTES} bytes of headers, got more"
        ) from None
    request = parse_head(head)
    await reader.readexactly(body_length(request.headers.get("content-length", "0")))
    return request


def body_length(text: str) -> int:
    """The length of a request's body."""
    length = whole_number(text) if text.isdecimal() else None
    if length is None or length > BODY_BYTES:
        raise BadRequest(HTTPStatus.BAD_REQUEST, f"expected a body of 0 to {BODY_BYTES} bytes")
    return length


def parse_head(head: bytes) -> RequestHead:
    """Parse the request line and the headers."""
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequest(HTTPStatus.BAD_REQUEST, "expected a request line such as `GET /runnerhub HTTP/1.1`")
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon:
            raise BadRequest(HTTPStatus.BAD_REQUEST, "expected headers of the form `name: value`")
        headers[name.strip().lower()] = value.strip()
    try:
        target = urlsplit(words[1])
        query = dict(parse_qsl(target.query))
    except ValueError:
        raise BadRequest(HTTPStatus.BAD_REQUEST, "expected a path such as /runnerhub") from None
    return RequestHead(words[0].upper(), target.path, query, headers)


def response(status: HTTPStatus, body: bytes, kind: str = "application/json") -> bytes:
    """A complete response, after which the connection is closed."""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def upgrade(request: RequestHead) -> bytes:
    """The response that upgrades a connection to a WebSocket."""
    key = request.headers.get("sec-websocket-key", "")
    if request.headers.get("sec-websocket-version") != "13" or not key.isascii() or not key:
        raise BadRequest(HTTPStatus.BAD_REQUEST, "expected a WebSocket of version 13 with a Sec-WebSocket-Key")
    accept = base64.b64encode(hashlib.sha1(key.encode() + MAGIC).digest()).decode()
    return (
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {accept}\r\n\r\n"
    ).encode()


# Frames


def masked(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    """Mask or unmask a payload."""
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def frame(opcode: Opcode, payload: bytes, mask: bytes = b"") -> bytes:
    """A complete message in one frame; clients mask theirs."""
    size, bit = len(payload), 0x80 if mask else 0
    head = bytes([0x80 | opcode])
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + size.to_bytes(8, "big")
    return head + mask + (masked(payload, mask) if mask else payload)


def _check_head(first: int, second: int) -> Opcode:
    """The kind of a frame that a client may send, by its first two bytes; raises Violation."""
    try:
        opcode = Opcode(first & 0x0F)
    except ValueError:
        raise Violation(CloseCode.PROTOCOL_ERROR, f"expected a known kind of frame, got {first & 15}") from None
    if first & 0x70 or not second & 0x80:
        raise Violation(CloseCode.PROTOCOL_ERROR, "expected a masked frame without extensions")
    if opcode >= Opcode.CLOSE and (second & 0x7F > 125 or not first & 0x80):
        raise Violation(CloseCode.PROTOCOL_ERROR, "expected a control frame of at most 125 bytes in one piece")
    return opcode


class RateLimit:
    """Limits what a client may send per second."""

    def __init__(self) -> None:
        self.max_messages = UNREGISTERED_MESSAGES
        self._since = time.monotonic()
        self._spent = 0

    def spend(self, count: int) -> None:
        """Count messages or KiB; raises Violation when there are too many."""
        now = time.monotonic()
        if now - self._since > 1:
            self._since, self._spent = now, 0
        self._spent += count
        if self._spent > self.max_messages:
            raise Violation(
                CloseCode.POLICY, f"expected at most {self.max_messages} messages or KiB in a second, got more"
            )


class Socket:
    """One WebSocket, the server's end of it."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._closing = False
        self._max_unsent = UNREGISTERED_UNSENT_BYTES
        self._data = bytearray()  # not yet a whole frame
        self._message: bytearray | None = None  # not yet a whole message
        self.rate_limit = RateLimit()

    @property
    def transport(self) -> asyncio.WriteTransport:
        """The transport below the connection."""
        return self._writer.transport

    def trust(self) -> None:
        """Raise the limits for a client that has a seat."""
        self.rate_limit.max_messages = MAX_MESSAGES
        self._max_unsent = UNSENT_BYTES

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The messages that are now complete; answers pings, and raises Closed or Violation."""
        self._data += data
        while (found := self._next_frame()) is not None:
            opcode, final, payload = found
            if opcode >= Opcode.CLOSE:
                self._control(opcode, payload)
                continue
            if (opcode == Opcode.MORE) != (self._message is not None):
                raise Violation(CloseCode.PROTOCOL_ERROR, "frames of two messages are mixed")
            if self._message is None and final:
                yield payload
                continue
            self._message = bytearray() if self._message is None else self._message
            self._message += payload
            if final:
                whole, self._message = bytes(self._message), None
                yield whole

    def _next_frame(self) -> tuple[Opcode, bool, bytes] | None:
        """Take a frame from the data; None if it is not complete."""
        data = self._data
        if len(data) < 2:
            return None
        opcode, size, start = _check_head(data[0], data[1]), data[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(data) < start:
                return None
            size = int.from_bytes(data[2:start], "big")
        if size > MESSAGE_BYTES - len(self._message or b""):
            raise Violation(CloseCode.TOO_BIG, f"expected a message of at most {MESSAGE_BYTES} bytes, got more")
        end = start + 4 + size
        if len(data) < end:
            return None
        self.rate_limit.spend(1 + size // 1024)
        final, payload = bool(data[0] & 0x80), masked(data[start + 4 : end], data[start : start + 4])
        del data[:end]
        return opcode, final, payload

    def _control(self, opcode: Opcode, payload: bytes) -> None:
        if opcode == Opcode.PING:
            self._write(frame(Opcode.PONG, payload))
        elif opcode == Opcode.CLOSE:
            self.close(CloseCode.NORMAL)
            raise WebSocketClosed("the client has closed the connection")

    def send(self, text: bytes) -> None:
        """Send a text; a client that does not read is disconnected."""
        self._write(frame(Opcode.TEXT, text))

    def close(self, code: CloseCode) -> None:
        """Send a close frame, after which nothing is sent."""
        if not self._closing:
            self._write(frame(Opcode.CLOSE, int(code).to_bytes(2, "big")))
            self._closing = True

    def _write(self, data: bytes) -> None:
        if self._closing or self._writer.is_closing():
            return
        if self._writer.transport.get_write_buffer_size() + len(data) > self._max_unsent:
            self._writer.transport.abort()
            return
        self._writer.write(data)
