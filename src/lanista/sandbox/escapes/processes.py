"""Seeing, signalling and tracing the processes of others."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal

from .attempt import MARK, Targets, attempt
from .files import read
from .kernel import call

PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17


@attempt("see your other processes", family=10)
def list_processes(targets: Targets) -> str:
    """Command lines hold paths, names and sometimes passwords."""
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if name.isdigit() and MARK in (found := read(f"/proc/{name}/cmdline", 4096)):
                return marked(found)
    return ""


@attempt("read the environment of your other processes", family=10)
def read_environment(targets: Targets) -> str:
    """Secrets are often handed over in the environment."""
    for pid in pids(targets):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/environ", errors="replace") as file:
            if MARK in (found := file.read(65536)):
                return marked(found)
    return ""


@attempt("reach your files through the root folder of another process", family=10)
def read_by_process(targets: Targets) -> str:
    """`/proc/PID/root` and `/proc/PID/cwd` lead out of any root folder, if they may be followed."""
    for pid in (*pids(targets), os.getppid(), 1):
        with contextlib.suppress(OSError):
            return read(f"/proc/{pid}/root{targets['private']}")
    return ""


@attempt("signal the referee", family=10)
def signal_referee(targets: Targets) -> str:
    """Signal 0 does nothing, but needs the same right as any other."""
    os.kill(targets["referee"], 0)
    return f"may signal process {targets['referee']}"


@attempt("trace the referee or another process of yours", family=10, stopped_from="limits")
def trace_neighbour(targets: Targets) -> str:
    """A tracer of a process may do everything that the process may."""
    call("ptrace", PTRACE_SEIZE, targets["neighbour"], 0, 0)
    return f"traces process {targets['neighbour']}"


@attempt("read the memory of another process of yours", family=10, stopped_from="limits")
def read_memory(targets: Targets) -> str:
    """By the system call that debuggers use."""

    class Part(ctypes.Structure):
        _fields_ = (("base", ctypes.c_void_p), ("size", ctypes.c_size_t))

    here = ctypes.create_string_buffer(8)
    ours, theirs = Part(ctypes.addressof(here), 8), Part(first_address(targets["neighbour"]), 8)
    call("process_vm_readv", targets["neighbour"], ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0)
    return f"read {here.raw[:4]!r} in process {targets['neighbour']}"


def first_address(pid: int) -> int:
    """The address at which the memory of a process begins."""
    return int(read(f"/proc/{pid}/maps").split("-")[0], 16)


@attempt("take a descriptor of another process of yours", family=10, stopped_from="limits")
def take_descriptor(targets: Targets) -> str:
    """Standard input of a process that was started for this purpose."""
    pidfd = call("pidfd_open", targets["neighbour"], 0)
    os.close(call("pidfd_getfd", pidfd, 0, 0))
    return f"took a descriptor of process {targets['neighbour']}"


@attempt("end another process of yours", family=10)
def kill_neighbour(targets: Targets) -> str:
    """A process that was started for this purpose."""
    os.kill(targets["neighbour"], signal.SIGTERM)
    return f"signalled process {targets['neighbour']}"


@attempt("join the namespaces of the process that started it", family=16, stopped_from="limits")
def join_namespaces(targets: Targets) -> str:
    """Its parent or the first process it sees may stand outside; joining its own namespace would prove nothing."""
    for pid in (os.getppid(), 1, targets["neighbour"]):
        for kind in ("mnt", "net", "pid", "ipc"):
            with contextlib.suppress(OSError):
                path = f"/proc/{pid}/ns/{kind}"
                if os.readlink(path) == os.readlink(f"/proc/self/ns/{kind}"):
                    continue
                fd = os.open(path, os.O_RDONLY)
                call("setns", fd, 0)
                return f"joined {path}"
    return ""


@attempt("raise its own priority", family=8, stopped_from="limits")
def raise_priority(targets: Targets) -> str:
    """A bot that is scheduled first takes the processor from its opponent."""
    os.nice(-5)
    return "runs at nice -5"


@attempt("run as a real-time process", family=8, stopped_from="limits")
def run_in_real_time(targets: Targets) -> str:
    """The idle class is always allowed; the real-time class would take the processor from everybody."""
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return "ran in the real-time class"


def marked(text: str) -> str:
    """The secret in a text of words that end with NUL."""
    return next(word for word in text.split("\0") if MARK in word)


def pids(targets: Targets) -> tuple[int, int]:
    """The processes outside whose numbers it was given."""
    return targets["neighbour"], targets["referee"]
