"""Our end of the processes that do jobs."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable
from typing import Protocol

from lanista.series.child import ChildProcess
from lanista.tools.dev.job import Broken, DevJob, Failed, FirstMatch, JobEnded, JobEvent

STOP_SECONDS = 2.0  # for a process to end its bots and itself
Report = Callable[[JobEvent], None]


class RunningJob(Protocol):
    """A job that was started."""

    def stop(self) -> None:
        """End it, if it is still running; nothing is reported any more."""


class StartJob(Protocol):
    """Starts a job; `report` is called on another thread, with `JobEnded` at the end."""

    def __call__(self, job: DevJob, report: Report) -> RunningJob:
        """Start a job."""


class WorkerProcess(ChildProcess):
    """A process that waits for a job."""

    def __init__(self) -> None:
        super().__init__("lanista.tools.dev.worker")

    def send(self, job: DevJob) -> None:
        """Give it its job."""
        self.write(pickle.dumps(job))

    def receive(self) -> JobEvent | None:
        """Wait for its next report; None if it has ended."""
        try:
            event: JobEvent = pickle.load(self._stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return None
        return event

    def failure(self) -> str:
        """Why it ended, or an empty text if it did its job."""
        done = self._process.wait() == 0
        return "" if done else f"the process that played the matches ended{self.last_error()}"

    def end(self) -> None:
        """End it; its streams stay open for remaining readers."""
        self.stop()
        self.wait(time.monotonic() + STOP_SECONDS)


class ChildJob:
    """A job in a separate process; a thread passes its events on."""

    def __init__(self, process: WorkerProcess, job: DevJob, report: Report) -> None:
        self._process = process
        self._report = report
        self._is_stopped = False
        process.send(job)
        self._thread = threading.Thread(target=self._read, name="job", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        """Pass on what the process reports, until it ends."""
        while (event := self._process.receive()) is not None:
            self._pass_on(event)
        if failure := self._process.failure():
            self._pass_on(Failed(failure))
        self._pass_on(JobEnded())

    def _pass_on(self, event: JobEvent) -> None:
        if not self._is_stopped:
            self._report(event)

    def stop(self) -> None:
        """End the process and the thread."""
        self._is_stopped = True
        self._process.end()
        self._thread.join()
        self._process.close()


class Children:
    """Starts jobs; with `spare`, a process for the next one gets ready while the current one compares."""

    def __init__(self, *, spare: bool) -> None:
        self._wants_spare = spare
        self._spare: WorkerProcess | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Children:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._wants_spare = False
            spare, self._spare = self._spare, None
        if spare is not None:
            spare.end()
            spare.close()

    def __call__(self, job: DevJob, report: Report) -> ChildJob:
        """Start a job."""
        with self._lock:
            spare, self._spare = self._spare, None

        def pass_on(event: JobEvent) -> None:
            report(event)
            if isinstance(event, FirstMatch | Broken):
                self._prepare()

        return ChildJob(spare or WorkerProcess(), job, pass_on)

    def _prepare(self) -> None:
        with self._lock:
            if self._wants_spare and self._spare is None:
                self._spare = WorkerProcess()
