"""Runs a program in a jail, without a match, and reads what it says."""

from __future__ import annotations

import json
import os
import select
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lanista.bots.process.confinement import Confinement
from lanista.bots.process.jails import make_jail
from lanista.bots.process.supervisor import Launch, Supervisor
from lanista.sandbox import Level, Resources, SandboxPolicy
from lanista.sandbox.boot import boot_command
from lanista.sandbox.machine import BUBBLEWRAP, OWN, find_machine, try_jail
from tests.processes import SECONDS

RUNNERS = (OWN, BUBBLEWRAP)
SMALL = SandboxPolicy(Level.NAMESPACES, Resources(scratch_mb=4))


def need_runner(runner: str) -> None:
    """Skip the test if this machine does not have the runner."""
    if find_machine().level < Level.NAMESPACES:
        pytest.skip("; ".join(find_machine().missing(Level.NAMESPACES)))
    if runner == BUBBLEWRAP and (why := try_jail(BUBBLEWRAP)):
        pytest.skip(why)


def launch_in(folder: Path, runner: str, *words: str, hidden: tuple[Path, ...] = (), **changes: Any) -> Launch:
    """How a program in a folder is started in a jail that shows only that folder."""
    launch = Launch([sys.executable, *words], folder)
    jail = make_jail(Confinement(SMALL, (folder.resolve(),), hidden), launch)
    assert jail is not None
    inside = boot_command("lanista.sandbox.jail.inside")
    launch.jail = msgspec.structs.replace(jail, runner=runner, inside=inside, **changes)
    return launch


def launch_as_a_bot_does(folder: Path, kind: str, *command: str, **changes: Any) -> Launch:
    """How a bot's own file has it started: by a runner, or at the level `limits`."""
    level = Level(kind) if kind == Level.LIMITS.value else Level.NAMESPACES
    launch = Launch(list(command), folder)
    jail = make_jail(Confinement(SandboxPolicy(level, **changes), (folder.resolve(),), ()), launch)
    assert jail is not None
    inside = boot_command("lanista.sandbox.jail.inside")
    launch.jail = jail if level is Level.LIMITS else msgspec.structs.replace(jail, runner=kind, inside=inside)
    return launch


def said_by(launch: Launch) -> bytes:
    """The output of a program until it ends, and then everything of it is gone."""
    supervisor = Supervisor(launch)
    fds = supervisor.fds
    os.close(fds.pop("stdin"))
    try:
        return read_all(fds["stdout"]) or read_all(fds["stderr"]) + read_all(fds["status"])
    finally:
        for fd in fds.values():
            os.close(fd)
        supervisor.close()


def read_all(fd: int) -> bytes:
    """Everything until the end of a pipe; fails after SECONDS."""
    data, deadline = b"", time.monotonic() + SECONDS
    while select.select([fd], [], [], max(0, deadline - time.monotonic()))[0]:
        piece = os.read(fd, 65536)
        if not piece:
            return data
        data += piece
    raise AssertionError(f"no end within {SECONDS} seconds, only {data!r}")


def facts_of(launch: Launch) -> dict[str, Any]:
    """The JSON object that a program writes."""
    said = said_by(launch)
    try:
        facts: dict[str, Any] = json.loads(said)
    except ValueError:
        raise AssertionError(said.decode(errors="replace")) from None
    return facts
