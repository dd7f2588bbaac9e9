"""Ids that a negotiation gives away. Nothing is kept for one until it is used, however many are asked for."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

MAX_USED = 4096  # ids that are known to be used; of still older ones a second use would go unnoticed


class Tickets:
    """Makes ids that nobody else can make, each good for one WebSocket and for some seconds."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._used: dict[str, None] = {}

    def issue(self) -> str:
        """A new id, which says when it was made."""
        text = f"{time.monotonic_ns() // 1_000_000:x}-{secrets.token_urlsafe(12)}"
        return f"{text}.{self._sign(text)}"

    def use(self, ticket: str, seconds: float) -> bool:
        """Whether an id was given away at most so long ago and comes for the first time."""
        text, _, signature = ticket.rpartition(".")
        expected = self._sign(text).encode()
        if ticket in self._used or not hmac.compare_digest(expected, signature.encode(errors="replace")):
            return False
        self._used[ticket] = None
        if len(self._used) > MAX_USED:
            del self._used[next(iter(self._used))]
        made = int(text.partition("-")[0], 16)
        return time.monotonic_ns() // 1_000_000 - made <= 1000 * seconds

    def _sign(self, text: str) -> str:
        return hmac.new(self._key, text.encode(errors="replace"), hashlib.sha256).hexdigest()[:32]
