"""Processes that use a store at the same time. Each obeys lines of JSON, [function, arguments]."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lanista.league.store import LeagueMatch, StoredResult, open_store
from tests.processes import SECONDS


def create(address: str) -> None:
    """Open a store that may be new."""
    open_store(address).close()


def claim_all(address: str, league_id: int, count: int) -> list[int]:
    """Claim matches until there are none, and keep them."""
    numbers: list[int] = []
    with open_store(address) as store:
        runner = store.begin_runner()
        while claims := store.claim(league_id, runner, count):
            numbers += [claim.match.number for claim in claims]
    return numbers


def play(address: str, league_id: int, total: int) -> dict[str, Any]:
    """Claim matches and record results until a league has `total` of them."""
    recorded: list[int] = []
    said: list[str] = []
    with open_store(address, tell=said.append) as store:
        runner = store.begin_runner()
        while store.counts(league_id).results < total:
            claims = store.claim(league_id, runner, 3)
            results = [StoredResult(claim.match.number, (1, 2), runner=str(runner.id)) for claim in claims]
            recorded += store.record(league_id, runner, results)
    return {"recorded": recorded, "said": said}


def lengthen(address: str, league_id: int, total: int) -> int:
    """Append matches one by one until a league has `total` of them, and say how many were ours."""
    ours = 0
    with open_store(address) as store:
        while (length := len((seen := store.changes(league_id)).matches)) < total:
            ours += store.extend(league_id, seen.cursor, [LeagueMatch(length, length, 0, (0, 1), 7)])
    return ours


class Worker:
    """A process that does what it is sent."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.league.store.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, function: Any, *arguments: object) -> None:
        """Let it call a function of this module."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([function.__name__, arguments]) + "\n")
        self.process.stdin.flush()

    def result(self) -> Any:
        """The function's return value."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the worker has failed; see its traceback"
        return json.loads(line)

    def end(self) -> None:
        """End the process, in the middle of whatever it does."""
        self.process.kill()
        self.process.wait(SECONDS)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


@contextmanager
def working() -> Iterator[Worker]:
    """A worker that ends with the block."""
    worker = Worker()
    try:
        yield worker
    finally:
        worker.end()


if __name__ == "__main__":
    for request in sys.stdin:
        name, arguments = json.loads(request)
        print(json.dumps(globals()[name](*arguments)), flush=True)
