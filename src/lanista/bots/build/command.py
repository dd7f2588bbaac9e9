"""Runs one command of a build under a supervisor, until it ends, writes too much, or its time is over."""

from __future__ import annotations

import contextlib
import os
import select
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from lanista.bots.hints import cannot_start
from lanista.bots.process.jails import out_of_sight
from lanista.bots.process.supervisor import Event, Launch, events, supervise
from lanista.bots.protocol.working_copy import walk
from lanista.core.errors import BotError, EngineError
from lanista.core.system import channels
from lanista.core.text import MAX_QUOTED, inert

LOOK_SECONDS = 1.0  # between two checks of its output size
TELL_SECONDS = 10.0  # between two reports on its progress
WEIGH_SECONDS = 10.0  # between two checks of what its folders hold
MAX_OUTPUT = 64 * 2**20  # bytes that a build may write to its standard output and error
MAX_BYTES = 4 * 2**30  # that a build may leave in its folders
MAX_FILES = 200_000


class Deadline:
    """The moment at which a number of seconds has passed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._at = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The remaining seconds."""
        return self._at - time.monotonic()


def run_supervised(
    launch: Launch,
    folders: list[Path],
    output: IO[bytes],
    deadline: Deadline,
    tell: Callable[[float], None] = lambda _: None,
) -> str:
    """Run a command so that no process survives; returns why it failed, or an empty text.

    `folders` are those where it writes; `tell` gets the seconds that it has taken so far, now and then.
    """
    build = BuildCommand(launch, folders, output, tell)
    supervisor = supervise(launch, output)
    try:
        return build.wait(supervisor.fds["status"], deadline)
    finally:
        for fd in supervisor.fds.values():
            channels.close(fd)
        supervisor.close(build.pid)


class BuildCommand:
    """A running command of a build."""

    def __init__(
        self, launch: Launch, folders: list[Path], output: IO[bytes], tell: Callable[[float], None]
    ) -> None:
        self.pid = -1
        self._tell = tell
        self._began = time.monotonic()
        self._told = 0.0  # after how many seconds
        self._launch = launch
        self._folders = folders
        self._output = output
        self._before = weigh(folders)
        self._weighed = time.monotonic()

    def wait(self, status: int, deadline: Deadline) -> str:
        """Wait for the command; returns why it failed, or an empty text."""
        received = b""
        while (left := deadline.left) > 0:
            if excess := self._excess():
                return excess
            self._report_progress()
            if not select.select([status], [], [], min(left, LOOK_SECONDS))[0]:
                continue
            data = channels.read(status, 4096)
            received = (received + data)[-4096:]
            for event in events(received) if received.endswith(b"\n") else ():
                end = self._end(event)
                if end is not None:
                    return self._flood() or end or self._growth()
            if not data:
                return "its supervisor process ended; has the build killed it?"
        return f"not done after {deadline.seconds:.0f} s"

    def _report_progress(self) -> None:
        seconds = time.monotonic() - self._began
        if seconds >= self._told + TELL_SECONDS:
            self._told = seconds
            self._tell(seconds)

    def _excess(self) -> str:
        """Why the command has written too much, or an empty text; its files are measured only now and then."""
        if flood := self._flood():
            return flood
        if time.monotonic() - self._weighed < WEIGH_SECONDS:
            return ""
        self._weighed = time.monotonic()
        return self._growth()

    def _flood(self) -> str:
        """Why the command's output is too long; empty if it is not."""
        is_long = os.fstat(self._output.fileno()).st_size > MAX_OUTPUT
        return f"it wrote more than {MAX_OUTPUT} bytes of output" if is_long else ""

    def _growth(self) -> str:
        """Why the command has left too much in its folders; empty if it has not."""
        size, count = weigh(self._folders)
        if size - self._before[0] > MAX_BYTES or count - self._before[1] > MAX_FILES:
            return f"it wrote more than {MAX_BYTES // 2**20} MiB or {MAX_FILES} files into its folder"
        return ""

    def _end(self, event: Event) -> str | None:
        """Why the command failed, empty if it succeeded, None if it is still running."""
        if "started" in event:
            self.pid = event["started"]
        if "failed" in event:
            program, folder = self._launch.command[0], self._launch.cwd
            why = out_of_sight(self._launch) or cannot_start(program, folder, event["failed"])
            return f"cannot be started: {why}"
        if "unable" in event:
            raise EngineError(f"a build could not be started: {inert(event['unable'], MAX_QUOTED)}")
        if "signal" in event:
            return f"killed by signal {event['signal']}"
        if "exit" in event:
            return f"exit status {event['exit']}" if event["exit"] else ""
        return None


def weigh(folders: list[Path]) -> tuple[int, int]:
    """The bytes that the files in folders take, and how many files and folders there are."""
    size = count = 0
    for folder in folders:
        with contextlib.suppress(OSError, BotError):  # a file that has just gone, or folders nested very deeply
            for _, status in walk(folder, lambda _: False):
                size += status.st_size if stat.S_ISREG(status.st_mode) else 0
                count += 1
    return size, count
