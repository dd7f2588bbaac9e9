"""Connections of clients, bounded in time and number, so that half-open ones leave the server to others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 500
HEAD_SECONDS = 10.0  # for the head of a request, from the first byte or the connection on
BODY_SECONDS = 60.0  # for its body: a replay of 64 MB may be sent
READ_SECONDS = 10.0  # a client that reads nothing of its answer for this long is dropped

LIMITS = {h11.IDLE: "head_seconds", h11.SEND_BODY: "body_seconds"}  # by the state in which a client owes data


class BoundedConnection(H11Protocol):
    """Is dropped when its client is late; if there are too many connections, the oldest that owes a request is."""

    max_connections: ClassVar = MAX_CONNECTIONS
    head_seconds: ClassVar = HEAD_SECONDS
    body_seconds: ClassVar = BODY_SECONDS
    read_seconds: ClassVar = READ_SECONDS

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._owed: Any = None  # the state in which the client owes data
        self._deadline: asyncio.TimerHandle | None = None  # for that
        self._reading: asyncio.TimerHandle | None = None  # the deadline of a client that does not read

    @property
    def due(self) -> float | None:
        """The deadline of the client for its request, or a part of one; None if it owes none."""
        return None if self._deadline is None else self._deadline.when()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request; make room for it."""
        super().connection_made(transport)
        self._expect()
        connections: list[Any] = [one for one in self.connections if not one.transport.is_closing()]
        if (
            len(connections) > self.max_connections
        ):  # many may come at once: those that were dropped just now are gone
            waiting = {one: one.due for one in connections if isinstance(one, BoundedConnection) and one.due}
            min(waiting, key=lambda one: waiting[one] or 0.0, default=self).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take data, and expect the rest."""
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """Expect the next request."""
        super().on_response_complete()
        self._expect()

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._reading = self._reading or self._drop_after(self.read_seconds)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        _cancel(self._reading)
        self._reading = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is expected any more."""
        _cancel(self._deadline)
        _cancel(self._reading)
        super().connection_lost(exc)

    def _expect(self) -> None:
        """Set the deadline of what the client owes now; one who trickles gets no more time."""
        owed = self.conn.their_state if self in self.connections and not self.transport.is_closing() else None
        if owed is self._owed and self._deadline is not None:
            return
        _cancel(self._deadline)
        self._owed = owed
        self._deadline = self._drop_after(getattr(self, LIMITS[owed])) if owed in LIMITS else None

    def _drop_after(self, seconds: float) -> asyncio.TimerHandle:
        abort: Callable[[], None] = self.transport.abort
        return self.loop.call_later(seconds, abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
