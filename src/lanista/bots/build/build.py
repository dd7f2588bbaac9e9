"""Builds a bot if its sources have changed: one build per folder at a time, supervised, with a deadline."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

import msgspec

from lanista.bots.build.command import Deadline, run_supervised
from lanista.bots.build.home import build_key, builds_root
from lanista.bots.build.module import module_command
from lanista.bots.build.site import prepare_site
from lanista.bots.protocol.working_copy import temporary_files
from lanista.bots.source.project import PROJECT, Project, combined_digest, has_command_files, source_digests
from lanista.core.errors import BotError, FileError
from lanista.core.files import write_whole
from lanista.core.system import try_lock
from lanista.core.text import inert
from lanista.sandbox import BEST_SANDBOX, SandboxRequest

BUILD_SECONDS = 600.0  # for all commands of a build
LOCK_SECONDS = BUILD_SECONDS + 60
TAIL_BYTES = 2**20  # of its output that are read for a report
SHOWN_LINES = 40  # of the output of a build that failed
SHOWN_CHARACTERS = 300  # of a line


class BuildFailed(BotError):  # noqa: N818 - reads as what it is
    """A command of a build failed; `output` holds the lines that it wrote, inert; the message has the last."""

    def __init__(self, reason: str, output: list[str], hint: str = "") -> None:
        cut = [f"[{len(output) - SHOWN_LINES} lines before]"] if len(output) > SHOWN_LINES else []
        lines = [reason, *(f"  {line}" for line in cut + output[-SHOWN_LINES:]), hint]
        super().__init__("\n".join(filter(None, lines)))
        self.reason = reason
        self.output = output
        self.hint = hint  # what to do, if known


class BuildStamp(msgspec.Struct):
    """The digest of the sources that a folder was last built from."""

    digest: str


def build_if_needed(folder: Path, project: Project, wanted: SandboxRequest = BEST_SANDBOX) -> str:
    """Build a bot, in the sandbox, unless its build is up to date; returns the digest of its sources."""
    digest = combined_digest(source_digests(folder, project.files))
    if not project.build or is_built(folder, project, digest):
        return digest
    with build_lock(folder):
        before = source_digests(folder, project.files)
        if not is_built(folder, project, combined_digest(before)):  # another process may have built it
            _run_all(folder, project, before, wanted)
            _stamp(folder, before, source_digests(folder, project.files))
    return combined_digest(source_digests(folder, project.files))


def is_built(folder: Path, project: Project, digest: str) -> bool:
    """Whether the last build was of these sources, and its files still exist."""
    try:
        stamp = msgspec.json.decode(_stamp_file(folder).read_bytes(), type=BuildStamp)
    except (OSError, ValueError, RecursionError):
        return False
    return stamp.digest == digest and has_command_files(folder, project)


def _stamp(folder: Path, before: dict[str, str], after: dict[str, str]) -> None:
    """Record a build, unless sources changed while it ran; new files do not matter."""
    if all(after.get(name) == digest for name, digest in before.items()):
        with _cache():
            write_whole(_stamp_file(folder), msgspec.json.encode(BuildStamp(combined_digest(after))), force=True)


def mark_built(folder: Path, project: Project) -> None:
    """Record that a folder is built from its sources, as is a copy of a folder that was built."""
    sources = source_digests(folder, project.files)
    _stamp(folder, sources, sources)


def _stamp_file(folder: Path) -> Path:
    return builds_root() / f"{build_key(folder)}.json"


@contextlib.contextmanager
def _cache() -> Iterator[None]:
    """Turn an error of the folder of stamps into a BotError."""
    try:
        yield
    except (OSError, FileError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BotError(
            f"builds are recorded in {builds_root()}, which cannot be written: {why}; "
            "set LANISTA_CACHE to a folder where you may write"
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


def _run_all(folder: Path, project: Project, sources: Iterable[str], wanted: SandboxRequest) -> None:
    """Run the commands of a build; raises BotError with their output when one fails."""
    deadline = Deadline(BUILD_SECONDS)
    with _cache():
        site = prepare_site(folder, project, sources, wanted)
    with temporary_files():
        scratch = tempfile.TemporaryFile()  # noqa: SIM115 - closed below; only its opening is explained
    with scratch as output:
        for command in _commands(folder, project):
            what = f"building {project.name}: {shlex.join(command)}"
            if sys.stderr.isatty():
                _say(what)
            begin = output.seek(0, os.SEEK_END)
            failure = run_supervised(site.launch(command), site.writable, output, deadline, partial(_wait, what))
            if failure:
                reason = f"{folder / PROJECT}: the build failed, `{shlex.join(command)}` in {folder}: {failure}"
                lines = _tail(output, begin)
                raise BuildFailed(reason, lines, site.hint(lines))


def _commands(folder: Path, project: Project) -> list[list[str]]:
    """The commands of a build."""
    return [module_command(folder, project.command)] if project.builds_module else project.builds


def _wait(what: str, seconds: float) -> None:
    """Report on a long build where no terminal shows its progress."""
    if not sys.stderr.isatty():
        _say(f"{what}: {seconds:.0f} s so far")


def _say(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody reads it
        sys.stderr.write(f"{inert(text)}\n")
        sys.stderr.flush()


def _tail(output: IO[bytes], begin: int) -> list[str]:
    """The last lines that a command wrote, inert; its output begins at `begin`."""
    size = output.seek(0, os.SEEK_END)
    output.seek(max(begin, size - TAIL_BYTES))
    lines = output.read(TAIL_BYTES).decode(errors="replace").splitlines()
    return [inert(line, SHOWN_CHARACTERS) for line in lines]
