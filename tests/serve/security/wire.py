"""Requests as an attacker sends them: any bytes, straight into the application, without a client that helps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode

HOST = "localhost:8000"
SECONDS = 30.0  # that an answer may take
BOUNDARY = "----a-form"
JSON, HTML = "application/json", "text/html"

Header = tuple[str, str]


@dataclass
class WireAnswer:
    """An answer as it was sent."""

    status: int
    headers: list[Header]
    body: bytes

    @property
    def text(self) -> str:
        """Its body as text."""
        return self.body.decode("utf-8", "replace")

    @property
    def kind(self) -> str:
        """Its content type, without parameters."""
        return self.header("content-type").partition(";")[0]

    def header(self, name: str) -> str:
        """A header; empty if there is none."""
        return next((value for key, value in self.headers if key == name), "")

    def all(self, name: str) -> list[str]:
        """All headers of a name."""
        return [value for key, value in self.headers if key == name]

    def json(self) -> Any:
        """Its body as JSON."""
        return json.loads(self.body)

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that it sets: their names and values."""
        pairs = (value.partition(";")[0].partition("=") for value in self.all("set-cookie"))
        return {name: value for name, _, value in pairs}


@dataclass
class WireSocket:
    """The end of a WebSocket."""

    accepted: bool
    status: int  # of the answer that refused it, or its closing code
    messages: list[str] = field(default_factory=list)


class Wire:
    """Sends requests to an application, one at a time."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()

    def close(self) -> None:
        """End the threads of its loop."""
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def send(
        self,
        method: str,
        target: str | bytes,
        body: bytes = b"",
        *headers: Header,
        host: str = HOST,
        peer: str = "127.0.0.1",
    ) -> WireAnswer:
        """Send a request with exactly these headers, beside `Host` and `Content-Length`."""
        sent = [("host", host), *headers, *([("content-length", str(len(body)))] if body else [])]
        scope = _scope("http", target, sent, peer) | {"method": method}
        started: list[Any] = []
        parts: list[bytes] = []
        whole = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            return next(whole, {"type": "http.disconnect"})

        async def take(message: Any) -> None:
            if message["type"] == "http.response.start":
                started.append(message)
            else:
                parts.append(message.get("body", b""))

        self._run(self._app(scope, receive, take))
        [start] = started
        return WireAnswer(start["status"], _read(start["headers"]), b"".join(parts))

    def socket(self, target: str, *headers: Header, host: str = HOST) -> WireSocket:
        """Open a WebSocket, and close it after the first message."""
        scope = _scope("websocket", target, [("host", host), *headers], "127.0.0.1") | {"subprotocols": []}
        found = WireSocket(False, 0)
        gone = asyncio.Event()
        first = iter([{"type": "websocket.connect"}])

        async def receive() -> Any:
            known = next(first, None)
            if known is not None:
                return known
            await asyncio.wait_for(gone.wait(), 5)
            return {"type": "websocket.disconnect", "code": 1000}

        async def take(message: Any) -> None:
            kind = message["type"]
            if kind == "websocket.accept":
                found.accepted = True
            elif kind == "websocket.send":
                found.messages.append(message.get("text") or message["bytes"].decode())
                gone.set()
            elif kind in ("websocket.close", "websocket.http.response.start"):
                found.status = message.get("status") or message.get("code", 1000)
                gone.set()

        self._run(self._app(scope, receive, take))
        return found

    def _run(self, call: Any) -> None:
        self._loop.run_until_complete(asyncio.wait_for(call, SECONDS))


def _scope(kind: str, target: str | bytes, headers: Iterable[Header], peer: str) -> dict[str, Any]:
    """A request as a web server passes it on."""
    raw = target if isinstance(target, bytes) else target.encode("latin-1")
    path, _, query = raw.partition(b"?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote_to_bytes(path).decode("utf-8", "replace"),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "client": (peer, 40000),
        "server": ("127.0.0.1", 8000),
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }


def _read(headers: Iterable[tuple[bytes, bytes]]) -> list[Header]:
    return [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers]


def form(fields: Mapping[str, Any]) -> tuple[bytes, Header]:
    """The body of a form, and its type."""
    return urlencode(fields, doseq=True).encode(), ("content-type", "application/x-www-form-urlencoded")


def multipart(fields: Mapping[str, str], *files: tuple[str, str, bytes]) -> tuple[bytes, Header]:
    """The body of a form with files, each with its field, name and content; and its type."""
    parts = [
        f'content-disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()
    ]
    for name, file, data in files:
        head = f'content-disposition: form-data; name="{name}"; filename="{file}"\r\ncontent-type: text/html'
        parts.append(f"{head}\r\n\r\n".encode() + data)
    body = (
        b"".join(b"--%s\r\n%s\r\n" % (BOUNDARY.encode(), part) for part in parts) + f"--{BOUNDARY}--\r\n".encode()
    )
    return body, ("content-type", f"multipart/form-data; boundary={BOUNDARY}")


def as_json(value: object) -> tuple[bytes, Header]:
    """The body of a request to the API, and its type."""
    return json.dumps(value).encode(), ("content-type", JSON)
