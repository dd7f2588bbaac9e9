"""Which process a runner is, so that another one on the same machine sees at once that it is gone."""

from __future__ import annotations

import os
import socket

from lanista.sandbox import process_tree
from lanista.store.records import Runner

STARTED = 22  # the field of /proc/PID/stat: when it was started, in ticks since the boot


def machine() -> str:
    """Names this boot of this machine, and the namespace in which processes have numbers; empty if unknown."""
    boot = process_tree.read("/proc/sys/kernel/random/boot_id").decode().strip()
    try:
        return boot and f"{boot} {os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return ""


def this_process(label: str = "") -> Runner:
    """This process as a runner, without an id yet."""
    return Runner(
        0, label or f"{socket.gethostname()}:{os.getpid()}", 0, machine(), os.getpid(), _started(os.getpid())
    )


def is_gone(runner: Runner) -> bool:
    """Whether a runner was on this machine and has surely ended; false if nobody can know."""
    known = bool(runner.machine) and runner.started > 0
    return known and runner.machine == machine() and _started(runner.pid) != runner.started


def _started(pid: int) -> int:
    """When a process was started; 0 if it is gone."""
    found = process_tree.stat(pid, STARTED)
    return found[0] if found else 0
