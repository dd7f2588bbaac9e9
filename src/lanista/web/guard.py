"""Middleware that rejects requests from foreign pages and adds security headers to every response."""

from __future__ import annotations

import ipaddress
from collections.abc import MutableMapping
from typing import Any

import msgspec
from litestar.types import ASGIApp

from lanista.text import quoted

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
    """Rejects requests that a foreign page could send, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._host = host.strip("[]")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope["method"], headers)

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", ())}
                ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                extra = [(name, value) for name, value in ours if name not in given]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        if refusal:
            await _refuse(send_guarded, 403, refusal)
        else:
            await self._app(scope, receive, send_guarded)  # type: ignore[arg-type]

    def _refusal(self, method: str, headers: dict[str, str]) -> str:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"expected this machine in the Host header, got {quoted(host)}"
        origin = headers.get("origin")
        if method not in ("GET", "HEAD") and origin is not None and origin != f"http://{host}":
            return f"expected a request from a page of this server, got one from {quoted(origin)}"
        return ""

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header names loopback or our address; any other name could be a DNS rebinding attack."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        if name in ("localhost", self._host):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self._host in ("0.0.0.0", "::")


async def _refuse(send: Any, status: int, error: str) -> None:
    body = msgspec.json.encode({"error": error})
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})
