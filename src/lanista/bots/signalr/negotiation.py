"""Negotiation over HTTP, with which a SignalR client begins, and the request that opens its WebSocket."""

from __future__ import annotations

import asyncio
import secrets
from http import HTTPStatus
from typing import Any

import msgspec

from lanista.bots.signalr.tickets import Tickets
from lanista.bots.signalr.websocket import BadRequest, RequestHead, read_request, response, upgrade
from lanista.core.text import quoted

TRANSPORTS = [{"transport": "WebSockets", "transferFormats": ["Text", "Binary"]}]


class Negotiation:
    """Answers the requests of a hub's clients; an id that it issues is good for some seconds."""

    def __init__(self, path: str, seconds: float) -> None:
        self._path = path
        self._seconds = seconds
        self._tickets = Tickets()

    async def answer(self, reader: asyncio.StreamReader) -> tuple[bytes, bool]:
        """Read a request; returns the response, and whether the connection becomes a WebSocket."""
        try:
            request = await read_request(reader)
            if request.wants_websocket:
                self._admit(request)
                return upgrade(request), True
            return response(HTTPStatus.OK, self._negotiate(request)), False
        except BadRequest as error:
            return response(error.status, str(error).encode(), "text/plain; charset=utf-8"), False

    def _negotiate(self, request: RequestHead) -> bytes:
        """Issue an id; version 1 has separate ids for connecting and for display."""
        if request.path.lower().rstrip("/") != f"{self._path}/negotiate":
            raise BadRequest(
                HTTPStatus.NOT_FOUND, f"expected a WebSocket at {self._path} or POST {self._path}/negotiate"
            )
        if request.method != "POST":
            raise BadRequest(HTTPStatus.METHOD_NOT_ALLOWED, f"expected POST, got {quoted(request.method, 40)}")
        ticket = self._tickets.issue()
        answer: dict[str, Any] = {"negotiateVersion": 0, "connectionId": ticket}
        if request.query.get("negotiateVersion", "0") != "0":
            shown = secrets.token_urlsafe(16)
            answer = {"negotiateVersion": 1, "connectionId": shown, "connectionToken": ticket}
        return msgspec.json.encode({**answer, "availableTransports": TRANSPORTS})

    def _admit(self, request: RequestHead) -> None:
        """Refuse a WebSocket with a wrong path or id; a client that skips negotiation has no id."""
        if request.path.lower().rstrip("/") != self._path:
            raise BadRequest(HTTPStatus.NOT_FOUND, f"expected a WebSocket at {self._path}")
        given = request.query.get("id")
        if given is not None and not self._tickets.use(given, self._seconds):
            raise BadRequest(
                HTTPStatus.NOT_FOUND, "no connection has that id; negotiate again, an id is good for one WebSocket"
            )
