"""Live matches for tests, and a viewer without a browser: a WebSocket that is read in the test's own thread."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Message,
    Ping,
    RejectConnection,
    RejectData,
    Request,
    TextMessage,
)

from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.terms import MatchTerms
from lanista.web.live_show import LiveShow
from lanista.web.show import Show
from tests.processes import SECONDS

CHUNK = 65536


def request(path: str, **headers: str) -> tuple[WSConnection, bytes]:
    """A new connection and the request that opens it."""
    connection = WSConnection(ConnectionType.CLIENT)
    host = headers.pop("host", "localhost")
    extra = [(name.encode(), value.encode()) for name, value in headers.items()]
    return connection, connection.send(Request(host=host, target=path, extra_headers=extra))


def handshake(path: str) -> bytes:
    """The request of a viewer who will never read."""
    return request(path)[1]


class LiveClient:
    """Reads a live match; `code` and `reason` say how it was closed, `status` how it was refused."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self.code: int | None = None
        self.reason = ""
        self.status: int | None = None
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self._connection, opening = request(path, **headers)
        self._socket.sendall(opening)

    def __enter__(self) -> LiveClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def say(self, text: str) -> None:
        """Send a message."""
        self._socket.sendall(self._connection.send(Message(text)))

    def _receive(self) -> bytes:
        try:
            return self._socket.recv(CHUNK)
        except ConnectionResetError:  # the server left without reading what was sent
            return b""

    def messages(self) -> Iterator[Any]:
        """The messages of the server, until it closes the connection."""
        text = body = ""
        while data := self._receive():
            self._connection.receive_data(data)
            for event in self._connection.events():
                if isinstance(event, TextMessage):
                    text += event.data
                    if event.message_finished:
                        yield json.loads(text)
                        text = ""
                elif isinstance(event, Ping):
                    self._socket.sendall(self._connection.send(event.response()))
                elif isinstance(event, RejectConnection):
                    self.status = event.status_code
                elif isinstance(event, RejectData):
                    body += bytes(event.data).decode()
                    self.reason = json.loads(body)["error"] if event.body_finished and body else self.reason
                elif isinstance(event, CloseConnection):
                    self.code, self.reason = event.code, event.reason or ""
                    self._socket.sendall(self._connection.send(event.response()))
                else:
                    assert isinstance(event, AcceptConnection), event


def wait_for(condition: Any, what: str, seconds: float = 60) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def until_end(site: Any, path: str) -> list[Any]:
    """All messages of a match, whose connection the server then closes."""
    with LiveClient(site.server.port, path) as viewer:
        found = list(viewer.messages())
    assert viewer.code == 1000, viewer.reason
    assert found[-1]["type"] == "end"
    return found


def short(*bots: str, turns: int = 30, seed: int = 3, **options: Any) -> PlannedMatch:
    """A short match of Overdrive."""
    return plan_match("overdrive", list(bots), MatchTerms(settings={"max_rounds": turns}), seed=seed, **options)


def play_in_thread(site: Any, plan: PlannedMatch, *observers: Any) -> tuple[LiveShow, threading.Thread]:
    """Play a match beside the test."""
    live = LiveShow("live", plan.seats, plan.people)
    site.gallery.add(live)
    thread = threading.Thread(target=plan.play, args=([live, *observers], None, live))
    thread.start()
    return live, thread


class Gate:
    """Blocks a match before each turn after a given one until it is opened."""

    def __init__(self, hold_after: int) -> None:
        self._hold_after = hold_after
        self.open = threading.Event()

    def begin(self, *_: object) -> None: ...

    def turn(self, turn: Any, state: Any) -> None:
        if turn.turn >= self._hold_after:
            assert self.open.wait(20)

    def end(self, *_: object) -> None: ...


def asked(live: LiveShow, seat: int, turn: int | None = None) -> None:
    """Wait until a person is asked."""
    wait_for(
        lambda: (question := live.question(seat)) is not None and turn in (None, question.turn),
        f"seat {seat} is asked for turn {turn}",
    )


def answer(site: Any, live: Any, seat: int, turn: int, move: str, key: str | None = None) -> httpx.Response:
    """Send a person's move, with the key of the seat if there is one."""
    known = live.persons.keys.get(seat, "") if key is None else key
    body = {"seat": seat, "turn": turn, "move": move, "key": known}
    response: httpx.Response = site.client.post(f"/m/{live.id}/move", json=body)
    return response


def own(live: Show, path: str, seat: int = 0) -> str:
    """The address of a person's film or stream."""
    return f"/m/{live.id}/{path}?seat={seat}&key={live.persons.keys[seat]}"


def turns_of(site: Any, match: str) -> list[Any]:
    """All turns of a match that anyone may see, as pages get them part by part."""
    sent = site.json(f"/m/{match}/match.json")
    turns = list(sent["part"]["turns"])
    while len(turns) < sent["rerun"]["last"]:
        turns += site.json(f"/m/{match}/turns.json?from={len(turns)}")["turns"]
    return turns
