"""Whatever a client sends to the hub (requests, frames, messages, calls), at worst it loses its connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from lanista.bots.signalr import messages
from lanista.bots.signalr.connection import CallRefused
from lanista.bots.signalr.server import HubServer
from lanista.bots.signalr.websocket import (
    BadRequest,
    Opcode,
    Socket,
    Violation,
    WebSocketClosed,
    frame,
    read_request,
)
from lanista.games.sproutopia.contest.hub import PATH, PORT, MatchHub
from lanista.games.sproutopia.settings import STANDARD
from tests import loops
from tests.fuzz.mutations import VALUES, cases, mutate_bytes, mutate_json
from tests.rows import every_row

TOKEN = "11111111-2222-3333-4444-555555555555"
MASK = b"\x37\xfa\x21\x3d"
HEADS = [
    b"POST /runnerhub/negotiate?negotiateVersion=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
    b"GET /runnerhub?id=abc%20d HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
]
OPEN = HEADS[1].replace(b"?id=abc%20d", b"")
HANDSHAKE = {"protocol": "json", "version": 1}
CALLS: list[dict[str, Any]] = [
    {"type": 1, "target": "Register", "arguments": [TOKEN, "nick"], "invocationId": "0"},
    {"type": 1, "target": "SendPlayerCommand", "arguments": [{"action": 4, "botId": TOKEN}], "invocationId": "1"},
    {"type": 1, "target": "SendPlayerCommand", "arguments": [{"action": "UP", "botId": TOKEN}]},
    {"type": 1, "target": "GetGameInfo", "arguments": [TOKEN], "invocationId": None, "headers": {}},
    {"type": 4, "target": "x", "arguments": [], "invocationId": "2"},
    {"type": 6},
    {"type": 7},
]
LENGTHS = [0, 1, 125, 126, 127, 65535, 65536, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1]


class Quiet:
    """A writer and its transport that discard everything."""

    def __init__(self) -> None:
        self.transport = self
        self.closed = False

    def write(self, data: bytes) -> None:
        """Discard it."""

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    async def wait_closed(self) -> None:
        """Return at once."""


def feed(data: bytes) -> asyncio.StreamReader:
    """A reader that has received some bytes and end of file."""
    reader = asyncio.StreamReader(limit=16 * 1024)
    reader.feed_data(data)
    reader.feed_eof()
    return reader


def record(value: Any) -> bytes:
    """A message of the hub protocol; values that `json.dumps` refuses become one with a huge number."""
    try:
        return json.dumps(value).encode() + messages.END
    except ValueError:
        return b'{"type":' + b"9" * 5000 + b"}" + messages.END


def odd_frame(rng: random.Random, payload: bytes) -> bytes:
    """A frame that is valid, fragmented, or invalid in its opcode, length or mask."""
    match rng.randrange(5):
        case 0:
            return frame(rng.choice(list(Opcode)), payload, MASK)
        case 1:
            middle = rng.randint(0, len(payload))
            first, second = frame(Opcode.TEXT, payload[:middle], MASK), frame(Opcode.MORE, payload[middle:], MASK)
            ping = frame(Opcode.PING, rng.randbytes(rng.randint(0, 125)), MASK)
            return bytes([first[0] & 0x7F]) + first[1:] + ping * rng.randint(0, 2) + second
        case 2:
            size = rng.choice(LENGTHS)
            return bytes([rng.randrange(256), rng.choice([0xFF, 0x7F])]) + size.to_bytes(8, "big") + MASK + payload
        case 3:
            return mutate_bytes(rng, frame(Opcode.TEXT, payload, MASK))
        case _:
            return frame(rng.choice([Opcode.TEXT, Opcode.BINARY]), mutate_bytes(rng, payload), MASK)


def frames_of_calls(rng: random.Random) -> bytes:
    """The frames of a client after its handshake, some of them mutated."""
    frames = []
    for _ in range(rng.randint(1, 4)):
        call = rng.choice(CALLS)
        payload = record(mutate_json(rng, call) if rng.random() < 0.7 else call)
        frames.append(frame(Opcode.TEXT, payload, MASK) if rng.random() < 0.6 else odd_frame(rng, payload))
    return b"".join(frames)


def session(rng: random.Random) -> bytes:
    """All bytes of a connection."""
    head = OPEN if rng.random() < 0.8 else mutate_bytes(rng, rng.choice(HEADS))
    asked = record(HANDSHAKE if rng.random() < 0.8 else mutate_json(rng, HANDSHAKE))
    return head + frame(Opcode.TEXT, asked, MASK) + frames_of_calls(rng)


def test_heads():
    async def read(data: bytes) -> None:
        with contextlib.suppress(BadRequest, asyncio.IncompleteReadError):
            await read_request(feed(data))

    async def run() -> None:
        for rng in cases(300, "heads"):
            await read(mutate_bytes(rng, rng.choice(HEADS)))

    loops.run(run())


@every_row("length", ["9" * 5000, "٣", "²", "-1", "+2", "1e1", "0x2", " ", "1_0"])
def test_lengths_of_bodies(length):
    with pytest.raises(BadRequest):
        loops.run(request_with(length))


def test_leading_zeros_in_the_length_of_a_body():
    loops.run(request_with("0" * 5000 + "2"))


async def request_with(length: str) -> None:
    head = f"POST /runnerhub/negotiate HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode()
    await read_request(feed(head + b"{}"))


def hear(pieces: list[bytes]) -> list[bytes | str]:
    """The messages in some data, and the reason why no more are read, if there is one."""
    web = Socket(Quiet())  # type: ignore[arg-type]
    inbox = messages.MessageBuffer()
    heard: list[bytes | str] = []
    try:
        for message in (message for piece in pieces for message in web.feed(piece)):
            heard.append(message)
            inbox.feed(message)
    except (Violation, WebSocketClosed) as error:
        heard.append(str(error))
    return heard


def test_frames():
    """Whole or in pieces, the same data gives the same messages."""
    for rng in cases(300, "frames"):
        data = b"".join(odd_frame(rng, rng.randbytes(rng.choice([0, 3, 200]))) for _ in range(4))
        cuts = sorted(rng.randint(0, len(data)) for _ in range(rng.randint(1, 9)))
        pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert hear(pieces) == hear([data])


def check(act: Callable[[], object], expected: type[Exception]) -> None:
    """Call something that may raise one exception only, with a reason short enough to send to a client."""
    try:
        act()
    except expected as error:
        completion = messages.completion("0", str(error))
    else:
        return
    assert len(completion) < 900


def test_messages():
    for rng in cases(300, "messages"):
        for read, sample in ((messages.read_message, rng.choice(CALLS)), (messages.read_handshake, HANDSHAKE)):
            for data in (record(mutate_json(rng, sample))[:-1], mutate_bytes(rng, record(sample)[:-1])):
                check(partial(read, data), Violation)


class Connection:
    """A connection that discards what it sends."""

    is_open = True
    owner = 0

    def send(self, *said: bytes) -> None:
        """Discard it."""

    def admit(self) -> None:
        """It has a seat."""


def test_calls():
    """Arguments that are any JSON at all, from a connection with a seat and from one without."""
    hub = MatchHub(STANDARD, 4)
    hub.invite(0)
    seated: Any = Connection()
    hub.call(seated, "Register", [TOKEN, "nick"])
    for rng in cases(300, "calls"):
        call = mutate_json(rng, rng.choice(CALLS[:4]))
        arguments = call.get("arguments") if isinstance(call, dict) else None
        if not isinstance(arguments, list):
            arguments = [rng.choice(VALUES) for _ in range(rng.randint(0, 3))]
        connection: Any = rng.choice([seated, Connection()])
        method = rng.choice(["Register", "SendPlayerCommand", "GetGameInfo", "\udcff", "x" * 9000])
        check(partial(hub.call, connection, method, arguments), CallRefused)


def test_whole_connections():
    """Whole connections as the server's thread runs them; no exception escapes."""
    lost: list[object] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
        for rng in cases(300, "connections"):
            hub = MatchHub(STANDARD, 2)
            hub.invite(0)
            server = HubServer(hub, PORT, PATH)
            server.address = "127.0.0.1"
            await server._serve_client(feed(session(rng)), Quiet())  # type: ignore[arg-type]
            assert not server._tasks
            assert not server.faults, server.faults

    loops.run(run())
    assert lost == []
