"""Middleware that rejects requests from foreign pages and adds security headers to every response."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp

from lanista.core.text import quoted
from lanista.web.address import ListenAddress

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Rejects requests that a foreign page could send, and adds security headers to every response.

    Pages belong to this server if their origin is its address, or `url`: where people reach it through a proxy.
    """

    def __init__(
        self, app: ASGIApp, address: ListenAddress, *, headers: Mapping[str, str] = HEADERS, url: str = ""
    ) -> None:
        self._app = app
        self._address = address
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        public = urlsplit(url)
        self._host = public.netloc
        self._origin = f"{public.scheme}://{public.netloc}" if url else ""

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Handle one request."""
        if scope["type"] not in ("http", "websocket"):
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")  # browsers guard the response

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"].endswith("http.response.start"):
                given = {name.lower() for name, _ in message.get("headers", ())}
                extra = [(name, value) for name, value in self._headers if name not in given]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        if refusal := self._refusal(headers, from_anywhere=reads):
            await refuse(send_guarded, scope["type"], 403, refusal)
        else:
            await self._app(scope, receive, send_guarded)  # type: ignore[arg-type]

    def _refusal(self, headers: dict[str, str], *, from_anywhere: bool) -> str:
        host = headers.get("host", "")
        is_public = bool(self._host) and host.lower() == self._host
        if not is_public and not self._address.is_ours(host):
            return f"expected this machine in the Host header, got {quoted(host)}"
        origin = headers.get("origin")
        known = (self._origin,) if is_public else (self._origin or None, f"http://{host}")
        if not from_anywhere and origin is not None and origin not in known:
            return f"expected a request from a page of this server, got one from {quoted(origin)}"
        return ""


async def refuse(send: Any, kind: str, status: int, error: str) -> None:
    """Refuse a request, or the handshake of a WebSocket, with a status and the reason."""
    body = msgspec.json.encode({"error": error})
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    response = "http.response" if kind == "http" else "websocket.http.response"
    await send({"type": f"{response}.start", "status": status, "headers": head})
    await send({"type": f"{response}.body", "body": body})
