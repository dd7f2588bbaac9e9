"""Tries to get out of the sandbox: runs the attempts of `sandbox.escapes` as a bot is run."""

from __future__ import annotations

import json
import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import msgspec

from lanista.bots.process.confinement import Confinement
from lanista.bots.process.jails import make_jail
from lanista.bots.process.supervisor import Launch, events, exit_text, supervise
from lanista.core.text import inert
from lanista.sandbox import Level, Resources, SandboxPolicy, escapes
from lanista.sandbox.escapes.attempt import Attempt
from lanista.sandbox.escapes.bait import Bait
from lanista.sandbox.escapes.program import ATTEMPTS

FOLDER = Path(escapes.__file__).parent
SCRIPT = FOLDER / "__main__.py"
MODEST = Resources(memory_mb=192, processes=32, open_files=128, file_mb=16, scratch_mb=16)  # quickly exhausted
SECONDS = 120.0  # for all attempts of one run
SHOWN = 200  # characters of a report
MAX_OUTPUT = 2**20  # bytes


@dataclass(frozen=True)
class EscapeResult:
    """The loot of an attempt at one level, or why there was none."""

    attempt: Attempt
    level: Level
    got: str
    why: str = ""

    @property
    def promised(self) -> bool:
        """Whether the level promises to stop it."""
        return self.level >= Level(self.attempt.stopped_from)

    @property
    def escaped(self) -> bool:
        """Whether it got through what should have stopped it."""
        return self.promised and bool(self.got)


class _Report(msgspec.Struct):
    """A line of the program in the jail, which is as untrusted as any bot."""

    attempt: str
    got: str
    why: str


@dataclass(frozen=True)
class EscapeTrial:
    """All attempts at a level, and the damage to the bait, whatever they reported."""

    level: Level
    outcomes: list[EscapeResult]
    damage: list[str]

    @property
    def escapes(self) -> list[str]:
        """Escapes that the level promises to stop, but did not."""
        found = [f"{outcome.attempt.title}: {outcome.got}" for outcome in self.outcomes if outcome.escaped]
        return found + (self.damage if self.level >= Level.NAMESPACES else [])


def try_all(level: Level, progress: Callable[[str], None]) -> EscapeTrial:
    """Make every attempt that may be made at a level."""
    tried = [attempt for attempt in ATTEMPTS.values() if level >= Level(attempt.tried_from)]
    tried.sort(key=lambda attempt: attempt.alone)
    outcomes: list[EscapeResult] = []
    with Bait(msgspec.structs.asdict(MODEST)) as bait:
        for _, group in groupby(tried, key=lambda attempt: attempt.alone and attempt.name):
            chosen = list(group)
            progress(f"{level.value}: {chosen[0].title}")
            outcomes += _outcomes(level, chosen, bait)
        return EscapeTrial(level, outcomes, bait.damage())


def _outcomes(level: Level, attempts: Sequence[Attempt], bait: Bait) -> Iterator[EscapeResult]:
    """Make attempts in one process tree; one that ended the whole tree has stopped the rest of them."""
    words = [json.dumps(bait.targets), *(attempt.name for attempt in attempts)]
    command = [sys.executable, "-I", "-B", str(SCRIPT), *words]
    reports = dict(_reports(run(command, SandboxPolicy(level, MODEST), (FOLDER.parent,))[0]))
    for attempt in attempts:
        report = reports.get(attempt.name)
        got, why = (report.got, report.why) if report else ("", "its process was ended")
        yield EscapeResult(attempt, level, inert(got, SHOWN), inert(why, SHOWN))


def _reports(output: bytes) -> Iterator[tuple[str, _Report]]:
    for line in output.splitlines():
        try:
            report = msgspec.json.decode(line, type=_Report)
        except msgspec.MsgspecError:
            continue
        yield report.attempt, report


def run_program(command: list[str], policy: SandboxPolicy) -> tuple[bytes, str]:
    """Run a program in a jail that shows the files its arguments name; returns its output, and how it ended."""
    files = tuple(path.resolve() for path in map(Path, command) if path.is_file())
    return run(command, policy, files)


def run(command: list[str], policy: SandboxPolicy, visible: tuple[Path, ...]) -> tuple[bytes, str]:
    """Run a command in a jail until it ends, for at most SECONDS; returns its output, and how it ended."""
    launch = Launch(command, Path("/"))
    launch.jail = make_jail(Confinement(policy, visible, ()), launch)
    read, write = os.pipe()
    with open(read, "rb", buffering=0) as ours:
        with open(write, "wb") as theirs:
            supervisor = supervise(launch, theirs)
        try:
            return _listen(ours.fileno(), supervisor.fds["status"])
        finally:
            for fd in supervisor.fds.values():
                os.close(fd)
            supervisor.close()


def _listen(output: int, status: int) -> tuple[bytes, str]:
    """Read both pipes until they close, time is up, or too much has come."""
    received = {output: b"", status: b""}
    reading = [output, status]
    deadline = time.monotonic() + SECONDS
    while reading and (left := deadline - time.monotonic()) > 0 and len(received[output]) < MAX_OUTPUT:
        for fd in select.select(reading, [], [], left)[0]:
            data = os.read(fd, 65536)
            received[fd] += data
            if not data:
                reading.remove(fd)
    return received[output], _ending(received[status])


def _ending(status: bytes) -> str:
    """A program's end, by its supervisor's reports."""
    for event in events(status):
        if reason := event.get("failed") or event.get("unable"):
            return f"cannot be started: {inert(reason, SHOWN)}"
        if "exit" in event or "signal" in event:
            return exit_text(event)
    return f"stopped after {SECONDS:.0f} s or {MAX_OUTPUT} bytes of output"
