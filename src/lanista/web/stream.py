"""The messages of a live match to one viewer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from lanista.web.film import SeatFilm
from lanista.web.people import SeatStanding
from lanista.web.rerun import ReplayTape
from lanista.web.show import Show

HEARTBEAT = '{"type":"beat"}'  # tells a page without news that the server is still there


class EventStream:
    """The messages of a match for one viewer; remembers which were sent."""

    def __init__(self, show: Show, seat: int | None, sent: int) -> None:
        self.show = show
        self.ended = False  # all of the match was sent
        self._seat = seat
        self._sent = sent
        self._sender: ReplayTape | SeatFilm | None = None
        self._asked: Any = None
        self._standing = SeatStanding()  # of which the page knows

    async def new(self) -> AsyncIterator[str]:
        """Messages since the last call."""
        if self._sender is None:  # for good: the end of a match changes what others may see
            self._sender = await asyncio.to_thread(self.show.sender, self._seat)
        sender = self._sender
        over = not self.show.running  # read first: turns played after this are sent before the end
        while self._sent < sender.history.turns:
            self._sent += 1
            made = sender.events.get(self._sent)
            if made is None:
                made = await asyncio.to_thread(sender.turn_event, self._sent)
            yield made.decode()
        question = self.show.question(self._seat)
        if question is not None and question is not self._asked:
            self._asked = question
            legal = await asyncio.to_thread(lambda: question.legal)
            message = {"type": "ask", "turn": question.turn, "seat": question.seat, "legal": legal}
            yield _text({**message, "left_ms": question.left_ms()})
        standing = await asyncio.to_thread(self.show.standing, self._seat)
        if standing is not None and standing != self._standing:
            self._standing = standing
            yield msgspec.json.encode(standing).decode()
        if over and self._sent >= sender.history.turns:
            yield _text({"type": "end", "id": self.show.id, **sender.history.ending()})
            self.ended = True


def _text(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()
