"""Ctrl-C or SIGTERM as a request to finish cleanly. A second one ends the process at once."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Self

from lanista.cli.shared.common import INTERRUPTED, TERMINATED

STATUS = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}


class Interrupt:
    """Within it, the first signal only sets `requested`; `status` is the exit status for it."""

    def __init__(self) -> None:
        self.requested = False
        self.status = 0

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._request) for number in STATUS}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _request(self, number: int, frame: FrameType | None) -> None:
        self.requested, self.status = True, STATUS[signal.Signals(number)]
        self.__exit__()
