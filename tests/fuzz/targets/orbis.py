"""Targets: what a client of the Orbis Challenge 2015 sends over its socket."""

from __future__ import annotations

import contextlib
import socket
from functools import partial

from lanista.bots.process.line_reader import LINE_BYTES
from lanista.core.verdict import Verdict
from lanista.games.rampage.contest.server import ClientConnection
from lanista.match.referee import judge
from tests.fuzz.target import Finding, Target, expect_plain
from tests.fuzz.targets.bots import LATE, TURN, pieces
from tests.fuzz.test_orbis import LINES, has_more
from tests.games.rampage.contest.seated import RAMPAGE, Seated

MAX_SENT = 100_000  # bytes that fit into a socket


def session(data: bytes) -> None:
    """Everything before the first mark was sent with the name; each further piece is a turn's."""
    first, *others = pieces(data, range(TURN, LATE + 1)) or [(0, b"")]
    with Seated(first[1][:4000]) as seated:
        for mark, piece in others[:8]:
            if mark == LATE:
                send(seated, piece)
                seated.clock.pass_by(0.5)
                continue
            seated.ask()
            seated.clock.after(0.1, partial(send, seated, piece))
            answer = seated.take()
            judge(RAMPAGE, seated.state, 0, answer)
            if answer.verdict is Verdict.ENGINE_ERROR:
                raise Finding(answer.reason)
            if answer.reason:
                expect_plain(answer.reason, 600)


def send(seated: Seated, data: bytes) -> None:
    """Send as much as the socket accepts, if it is still open."""
    with contextlib.suppress(OSError):
        seated.client.setblocking(False)
        seated.client.send(data[:MAX_SENT])


def name(data: bytes) -> None:
    """The first line of a client is a short inert name, and what is buffered is bounded."""
    ours, client = socket.socketpair()
    ours.setblocking(False)
    link = ClientConnection(ours, 0.0)
    with ours, client:
        client.sendall(data[:MAX_SENT])
        client.close()
        while link.read() and has_more(ours):
            pass
    if len(link.rest) > LINE_BYTES + 4096:
        raise Finding(f"{len(link.rest)} bytes are buffered")
    if link.name:
        expect_plain(link.name, 500)


def sessions() -> list[bytes]:
    mark = bytes([TURN])
    return [b"" + mark + mark.join(LINES), b"SHOOT\n" + mark + b"FORWARD\nLASER\n" + bytes([LATE]) + b"X\n" + mark]


TARGETS = [
    Target("orbis.session", session, sessions, words=tuple(LINES), refuses=(), max_bytes=1500),
    Target("orbis.name", name, lambda: [b"name\n", b"\r\nFORWARD\n", b"x" * 5000], refuses=(), max_bytes=9000),
]
