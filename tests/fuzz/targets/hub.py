"""Targets: what a client sends to a SignalR hub - requests, frames, messages, calls, and whole connections."""

from __future__ import annotations

import asyncio
import contextlib
import random
from functools import cache
from typing import Any

import msgspec

from lanista.bots.signalr import messages
from lanista.bots.signalr.connection import CallRefused
from lanista.bots.signalr.loop import outer_loop_aside
from lanista.bots.signalr.server import HubServer
from lanista.bots.signalr.websocket import (
    BadRequest,
    Opcode,
    Socket,
    Violation,
    WebSocketClosed,
    frame,
    read_request,
    upgrade,
)
from lanista.games.sproutopia.contest.hub import PATH, PORT, MatchHub
from lanista.games.sproutopia.settings import STANDARD
from tests.fuzz.mutations import mutate_bytes, mutate_text
from tests.fuzz.target import Finding, Target, expect_plain
from tests.fuzz.test_signalr import CALLS, HANDSHAKE, HEADS, LENGTHS, MASK, OPEN, Connection, Quiet, feed, record

PAYLOADS = [record(call) for call in CALLS]


@cache
def loop() -> asyncio.AbstractEventLoop:
    """The event loop of this process."""
    made = asyncio.new_event_loop()
    asyncio.set_event_loop(made)
    return made


def run(coroutine: Any) -> Any:
    with outer_loop_aside():  # tests of pages leave one running
        return loop().run_until_complete(coroutine)


def request(data: bytes) -> None:
    """A request is read, and upgraded if it asks for that."""
    try:
        read = run(_read_request(data))
    except asyncio.IncompleteReadError:
        return
    if read.wants_websocket:
        upgrade(read)


async def _read_request(data: bytes) -> Any:
    return await read_request(feed(data))


def heard(parts: list[bytes]) -> list[bytes]:
    """The messages in some data, and why no more are read."""
    web, inbox, found = Socket(Quiet()), messages.MessageBuffer(), []  # type: ignore[arg-type]
    try:
        for message in (message for part in parts for message in web.feed(part)):
            found.append(message)
            inbox.feed(message)
    except (Violation, WebSocketClosed) as error:
        expect_plain(str(error), 400)
        found.append(str(error).encode())
    return found


def frames(data: bytes) -> None:
    """Whole or byte by byte, the same data gives the same messages."""
    if heard([data]) != heard([data[at : at + 1] for at in range(len(data))]):
        raise Finding(f"the messages depend on how the data is cut: {data!r}")


def unframed(data: bytes) -> list[bytes]:
    """The payloads of some frames."""
    web = Socket(Quiet())  # type: ignore[arg-type]
    found: list[bytes] = []
    with contextlib.suppress(Violation, WebSocketClosed):
        found.extend(web.feed(data))
    return found


def mutate_frames(rng: random.Random, data: bytes) -> bytes:
    """Frames whose payloads, kinds, lengths or order are changed; the rest stays valid."""
    if rng.random() < 0.3:
        return mutate_bytes(rng, data)
    payloads = unframed(data) or [rng.choice(PAYLOADS)]
    return b"".join(_some_frame(rng, payload) for payload in payloads)


def _some_frame(rng: random.Random, payload: bytes) -> bytes:
    match rng.randrange(10):
        case 0:
            return frame(rng.choice(list(Opcode)), payload[:125], MASK)
        case 1:
            middle = rng.randint(0, len(payload))
            first = frame(Opcode.TEXT, payload[:middle], MASK)
            return bytes([first[0] & 0x7F]) + first[1:] + frame(Opcode.MORE, payload[middle:], MASK)
        case 2:
            return bytes([0x81, 0xFF]) + rng.choice(LENGTHS).to_bytes(8, "big") + MASK + payload
        case 3 | 4 | 5:
            return frame(Opcode.TEXT, mutate_text(rng, payload.removesuffix(messages.END)) + messages.END, MASK)
        case 6:
            return frame(Opcode.TEXT, payload, MASK) + frame(Opcode.TEXT, rng.choice(PAYLOADS), MASK)
        case _:
            return frame(Opcode.TEXT, payload, MASK)


def mutate_connection(rng: random.Random, data: bytes) -> bytes:
    """A connection whose head or frames are changed."""
    head, end, rest = data.partition(b"\r\n\r\n")
    if rng.random() < 0.2 or not end:
        return mutate_bytes(rng, head) + end + rest
    return head + end + mutate_frames(rng, rest)


def call(data: bytes) -> None:
    """A call of any method with any arguments, with a seat and without one."""
    try:
        message = messages.read_message(data)
    except Violation:
        return
    hub = MatchHub(STANDARD, 4)
    hub.invite(0)
    seated: Any = Connection()
    stranger: Any = Connection()
    hub.call(seated, "Register", CALLS[0]["arguments"])
    for connection in (seated, stranger):
        try:
            hub.call(connection, message.target or "", message.arguments or [])
        except CallRefused as error:
            expect_plain(str(error), 900)


def read_any(data: bytes) -> None:
    """Both kinds of first and later messages."""
    for read in (messages.read_message, messages.read_handshake):
        try:
            msgspec.json.encode(read(data))
        except Violation as error:
            expect_plain(str(error), 400)


def connection(data: bytes) -> None:
    """A whole connection, as the server's thread runs it; no exception escapes, and no task stays."""
    lost: list[object] = []
    server = HubServer(hub := MatchHub(STANDARD, 2), PORT, PATH)
    hub.invite(0)
    server.address = "127.0.0.1"
    loop().set_exception_handler(lambda _, context: lost.append(context))
    run(server._serve_client(feed(data), Quiet()))  # type: ignore[arg-type]
    if lost or server.faults or server._tasks:
        raise Finding(f"left behind: {lost} {server.faults} {server._tasks}")


def connections() -> list[bytes]:
    shake = frame(Opcode.TEXT, record(HANDSHAKE), MASK)
    calls = [frame(Opcode.TEXT, payload, MASK) for payload in PAYLOADS]
    return [OPEN + shake + b"".join(calls[:4]), OPEN + shake + calls[5] + calls[0] + calls[1] + calls[6], HEADS[0]]


TARGETS = [
    Target("hub.request", request, lambda: HEADS, refuses=(BadRequest,), max_message=400),
    Target("hub.frames", frames, lambda: [data.partition(b"\r\n\r\n")[2] for data in connections()[:2]],
           mutate_frames, refuses=(), max_bytes=1500),
    Target("hub.message", read_any, lambda: [*[p[:-1] for p in PAYLOADS], record(HANDSHAKE)[:-1]], refuses=()),
    Target("hub.call", call, lambda: [payload[:-1] for payload in PAYLOADS], refuses=()),
    Target("hub.connection", connection, connections, mutate_connection, refuses=(), max_bytes=2500),
]  # fmt: skip
