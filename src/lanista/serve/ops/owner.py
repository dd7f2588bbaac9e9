"""The process that owns a server: it starts web processes and runners, looks after them, and ends them."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Self

import msgspec

from lanista.core.errors import InputError, LanistaError
from lanista.sandbox.usage.cgroup_support import remove_leftovers
from lanista.sandbox.usage.cores import usable_cores
from lanista.serve.ops.children import OwnedProcess
from lanista.serve.ops.folder import LOGS
from lanista.serve.ops.web import ADDRESS, WebSettings
from lanista.web.address import ListenAddress, find_address, listen

BACKLOG = 1024
START_SECONDS = 60.0  # for the first web process to answer, even on a busy machine
STOP_SECONDS = 30.0  # for requests and running matches to end
HURRY_SECONDS = 5.0  # after the second request to stop
LOOK_SECONDS = 0.1
BIND_SECONDS = 5.0  # a server that was killed leaves its port after a moment


class ServerPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is run."""

    data: Path
    address: str = ""  # of the database; a file in the folder by default
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""  # where people reach it, if that is not host and port
    behind_proxy: bool = False
    runners: int = 1
    workers: int = 1


class StopRequests:
    """Counts the requests to stop: Ctrl-C and SIGTERM."""

    def __init__(self) -> None:
        self.count = 0
        self.last = 0

    def note(self, number: int, _frame: FrameType | None) -> None:
        """Note a signal."""
        self.count += 1
        self.last = number


@contextmanager
def stop_requests() -> Iterator[StopRequests]:
    """Count Ctrl-C and SIGTERM for the duration of a block, instead of being interrupted by them."""
    requests = StopRequests()
    numbers = (signal.SIGINT, signal.SIGTERM)
    former = {number: signal.signal(number, requests.note) for number in numbers}
    try:
        yield requests
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


class ServerOwner:
    """A server's processes, for the duration of a block."""

    def __init__(self, plan: ServerPlan, tell: Callable[[str], None] = lambda text: None) -> None:
        self.plan = plan
        self.address: ListenAddress = find_address(plan.host)
        self._tell = tell
        self._listener = _listen(self.address, plan.port)
        self.port: int = self._listener.getsockname()[1]
        self.web: list[OwnedProcess] = []
        self.runners: list[OwnedProcess] = []
        self._has_ended = False

    @property
    def base(self) -> str:
        """The address of the pages, without a slash at its end."""
        return self.plan.url or f"http://{self.address.shown}:{self.port}"

    @property
    def processes(self) -> list[OwnedProcess]:
        """All processes."""
        return [*self.web, *self.runners]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(lambda: True)
        self._listener.close()

    def start(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Start all processes; returns when the pages can be opened. Raises LanistaError if they cannot."""
        self.web = [self._web(f"web {number}") for number in range(1, self.plan.workers + 1)]
        self.runners = [self._runner(f"runner {number}") for number in range(1, self.plan.runners + 1)]
        for process in self.processes:
            process.start()
        deadline = time.monotonic() + START_SECONDS
        while not any(process.ready.is_set() for process in self.web) and not is_stopped():
            dead = next((process for process in self.web if not process.is_running), None)
            if dead is not None:
                time.sleep(LOOK_SECONDS)  # until its last line is read
                raise LanistaError(f"the server did not start: {dead.last_line or 'its process ended'}")
            if time.monotonic() > deadline:
                raise LanistaError(f"the server did not start within {START_SECONDS:g} s")
            time.sleep(LOOK_SECONDS / 5)

    def look_after(self) -> None:
        """Start again what has died."""
        for process in self.processes:
            process.look_after()

    def stop(self, in_hurry: Callable[[], bool]) -> None:
        """End all processes: in order, until a deadline or until `in_hurry`; then at once."""
        if self._has_ended:
            return
        self._has_ended = True
        for process in self.processes:
            process.ask_to_end()
        self._wait(STOP_SECONDS, in_hurry)
        for process in self.processes:
            process.ask_to_end()
        self._wait(HURRY_SECONDS, lambda: False)
        left = [process for process in self.processes if process.is_running]
        for process in self.processes:
            process.kill()
            process.close()
        if left:
            with suppress(LanistaError, OSError):
                remove_leftovers()  # of bots whose runner could not end them

    def _wait(self, seconds: float, is_over: Callable[[], bool]) -> None:
        deadline = time.monotonic() + seconds
        while any(process.is_running for process in self.processes):
            if is_over() or time.monotonic() > deadline:
                return
            time.sleep(LOOK_SECONDS / 5)

    def _web(self, name: str) -> OwnedProcess:
        plan = self.plan
        settings = WebSettings(str(plan.data), plan.host, plan.url, plan.behind_proxy)
        fd = self._listener.fileno()
        words = ["lanista.serve.ops.web", str(fd), msgspec.json.encode(settings).decode()]
        return self._process(name, words, pass_fds=(fd,))

    def _runner(self, name: str) -> OwnedProcess:
        """Runners share the cores; one alone finds out itself how many it may use."""
        share = max(1, usable_cores() // self.plan.runners)
        jobs = ["--jobs", str(share)] if self.plan.runners > 1 else []
        return self._process(name, ["lanista", "runner", "--data", str(self.plan.data), *jobs])

    def _process(self, name: str, words: list[str], pass_fds: tuple[int, ...] = ()) -> OwnedProcess:
        environment = {**os.environ, ADDRESS: self.plan.address} if self.plan.address else _without_address()
        return OwnedProcess(name, words, environment, self.plan.data / LOGS, pass_fds=pass_fds, tell=self._tell)


def _without_address() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != ADDRESS}


def _listen(address: ListenAddress, port: int) -> socket.socket:
    """Listen; a server that was just killed may need a moment to leave the port."""
    deadline = time.monotonic() + BIND_SECONDS
    while True:
        try:
            return listen(address, port, BACKLOG)
        except InputError as error:
            if "in use" not in str(error) or time.monotonic() > deadline:
                raise
        time.sleep(LOOK_SECONDS)
