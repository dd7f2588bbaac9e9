"""A process that plays matches in order: reads a specification per line, and writes a report per line."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from typing import NoReturn

import msgspec

from lanista.core.errors import Terminated
from lanista.core.system import terminate_self
from lanista.series.player import MatchPlayer
from lanista.series.spec import MatchReport, MatchSpec, read_line


def main() -> None:
    """Play the specifications on standard input until it is closed."""
    reports = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # output printed during a match is not a report
    signal.signal(signal.SIGTERM, _stop)
    specs = _Lines()
    with suppress(Terminated), MatchPlayer() as player:
        while (line := specs.next()) is not None:
            reports.write(msgspec.json.encode(_play(line, player)) + b"\n")


def _play(line: bytes, player: MatchPlayer) -> MatchReport:
    spec = read_line(line, MatchSpec)
    try:
        return player.play(spec)
    except Exception as error:  # noqa: BLE001 - one match must not affect the others
        return MatchReport(spec, error=f"our own fault: {type(error).__name__}: {error}")


def _stop(*_: object) -> NoReturn:
    """End the match by an exception: the referee closes its bots."""
    signal.signal(signal.SIGTERM, lambda *_: None)
    raise Terminated


class _Lines:
    """The lines of standard input, read on a thread: when it is closed, the pool is gone and the match ends."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="specifications", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            self._lines.put(line)
        self._lines.put(None)
        terminate_self()

    def next(self) -> bytes | None:
        """Wait for the next line; None at the end."""
        return self._lines.get()


if __name__ == "__main__":
    main()
