"""Builds a bot if its sources have changed: one build per folder at a time, supervised, with a deadline."""

from __future__ import annotations

import contextlib
import hashlib
import os
import select
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from lanista.bots.hints import cannot_start
from lanista.bots.project import PROJECT, Project, combined_digest, has_command_files, source_digests
from lanista.bots.supervisor import Event, Launch, events, supervise
from lanista.bots.working_copy import temporary_files
from lanista.engine.folders import cache_root
from lanista.errors import BotError, FileError
from lanista.files import write_whole
from lanista.system import channels, try_lock
from lanista.text import inert

BUILD_SECONDS = 600.0  # for all commands of a build
LOCK_SECONDS = BUILD_SECONDS + 60
LOOK_SECONDS = 1.0  # between two checks of its output size
MAX_OUTPUT = 64 * 2**20  # bytes that a build may write
TAIL_BYTES = 2**20  # of its output that are read for a report
SHOWN_LINES = 40  # of the output of a build that failed
SHOWN_CHARACTERS = 300  # of a line


class BuildFailed(BotError):  # noqa: N818 - reads as what it is
    """A command of a build failed; `output` holds the lines that it wrote, inert; the message has the last."""

    def __init__(self, reason: str, output: list[str]) -> None:
        cut = [f"[{len(output) - SHOWN_LINES} lines before]"] if len(output) > SHOWN_LINES else []
        super().__init__("\n".join([reason, *(f"  {line}" for line in cut + output[-SHOWN_LINES:])]))
        self.reason = reason
        self.output = output


class Stamp(msgspec.Struct):
    """The digest of the sources that a folder was last built from."""

    digest: str


def build_if_needed(folder: Path, project: Project) -> str:
    """Build a bot unless its build is up to date; returns the digest of its sources."""
    digest = combined_digest(source_digests(folder, project.files))
    if not project.build or is_built(folder, project, digest):
        return digest
    with build_lock(folder):
        before = source_digests(folder, project.files)
        if not is_built(folder, project, combined_digest(before)):  # another process may have built it
            _run_all(folder, project)
            _stamp(folder, before, source_digests(folder, project.files))
    return combined_digest(source_digests(folder, project.files))


def is_built(folder: Path, project: Project, digest: str) -> bool:
    """Whether the last build was of these sources, and its files still exist."""
    try:
        stamp = msgspec.json.decode(_stamp_file(folder).read_bytes(), type=Stamp)
    except (OSError, ValueError, RecursionError):
        return False
    return stamp.digest == digest and has_command_files(folder, project)


def _stamp(folder: Path, before: dict[str, str], after: dict[str, str]) -> None:
    """Record a build, unless sources changed while it ran; new files do not matter."""
    if all(after.get(name) == digest for name, digest in before.items()):
        with _cache():
            write_whole(_stamp_file(folder), msgspec.json.encode(Stamp(combined_digest(after))), force=True)


def mark_built(folder: Path, project: Project) -> None:
    """Record that a folder is built from its sources, as is a copy of a folder that was built."""
    sources = source_digests(folder, project.files)
    _stamp(folder, sources, sources)


def _stamp_file(folder: Path) -> Path:
    name = hashlib.blake2b(str(folder.resolve()).encode(errors="surrogateescape"), digest_size=16).hexdigest()
    return _builds() / f"{name}.json"


def _builds() -> Path:
    """The folder of the stamps."""
    return cache_root().parent / "builds"


@contextlib.contextmanager
def _cache() -> Iterator[None]:
    """Turn an error of the folder of stamps into a BotError."""
    try:
        yield
    except (OSError, FileError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BotError(
            f"builds are recorded in {_builds()}, which cannot be written: {why}; set LANISTA_CACHE to a folder "
            "where you may write"
        ) from None


@contextlib.contextmanager
def build_lock(folder: Path) -> Iterator[None]:
    """Hold the lock on a folder's builds."""
    path = _stamp_file(folder).with_suffix(".lock")
    deadline = time.monotonic() + LOCK_SECONDS
    with _cache():
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("w")
    with lock as file:
        while not try_lock(file):
            if time.monotonic() > deadline:
                raise BotError(
                    f"{folder} is being built by another process for over {LOCK_SECONDS:.0f} s; end that one"
                )
            time.sleep(0.1)
        yield  # closing the file unlocks it


def _run_all(folder: Path, project: Project) -> None:
    """Run the commands of a build; raises BotError with their output when one fails."""
    deadline = time.monotonic() + BUILD_SECONDS
    with temporary_files():
        scratch = tempfile.TemporaryFile()  # noqa: SIM115 - closed below; only its opening is explained
    with scratch as output:
        for command in project.builds:
            if sys.stderr.isatty():
                sys.stderr.write(f"building {project.name}: {shlex.join(command)}\n")
            begin = output.seek(0, os.SEEK_END)
            failure = run_supervised(command, folder, output, deadline)
            if failure:
                reason = f"{folder / PROJECT}: the build failed, `{shlex.join(command)}` in {folder}: {failure}"
                raise BuildFailed(reason, _tail(output, begin))


def run_supervised(command: list[str], folder: Path, output: IO[bytes], deadline: float) -> str:
    """Run a command under a supervisor, so that no process survives; returns why it failed, or an empty text."""
    supervisor = supervise(Launch(command, folder), output)
    build = BuildCommand(command[0], folder, output)
    try:
        return build.wait(supervisor.fds["status"], deadline)
    finally:
        for fd in supervisor.fds.values():
            channels.close(fd)
        supervisor.close(build.pid)


class BuildCommand:
    """A running command of a build."""

    def __init__(self, program: str, folder: Path, output: IO[bytes]) -> None:
        self.pid = -1
        self._program = program
        self._folder = folder
        self._output = output

    def wait(self, status: int, deadline: float) -> str:
        """Wait for the command; returns why it failed, or an empty text."""
        received = b""
        while (left := deadline - time.monotonic()) > 0:
            if os.fstat(self._output.fileno()).st_size > MAX_OUTPUT:
                return f"it wrote more than {MAX_OUTPUT} bytes of output"
            if not select.select([status], [], [], min(left, LOOK_SECONDS))[0]:
                continue
            data = channels.read(status, 4096)
            received = (received + data)[-4096:]
            for event in events(received) if received.endswith(b"\n") else ():
                end = self._end(event)
                if end is not None:
                    return end
            if not data:
                return "its supervisor process ended; has the build killed it?"
        return f"not done after {BUILD_SECONDS:.0f} s"

    def _end(self, event: Event) -> str | None:
        """Why the command failed, empty if it succeeded, None if it is still running."""
        if "started" in event:
            self.pid = event["started"]
        if "failed" in event:
            return f"cannot be started: {cannot_start(self._program, self._folder, event['failed'])}"
        if "signal" in event:
            return f"killed by signal {event['signal']}"
        if "exit" in event:
            return f"exit status {event['exit']}" if event["exit"] else ""
        return None


def _tail(output: IO[bytes], begin: int) -> list[str]:
    """The last lines that a command wrote, inert; its output begins at `begin`."""
    size = output.seek(0, os.SEEK_END)
    output.seek(max(begin, size - TAIL_BYTES))
    lines = output.read(TAIL_BYTES).decode(errors="replace").splitlines()
    return [inert(line, SHOWN_CHARACTERS) for line in lines]
