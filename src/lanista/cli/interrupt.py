"""Ctrl-C as a request: work comes to a good end first. A second one ends it at once."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Self


class Interrupt:
    """Within it, the first Ctrl-C only sets `requested`."""

    def __init__(self) -> None:
        self.requested = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._request)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _request(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
        signal.signal(signal.SIGINT, self._before)
