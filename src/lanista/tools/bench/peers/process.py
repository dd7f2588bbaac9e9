"""The process of a library, as its owner sees it: it answers in time, or says why not."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from lanista.core.errors import LanistaError
from lanista.core.system import READABLE, new_poll
from lanista.series.child import ChildProcess

END_SECONDS = 5.0


class PeerError(LanistaError):
    """A library that is not installed, fails, or does not answer in time."""


class PeerProcess(ChildProcess):
    """Measures the environments of one library."""

    def __init__(self) -> None:
        super().__init__("lanista.tools.bench.peers.serve")
        self._waiting = new_poll()
        self._waiting.register(self._stdout.fileno(), READABLE)

    def __enter__(self) -> PeerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.wait(time.monotonic() + END_SECONDS)
        self.close()

    def ask(self, deadline: float, /, **question: Any) -> dict[str, Any]:
        """The answer within the given seconds; raises PeerError with the reason if there is none."""
        self.write(msgspec.json.encode(question) + b"\n")
        if not self._waiting.poll(1000 * deadline):
            self.stop()
            raise PeerError(f"did not answer within {deadline:.0f} s")
        line = self._stdout.readline()
        if not line:
            raise PeerError(f"its process ended{self.last_error()}")
        answer: dict[str, Any] = msgspec.json.decode(line)
        if "error" in answer:
            raise PeerError(answer["error"])
        return answer
