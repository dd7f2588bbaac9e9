"""Identifies a runner's process, so that others on the same machine notice at once when it is gone."""

from __future__ import annotations

import os
import socket

from lanista.league.store.records import RunnerProcess
from lanista.sandbox.usage import process_tree

STARTED = 22  # the field of /proc/PID/stat: when it was started, in ticks since the boot


def machine() -> str:
    """Names this boot of this machine, and the namespace in which processes have numbers; empty if unknown."""
    boot = process_tree.read("/proc/sys/kernel/random/boot_id").decode().strip()
    try:
        return boot and f"{boot} {os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return ""


def this_process(label: str = "") -> RunnerProcess:
    """This process as a runner, without an id yet."""
    return RunnerProcess(
        0, label or f"{socket.gethostname()}:{os.getpid()}", 0, machine(), os.getpid(), _started(os.getpid())
    )


def is_gone(runner: RunnerProcess) -> bool:
    """Whether a runner was on this machine and has certainly ended; false if that is unknown."""
    known = bool(runner.machine) and runner.started > 0
    return known and runner.machine == machine() and _started(runner.pid) != runner.started


def _started(pid: int) -> int:
    """The start time of a process; 0 if it is gone."""
    found = process_tree.stat(pid, STARTED)
    return found[0] if found else 0
