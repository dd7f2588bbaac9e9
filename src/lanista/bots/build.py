"""Builds a bot when its sources have changed: one build per folder at a time, supervised, with a deadline."""

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
from lanista.bots.project import PROJECT, Project, digest_of, is_all_there, marks_of
from lanista.bots.supervisor import Event, Launch, Supervisor, events
from lanista.bots.working_copy import temporary_files
from lanista.engine.compiled import try_lock
from lanista.engine.folders import cache_root
from lanista.errors import BotError, FileError
from lanista.files import write_whole
from lanista.text import inert

BUILD_SECONDS = 600.0  # for all commands of a build
LOCK_SECONDS = BUILD_SECONDS + 60
LOOK_SECONDS = 1.0  # between two looks at how much it has written
MAX_OUTPUT = 64 * 2**20  # bytes that a build may write
TAIL_BYTES = 2**20  # of its output that are looked at
SHOWN_LINES = 40  # of the output of a build that failed
SHOWN_CHARACTERS = 300  # of a line


class Stamp(msgspec.Struct):
    """What a folder was last built from."""

    digest: str


def build_if_needed(folder: Path, project: Project) -> str:
    """Build a bot unless it is built from these very sources; returns their digest."""
    digest = digest_of(marks_of(folder, project.files))
    if not project.build or is_built(folder, project, digest):
        return digest
    with one_at_a_time(folder):
        before = marks_of(folder, project.files)
        if not is_built(folder, project, digest_of(before)):  # somebody else may have built it meanwhile
            _run_all(folder, project)
            _stamp(folder, before, marks_of(folder, project.files))
    return digest_of(marks_of(folder, project.files))


def is_built(folder: Path, project: Project, digest: str) -> bool:
    """Whether the last build was of these sources, and what it made is still there."""
    try:
        stamp = msgspec.json.decode(_stamp_file(folder).read_bytes(), type=Stamp)
    except (OSError, msgspec.DecodeError):
        return False
    return stamp.digest == digest and is_all_there(folder, project)


def _stamp(folder: Path, before: dict[str, str], after: dict[str, str]) -> None:
    """Remember a build. A build may write new files, but sources that changed meanwhile are built again."""
    if all(after.get(name) == mark for name, mark in before.items()):
        with _cache():
            write_whole(_stamp_file(folder), msgspec.json.encode(Stamp(digest_of(after))), force=True)


def _stamp_file(folder: Path) -> Path:
    name = hashlib.blake2b(str(folder.resolve()).encode(errors="surrogateescape"), digest_size=16).hexdigest()
    return _builds() / f"{name}.json"


def _builds() -> Path:
    """Where it is remembered what was built from which sources."""
    return cache_root().parent / "builds"


@contextlib.contextmanager
def _cache() -> Iterator[None]:
    """Say in one sentence that the folder for builds cannot be written."""
    try:
        yield
    except (OSError, FileError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BotError(
            f"builds are remembered in {_builds()}, which cannot be written: {why}; set LANISTA_CACHE to a folder "
            "where you may write"
        ) from None


@contextlib.contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
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
            failure = run_kept(command, folder, output, deadline)
            if failure:
                told = f"{folder / PROJECT}: the build failed, `{shlex.join(command)}` in {folder}: {failure}"
                raise BotError(f"{told}\n{_tail(output)}".rstrip())


def run_kept(command: list[str], folder: Path, output: IO[bytes], deadline: float) -> str:
    """Run a command under a supervisor, so that nothing of it survives; why it failed, or nothing."""
    supervisor = Supervisor(Launch(command, folder), output)
    bot = Building(command[0], folder, output)
    try:
        return bot.wait(supervisor.fds["status"], deadline)
    finally:
        for fd in supervisor.fds.values():
            os.close(fd)
        supervisor.close(bot.pid)


class Building:
    """A command of a build that runs."""

    def __init__(self, program: str, folder: Path, output: IO[bytes]) -> None:
        self.pid = -1
        self._program = program
        self._folder = folder
        self._output = output

    def wait(self, status: int, deadline: float) -> str:
        """How the command ended, by what its supervisor tells: nothing if it ended well."""
        told = b""
        while (left := deadline - time.monotonic()) > 0:
            if os.fstat(self._output.fileno()).st_size > MAX_OUTPUT:
                return f"it wrote more than {MAX_OUTPUT} bytes of output"
            if not select.select([status], [], [], min(left, LOOK_SECONDS))[0]:
                continue
            data = os.read(status, 4096)
            told = (told + data)[-4096:]
            for event in events(told) if told.endswith(b"\n") else ():
                end = self._end(event)
                if end is not None:
                    return end
            if not data:
                return "its supervisor process ended; has the build killed it?"
        return f"not done after {BUILD_SECONDS:.0f} s"

    def _end(self, event: Event) -> str | None:
        """Why the command failed, nothing if it ended well, None if it goes on."""
        if "started" in event:
            self.pid = event["started"]
        if "failed" in event:
            return f"cannot be started: {cannot_start(self._program, self._folder, event['failed'])}"
        if "signal" in event:
            return f"killed by signal {event['signal']}"
        if "exit" in event:
            return f"exit status {event['exit']}" if event["exit"] else ""
        return None


def _tail(output: IO[bytes]) -> str:
    """The last lines of a build's output, inert."""
    size = output.seek(0, os.SEEK_END)
    output.seek(max(0, size - TAIL_BYTES))
    lines = output.read(TAIL_BYTES).decode(errors="replace").splitlines()
    shown = [f"  {inert(line, SHOWN_CHARACTERS)}" for line in lines[-SHOWN_LINES:]]
    cut = [f"  [{len(lines) - SHOWN_LINES} lines before]"] if len(lines) > SHOWN_LINES else []
    return "\n".join(cut + shown)
