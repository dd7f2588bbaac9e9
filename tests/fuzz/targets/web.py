"""Targets: raw requests to the web server, as far as its HTTP library passes them on to our application."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any
from urllib.parse import unquote_to_bytes

import h11
import msgspec

from lanista.web.address import find_address
from lanista.web.gallery import Gallery
from lanista.web.guard import Guard
from lanista.web.routes import make_app
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow, Show
from lanista.web.streams import Streams
from lanista.web.watching import CLOSE_CODE
from tests.fuzz.mutations import mutate_bytes, mutate_json_text
from tests.fuzz.target import Finding, Target, expect_plain
from tests.fuzz.targets.hub import run
from tests.fuzz.targets.scratch import scratch
from tests.match.replay.edits import record

SECONDS = 60.0
HOST = b"Host: localhost\r\n"
PLAIN = (
    "/",
    "/m/1",
    "/m/1/",
    "/m/x",
    "/m/1/start.js",
    "/m/1/match.json?seat=0",
    "/m/1/moves.json?turn=1&seat=0",
    "/m/1/live?from=0",
    "/m/1/live?seat=9",
)
BODIES = {
    b"/m/1/move": b'{"seat":0,"turn":1,"move":"FIX"}',
    b"/m/1/takeover": b'{"turn":1,"seat":0,"bot":"random"}',
    b"/m/1/pin": b'{"turn":1,"seat":0,"move":"FIX","avoid":true,"note":""}',
    b"/m/1/resign": b'{"seat":0,"key":"abc"}',
    b"/m/1/again": b'{"swap":true,"key":"abc"}',
    b"/m/1/stop": b'{"key":"abc"}',
    b"/m/1/here": b'{"page":"a-1","open":true}',
}
FOLLOWED = ((b"1", b"?from=118"), (b"1", b"?seat=0&key=abc&from=118"), (b"9", b""))
WORDS = (
    b"?seat=", b"?from=", b"&key=", b"%00", b"%ff", b"..%2f", b"\r\n", b"Origin: http://x\r\n",
    b"Host: [::1]:1\r\n", b"Content-Type: text/plain\r\n", b"Cookie: a=b\r\n", b"Upgrade: websocket\r\n", b"HEAD ",
    b"OPTIONS ",
    b"/lanista/web/static/viewer/main.js", b"Transfer-Encoding: chunked\r\n", b"Accept: text/html\r\n",
)  # fmt: skip


class Still(Gallery):
    """A gallery that plays no matches."""

    def play(self, plan: Any) -> Show:
        """Show the first match instead."""
        return self.shows()[0]


@cache
def application() -> Any:
    """The application of a server with one replay; the server itself is not started."""
    gallery = Still()
    gallery.add(ReplayShow(record("overdrive", scratch("web") / "1")))
    server: Any = ViewerServer.__new__(ViewerServer)
    server.gallery, server.streams = gallery, Streams()
    return Guard(make_app(server), find_address("127.0.0.1"))


def request(data: bytes) -> None:
    """Pass on the first request in some data; the answer is a success or an error with a plain reason."""
    connection = h11.Connection(h11.SERVER)
    body = bytearray()
    try:
        connection.receive_data(data)
        head = connection.next_event()
        while isinstance(event := connection.next_event(), h11.Data):
            body += event.data
    except h11.RemoteProtocolError:
        return
    if isinstance(head, h11.Request):
        status, answer = run(asyncio.wait_for(answered(head, bytes(body)), SECONDS))
        check(status, answer)


def check(status: int, answer: bytes) -> None:
    if status >= 500 or status < 200:
        raise Finding(f"status {status}: {answer[:500]!r}")
    if status >= 400 and answer:
        is_page = answer.startswith(b"<!doctype html>")
        expect_plain("" if is_page else msgspec.json.decode(answer)["error"])


async def answered(head: h11.Request, body: bytes) -> tuple[int, bytes]:
    """The application's answer to a request whose client then disconnects."""
    path, _, query = bytes(head.target).partition(b"?")
    follows = path.endswith(b"/live") and any(name.lower() == b"upgrade" for name, _ in head.headers)
    scope = {
        "type": "websocket" if follows else "http", "asgi": {"version": "3.0"}, "subprotocols": [],
        "http_version": "1.1", "scheme": "http", "root_path": "",
        "method": head.method.decode("ascii"), "path": unquote_to_bytes(path).decode("utf-8", "replace"),
        "raw_path": path, "query_string": query, "headers": list(head.headers),
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2),
    }  # fmt: skip
    received = [{"type": "http.request", "body": body, "more_body": False}]
    if follows:
        received = [{"type": "websocket.connect"}]
    status, answer = 0, bytearray()

    async def receive() -> dict[str, Any]:
        gone = {"type": "websocket.disconnect", "code": 1006} if follows else {"type": "http.disconnect"}
        return received.pop() if received else gone

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        answer.extend(message.get("body", b""))
        if message["type"] == "websocket.accept":
            status = 200
        elif message["type"] == "websocket.close" and message["code"] >= CLOSE_CODE:
            status = message["code"] - CLOSE_CODE if status else 403  # as uvicorn refuses without an acceptance
            answer.extend(msgspec.json.encode({"error": message["reason"]}))

    await application()(scope, receive, send)
    return status, bytes(answer)


def requests() -> list[bytes]:
    gets = [f"GET {path} HTTP/1.1\r\n".encode() + HOST + b"\r\n" for path in PLAIN]
    posts = [
        b"POST %b HTTP/1.1\r\n%bContent-Length: %d\r\n\r\n%b" % (path, HOST, len(body), body)
        for path, body in BODIES.items()
    ]
    upgrade = HOST + b"Upgrade: websocket\r\n"
    follows = [b"GET /m/%b/live%b HTTP/1.1\r\n%b\r\n" % (match, query, upgrade) for match, query in FOLLOWED]
    return [*gets, *posts, *follows]


def mutate_request(rng: Any, data: bytes) -> bytes:
    """A request whose head or body is changed, with the right length."""
    head, end, body = data.partition(b"\r\n\r\n")
    if not end or rng.random() < 0.1:
        return mutate_bytes(rng, data)
    if not body or rng.random() < 0.4:
        return mutate_bytes(rng, head) + end + body
    body = mutate_json_text(rng, body)
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length")]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body)]) + end + body


TARGETS = [Target("web.request", request, requests, mutate_request, words=WORDS, refuses=(), max_bytes=3000)]
