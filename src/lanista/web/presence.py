"""Pages that are still open after their match has ended, when no connection tells of them any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

PAGE_SECONDS = 75.0  # a page says every 20 s that it is open; browsers delay hidden pages up to a minute
MAX_PAGES = 1000


class Presence:
    """Open pages, as far as they have said so lately; thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen: dict[str, float] = {}  # by page, the oldest first
        self._lock = threading.Lock()

    def opened(self, page: str) -> None:
        """A page is open."""
        with self._lock:
            self._seen.pop(page, None)
            self._seen[page] = self._now()
            while len(self._seen) > MAX_PAGES:
                del self._seen[next(iter(self._seen))]

    def closed(self, page: str) -> None:
        """A page was closed."""
        with self._lock:
            self._seen.pop(page, None)

    def __len__(self) -> int:
        with self._lock:
            return sum(self._now() - seen < PAGE_SECONDS for seen in self._seen.values())
