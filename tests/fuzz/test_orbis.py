"""Whatever a client of Orbis 2015 sends, and whenever: at worst it loses its own turns."""

import contextlib
import random
import socket
from functools import partial

from lanista.bots.process.line_reader import LINE_BYTES
from lanista.core.verdict import Verdict
from lanista.games.rampage.contest.server import ClientConnection
from lanista.match.referee import judge
from tests.fuzz.mutations import FRAGMENTS, cases, mutate_bytes
from tests.games.rampage.contest.seated import RAMPAGE, Seated

LINES = [
    b"FORWARD\n",
    b"FACE_UP\n",
    b"TELEPORT_1\n",
    b"NO_RESPONSE\n",
    b"SHOOT\r\n",
    b"\n",
    b"LASER\n",
    b"TELEPORT_00\n",
]
BOT_VERDICTS = set(Verdict) - {Verdict.ENGINE_ERROR}


def some_lines(rng: random.Random) -> bytes:
    """Some lines, most of them invalid."""
    data = b"".join(rng.choice(LINES) for _ in range(rng.randint(1, 3)))
    return data if rng.random() < 0.3 else mutate_bytes(rng, data)[:200_000]


def send(seated: Seated, data: bytes) -> None:
    """Send as much as the socket accepts without blocking, if it is still open."""
    with contextlib.suppress(OSError):
        seated.client.setblocking(False)
        seated.client.send(data)


def play_turn(rng: random.Random, seated: Seated) -> Verdict:
    """A turn in which bytes arrive before the question, in pieces while it is open, and after it."""
    if rng.random() < 0.3:
        send(seated, some_lines(rng))
    seated.ask()
    for _ in range(rng.randint(0, 3)):
        data = some_lines(rng)
        seated.clock.after(rng.random() / 2, partial(send, seated, data))
    if rng.random() < 0.05:
        seated.clock.after(rng.random() / 2, seated.client.close)
    answer = seated.take()
    judge(RAMPAGE, seated.state, 0, answer)
    assert len(answer.reason) < 600
    return answer.verdict


def test_lines():
    for rng in cases(300, "orbis lines"):
        with Seated(some_lines(rng) if rng.random() < 0.3 else b"") as seated:
            assert {play_turn(rng, seated) for _ in range(4)} <= BOT_VERDICTS


def test_names():
    """A client sends at most a name of bounded size before the match."""
    for rng in cases(300, "orbis names"):
        ours, client = socket.socketpair()
        ours.setblocking(False)
        link = ClientConnection(ours, 0.0)
        with ours, client:
            for _ in range(3):
                client.sendall(mutate_bytes(rng, rng.choice([b"name\n", b"\r\n", b"x", *FRAGMENTS]))[:100_000])
                while link.read() and len(link.rest) < LINE_BYTES and has_more(ours):
                    pass
        assert len(link.rest) <= LINE_BYTES + 4096
        assert link.name is None or len(link.name) <= 500


def has_more(link: socket.socket) -> bool:
    """Whether something can be read."""
    try:
        return bool(link.recv(1, socket.MSG_PEEK))
    except OSError:
        return False
