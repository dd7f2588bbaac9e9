"""Plays several matches in parallel on this machine, each in a process that owns its bots."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from lanista.core.system import READABLE, channels, new_poll
from lanista.series.child import ChildProcess
from lanista.series.compiling import Compiler
from lanista.series.crew import run
from lanista.series.spec import MatchReport, MatchSpec, read_line

END_SECONDS = 0.8  # for a worker to end its bots and itself; supervisors end the bots of one that is killed
QUICK_SECONDS = 0.5  # a second match is queued behind shorter ones, so that no worker waits for us
READ_BYTES = 1 << 16


class Worker(ChildProcess):
    """Our end of a process that plays matches."""

    def __init__(self) -> None:
        super().__init__("lanista.series.worker")
        self._reports = channels.Inlet(self._stdout)
        self._buffer = b""
        self._slots = 1  # how many matches it may hold
        self.began_at = time.time()
        self.alive = True
        self.pending: deque[MatchSpec] = deque()  # the match being played, and a queued one

    @property
    def free_slots(self) -> int:
        """The number of further matches it may be given."""
        return self._slots - len(self.pending)

    def fileno(self) -> int:
        """The descriptor of its reports."""
        return self._reports.fd

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play, after those it has."""
        self.pending.append(spec)
        self.write(msgspec.json.encode(spec) + b"\n")

    def receive(self) -> list[MatchReport]:
        """The complete reports; none, and no longer `alive`, if it died."""
        data = channels.read(self.fileno(), READ_BYTES)
        self.alive = bool(data)
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        return [self._decode(line) for line in lines]

    def _decode(self, line: bytes) -> MatchReport:
        report = read_line(line, MatchReport)
        self.pending.popleft()
        self._slots = 2 if report.seconds < QUICK_SECONDS else 1
        return report

    def end(self, deadline: float) -> None:
        """Wait for its end, and close its streams."""
        self.wait(deadline)
        self._reports.close()
        self.close()


class LocalPool:
    """Plays several matches in parallel, each in a worker process; the workers end with the iterator."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        """Yield reports as matches end; a match whose worker died is played once more."""
        return run(LocalCrew(self._jobs), specs)


class LocalCrew:
    """Worker processes on this machine; a match whose worker died is played once more."""

    def __init__(self, jobs: int) -> None:
        self._workers: list[Worker] = []
        self._compiler = Compiler()
        self._jobs = jobs
        self._returned: deque[MatchSpec] = deque()  # the matches of workers that died
        self._repeated: list[MatchSpec] = []  # those of them that had begun

    @property
    def pending(self) -> int:
        """The number of matches sent and not reported yet."""
        return len(self._returned) + sum(len(worker.pending) for worker in self._workers)

    def wanted(self) -> int:
        """The number of further matches it takes now."""
        return max(0, self._free_slots() - len(self._returned))

    def _free_slots(self) -> int:
        return self._jobs - len(self._workers) + sum(max(0, worker.free_slots) for worker in self._workers)

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play."""
        self._least_busy().send(spec)

    def _least_busy(self) -> Worker:
        """A worker without a match, a new one, or one that plays and has a free slot."""
        idle = next((worker for worker in self._workers if not worker.pending), None)
        if idle is None and len(self._workers) < self._jobs:
            self._workers.append(idle := Worker())
        return idle or max(self._workers, key=lambda worker: worker.free_slots)

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        """Yield reports, waiting up to `seconds` for the first; None waits without a limit."""
        for worker in _ready(self._workers, seconds) if self.pending else []:
            for report in worker.receive():
                self._compiler.played(report)
                yield report
            if not worker.alive:
                yield from self._replace(worker)
        while self._returned and self._free_slots():
            self.send(self._returned.popleft())

    def end(self) -> None:
        """End all processes."""
        self._compiler.close()
        end_all(self._workers)

    def _replace(self, worker: Worker) -> Iterator[MatchReport]:
        """Return the matches of a worker that died; the one it played is lost if it was lost before."""
        self._workers.remove(worker)
        reason = worker.last_error()
        end_all([worker])
        lost = worker.pending.popleft() if worker.pending else None
        self._returned.extend(worker.pending)
        if lost is not None and any(lost is spec for spec in self._repeated):
            yield MatchReport(lost, error=f"the process that played it ended, twice{reason}")
        elif lost is not None:
            _remove_partial_replay(lost, worker.began_at)
            self._repeated.append(lost)
            self._returned.appendleft(lost)


def _remove_partial_replay(spec: MatchSpec, since: float) -> None:
    """Remove the replay of a match that is repeated, unless the file is older than its worker."""
    with contextlib.suppress(OSError):
        if spec.replay and Path(spec.replay).stat().st_mtime >= since:
            Path(spec.replay).unlink()


def _ready(workers: list[Worker], seconds: float | None) -> list[Worker]:
    """Wait for workers that have written or ended."""
    waiting, by_fd = new_poll(), {worker.fileno(): worker for worker in workers}
    for fd in by_fd:
        waiting.register(fd, READABLE)
    return [by_fd[fd] for fd, _ in waiting.poll(None if seconds is None else 1000 * seconds)]


def end_all(workers: Iterable[Worker]) -> None:
    """Ask all workers to end at once, then wait for each."""
    asked = list(workers)
    for worker in asked:
        worker.stop()
    deadline = time.monotonic() + END_SECONDS
    for worker in asked:
        worker.end(deadline)
