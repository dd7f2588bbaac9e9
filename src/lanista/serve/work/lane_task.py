"""The process of a lane: its task comes as a line of JSON on standard input, which its runner keeps open.

A runner has two lanes in separate processes: whatever happens to one does not touch the other. Where this
machine has several cores, the job lane and all bots that it starts stay on the last one, and the ladder lane stays
on the others. So matches that count are played under the same conditions whether or not somebody uploads, and bots
are checked under the same conditions whether or not the ladder plays. On a single core both lanes share it:
budgets are of processor time, and a timeout of a bot that was starved is doubtful and played again, so that this
costs time and no verdicts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from lanista.core.errors import LanistaError, Terminated
from lanista.serve.site import Site, open_site
from lanista.serve.work.lanes import Voice
from lanista.serve.work.stopping import Stopping, owner_is_gone

MAX_LINE = 1 << 16


class LaneTask(msgspec.Struct, frozen=True):
    """A lane's orders from its runner."""

    data: str  # the folder
    address: str  # of the store; empty: a file in the folder
    runner_id: int
    label: str
    is_last: bool = False  # whether it has the last core, or all others
    jobs: int | None = None  # matches at once
    on: str | None = None  # a Ray cluster


LaneRun = Callable[[Site, LaneTask, Voice, Stopping], None]


def run_lane(run: LaneRun) -> None:
    """Read the task, and run until asked to end."""
    os.dup2(2, 1)  # nobody reads our standard output
    task = msgspec.json.decode(_first_line(), type=LaneTask)
    stop = Stopping()
    if task.on is None:
        take_cores(is_last=task.is_last)
    try:
        with (
            stop.watching(owner_is_gone),
            suppress(Terminated),
            open_site(Path(task.data), task.address, create=False) as site,
            Voice(site, task.runner_id) as voice,
        ):
            run(site, task, voice, stop)
    except LanistaError as error:
        sys.exit(f"{error}")


def _first_line() -> bytes:
    """The first line of standard input, read without taking more than that."""
    line = b""
    while not line.endswith(b"\n") and len(line) < MAX_LINE:
        byte = os.read(0, 1)
        if not byte:
            sys.exit("expected a task on standard input")
        line += byte
    return line


def take_cores(*, is_last: bool) -> None:
    """Stay on the last core of this process, or on all others, where it has several and the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        return
    *others, last = sorted(os.sched_getaffinity(0))
    if others:
        os.sched_setaffinity(0, {last} if is_last else set(others))
