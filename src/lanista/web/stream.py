"""The server-sent events of a live match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from lanista.web.gallery import Show


class EventStream:
    """The events of a match for one viewer; remembers which were sent."""

    def __init__(self, show: Show, seat: int | None, sent: int) -> None:
        self.show = show
        self._seat = seat
        self._sent = sent
        self._asked: Any = None
        self._ended = False
        self.heartbeat_due = False  # send a comment line to keep the connection alive

    async def new(self) -> AsyncIterator[bytes]:
        """Events since the last call."""
        if self.heartbeat_due:
            self.heartbeat_due = False
            yield b":\n\n"
        film = await asyncio.to_thread(self.show.film, self._seat)
        over = not self.show.running  # read first: turns played after this are sent before the end
        while self._sent < film.reel.turns:
            self._sent += 1
            yield _event(await asyncio.to_thread(film.turn_event, self._sent), self._sent)
        question = self.show.question(self._seat)
        if question is not None and question is not self._asked:
            self._asked = question
            legal = await asyncio.to_thread(lambda: question.legal)
            event = {"type": "ask", "turn": question.turn, "seat": question.seat, "legal": legal}
            yield _event(msgspec.json.encode({**event, "left_ms": question.left_ms()}), self._sent)
        if over and not self._ended and self._sent >= film.reel.turns:
            self._ended = True
            yield _event(msgspec.json.encode({"type": "end", **film.reel.ending()}), self._sent)


def _event(data: bytes, number: int) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (number, data)
