"""Our end of the processes that do jobs."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import Protocol

from lanista.dev.job import Broken, Ended, Failed, FirstMatch, Job, JobEvent
from lanista.text import inert

STOP_SECONDS = 2.0  # for a process to end its bots and itself
Report = Callable[[JobEvent], None]


class RunningJob(Protocol):
    """A job that was started."""

    def stop(self) -> None:
        """End it, if it is still running; nothing is reported any more."""


class StartJob(Protocol):
    """Starts a job; `report` is called on another thread, with `Ended` at the end."""

    def __call__(self, job: Job, report: Report) -> RunningJob:
        """Start a job."""


class WorkerProcess:
    """A process that waits for a job; it ends when we do."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `end`
        # -P: a random.py in this folder is a user's bot, not a module to import
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lanista.dev.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C reaches only us, and we end it
        )

    def send(self, job: Job) -> None:
        """Give it its job."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it died at once; `receive` notices
            pickle.dump(job, self._process.stdin)
            self._process.stdin.flush()

    def receive(self) -> JobEvent | None:
        """Wait for its next report; None if it has ended."""
        assert self._process.stdout is not None
        try:
            event: JobEvent = pickle.load(self._process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return None
        return event

    def failure(self) -> str:
        """Why it ended, or an empty text if it did its job."""
        if self._process.wait() == 0:
            return ""
        self._errors.seek(0)
        lines = [line for line in self._errors.read().decode(errors="replace").split("\n") if line.strip()]
        last = f": {inert(lines[-1], 200)}" if lines else ""
        return f"the process that played the matches ended{last}"

    def end(self) -> None:
        """End it; its bots' supervisors end the bots even if it has to be killed."""
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """Close its streams, after its end."""
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                with contextlib.suppress(OSError):  # unsent data has no reader any more
                    stream.close()


class ChildJob:
    """A job in a process of its own; its events are passed on by a thread."""

    def __init__(self, process: WorkerProcess, job: Job, report: Report) -> None:
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
        self._pass_on(Ended())

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

    def __call__(self, job: Job, report: Report) -> ChildJob:
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
