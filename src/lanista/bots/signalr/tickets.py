"""Connection ids issued by negotiation; an unused id takes no memory, however many are issued."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

MAX_USED = 4096  # remembered ids; the reuse of an older one goes unnoticed


class Tickets:
    """Issues unforgeable ids, each valid for one WebSocket and for a limited time."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._used: dict[str, None] = {}

    def issue(self) -> str:
        """A new id, which contains its time of issue."""
        text = f"{time.monotonic_ns() // 1_000_000:x}-{secrets.token_urlsafe(12)}"
        return f"{text}.{self._sign(text)}"

    def use(self, ticket: str, seconds: float) -> bool:
        """Whether an id was issued within the last `seconds` and is used for the first time."""
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
