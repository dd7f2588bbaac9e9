"""Connections that are half open, or too many: each is dropped in time, and others are served."""

import socket
import threading
import time

import pytest

from lanista.web.connections import BoundedConnection
from tests.processes import SECONDS
from tests.web.live_client import handshake, wait_for

FILM = "/m/match.jsonl.gz/match.json"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines of half a second, and room for eight."""
    for name in ("head_seconds", "body_seconds", "read_seconds"):
        monkeypatch.setattr(BoundedConnection, name, 0.5)
    monkeypatch.setattr(BoundedConnection, "max_connections", 8)


HALF_OPEN = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    "half a body": b"POST /m/x/move HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    "half a chunk": b"POST /m/x/move HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "half a second request": b"GET /matches.json HTTP/1.1\r\nHost: localhost\r\n\r\nGET /",
    "half a handshake": handshake("/m/x/live")[:-4],
}


def is_closed(client: socket.socket) -> bool:
    """Whether the server ends a connection, after what it has to say."""
    client.settimeout(SECONDS)
    try:
        while client.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("sent", HALF_OPEN.values(), ids=HALF_OPEN)
def test_a_request_that_never_ends_is_dropped(serve, replay_path, hurried, sent):
    site = serve(replay_path)
    with socket.create_connection(("127.0.0.1", site.server.port)) as client:
        client.sendall(sent)
        assert is_closed(client)
    assert site.client.get(FILM).status_code == 200


def test_one_who_trickles_gets_no_more_time(serve, replay_path, hurried):
    site = serve(replay_path)
    with socket.create_connection(("127.0.0.1", site.server.port)) as client:
        began = time.monotonic()
        with pytest.raises(ConnectionError):
            _trickle(client)
        assert time.monotonic() - began < SECONDS


def _trickle(client: socket.socket) -> None:
    for letter in "GET / HTTP/1.1\r\n" + "X: y\r\n" * 10_000:
        client.sendall(letter.encode())
        time.sleep(0.02)


def test_many_half_open_connections_make_room_for_others(serve, replay_path, monkeypatch):
    monkeypatch.setattr(BoundedConnection, "max_connections", 8)
    site = serve(replay_path)
    clients = [socket.create_connection(("127.0.0.1", site.server.port)) for _ in range(30)]
    try:
        connections = site.server._uvicorn.server_state.connections
        wait_for(lambda: 0 < len(connections) <= 8, "the oldest are dropped")
        for _ in range(3):
            assert site.client.get(FILM, headers={"connection": "close"}).status_code == 200
    finally:
        for client in clients:
            client.close()


def test_an_answer_that_nobody_reads_is_dropped(serve, replay_path, hurried):
    site = serve(replay_path)
    connections = site.server._uvicorn.server_state.connections
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", site.server.port))
        request = b"GET " + FILM.encode() + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
        stop = threading.Event()
        sender = threading.Thread(target=_send_until, args=(client, request, stop))
        sender.start()
        try:
            wait_for(lambda: len(connections) == 1, "it is connected")
            wait_for(lambda: not connections, "it is dropped")
        finally:
            stop.set()
            sender.join(SECONDS)


def _send_until(client: socket.socket, request: bytes, stop: threading.Event) -> None:
    """Ask again and again, and read nothing."""
    client.settimeout(0.1)
    while not stop.is_set():
        try:
            client.sendall(request)
        except TimeoutError:
            continue
        except OSError:
            return


def test_a_browser_that_asks_again_and_again_is_not_dropped(serve, replay_path, hurried):
    site = serve(replay_path)
    for _ in range(4):
        assert site.client.get(FILM).status_code == 200
        time.sleep(0.3)
