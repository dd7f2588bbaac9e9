"""Plays several matches in parallel on this machine, each in a process that owns its bots."""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from lanista.arena.spec import MatchReport, MatchSpec
from lanista.text import inert

END_SECONDS = 5.0  # for a worker to end its bots and itself
READ_BYTES = 1 << 16


class Worker:
    """Our end of a worker process, which has its own session: Ctrl-C reaches only us, and we end it."""

    def __init__(self) -> None:
        # -P: a random.py in this folder is a user's bot, not a module to import
        command = [sys.executable, "-P", "-m", "lanista.arena.worker"]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `end`
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
        )
        self._buffer = b""
        self._spec: MatchSpec | None = None
        self.alive = True

    def fileno(self) -> int:
        """The descriptor of its reports."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play."""
        assert self._process.stdin is not None
        self._spec = spec
        try:
            self._process.stdin.write(msgspec.json.encode(spec) + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:  # it died between two matches; `receive` reports it
            pass

    def receive(self) -> MatchReport | None:
        """Its report once that is complete, None before; a worker that died gives a report of its death."""
        data = os.read(self.fileno(), READ_BYTES)
        self._buffer += data
        if not data:
            self.alive = False
            assert self._spec is not None
            return MatchReport(self._spec, error=f"the process that played it ended{self._last_error()}")
        if not self._buffer.endswith(b"\n"):
            return None
        line, self._buffer = self._buffer, b""
        return msgspec.json.decode(line, type=MatchReport)

    def _last_error(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        written = [line for line in lines if line.strip()]
        return f": {inert(written[-1], 200)}" if written else ""

    def stop(self) -> None:
        """Ask it to end its match, its bots and itself."""
        self._process.terminate()

    def end(self) -> None:
        """Wait for its end, and kill it if that takes too long; its bots' supervisors then end the bots."""
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                with contextlib.suppress(OSError):  # unsent data has no reader any more
                    stream.close()


class LocalPool:
    """Plays several matches in parallel, each in a worker process; the workers end with the iterator."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        """Yield reports as matches end; a worker that dies costs only its own match."""
        waiting = deque(specs)
        workers: list[Worker] = []
        try:
            for _ in range(min(self._jobs, len(waiting))):
                workers.append(Worker())
                workers[-1].send(waiting.popleft())
            while workers:
                for worker in _ready(workers):
                    yield from _take(worker, workers, waiting)
        finally:
            end_all(workers)


def _take(worker: Worker, workers: list[Worker], waiting: deque[MatchSpec]) -> Iterator[MatchReport]:
    """Yield a worker's report, and start the next match on it, or on a new worker if it died."""
    report = worker.receive()
    if report is None:
        return
    if waiting and worker.alive:
        worker.send(waiting.popleft())
    else:
        workers.remove(worker)
        end_all([worker])
        if waiting:
            workers.append(Worker())
            workers[-1].send(waiting.popleft())
    yield report


def _ready(workers: list[Worker]) -> list[Worker]:
    """Wait for workers that have written or ended."""
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.fileno(), selectors.EVENT_READ, worker)
        return [key.data for key, _ in selector.select()]


def end_all(workers: Iterable[Worker]) -> None:
    """Ask all workers to end at once, then wait for each."""
    asked = list(workers)
    for worker in asked:
        worker.stop()
    for worker in asked:
        worker.end()
