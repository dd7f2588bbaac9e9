"""Finds out why a process ended: by its exit status or signal, the kernel's counters, and its last output."""

from __future__ import annotations

import re
import signal
from typing import NamedTuple

from lanista.core.verdict import Verdict
from lanista.sandbox.levels import Level
from lanista.sandbox.policy import NO_SANDBOX, SandboxPolicy

SHELL = 128  # plus a signal: how a shell exits after its command was killed
LAST_LINES = 12  # of the log, which is where runtimes say that they are out of memory

_SYS = getattr(signal, "SIGSYS", 31)  # not on Windows
_XCPU, _XFSZ = getattr(signal, "SIGXCPU", 24), getattr(signal, "SIGXFSZ", 25)
_KILL = getattr(signal, "SIGKILL", 9)
_FAULTS = {
    "SIGABRT": "it aborted itself",
    "SIGBUS": "it accessed memory that does not exist",
    "SIGFPE": "it divided by zero or the like",
    "SIGILL": "it ran an invalid instruction",
    "SIGPIPE": "it wrote to a closed pipe",
    "SIGSEGV": "it accessed memory that it does not have",
    "SIGTRAP": "it stopped itself",
}
_NO_MEMORY = re.compile(
    r"^MemoryError\b|std::bad_alloc|java\.lang\.OutOfMemoryError(?!: unable to create)|heap out of memory"
    r"|^fatal error: runtime: (?:out of memory|cannot allocate memory)|memory allocation of \d+ bytes failed"
    r"|System\.OutOfMemoryException|^Out of memory\.|Allowed memory size of \d+ bytes exhausted"
    r"|Cannot allocate memory",
    re.MULTILINE,
)


class ProcessEnding(NamedTuple):
    """The known facts about the end of a process."""

    signal: int = 0  # that ended it
    status: int = 0  # that it exited with, if no signal ended it
    cpu_ms: float = 0.0
    log: str = ""
    out_of_memory: int = 0  # processes of the bot that were killed for want of memory
    refused_processes: int = 0  # how often it could not start another one
    policy: SandboxPolicy = NO_SANDBOX
    excess_mb: int = 0  # memory that its processes used together when its supervisor ended it
    peak_mb: int = 0  # memory that its largest process has used
    excess_processes: int = 0  # processes and threads that it had when its supervisor ended it


class DeathCause(NamedTuple):
    """The verdict for a process that ended too early, and the reason; empty if nothing is known."""

    verdict: Verdict
    why: str = ""


def find_cause(end: ProcessEnding) -> DeathCause:
    """Tell apart how a process ended."""
    return _of_limits(end) or _of_signal(end) or DeathCause(Verdict.CRASHED, _refused(end))


def _of_limits(end: ProcessEnding) -> DeathCause | None:
    """The limit that ended it; None if there is none."""
    number = end.signal or max(0, end.status - SHELL)
    resources, is_limited = end.policy.resources, end.policy.level >= Level.LIMITS
    if number == _SYS and is_limited:
        return DeathCause(
            Verdict.DENIED, "it made a system call that the sandbox forbids; `lanista sandbox` lists them"
        )
    if end.excess_processes:
        started = f"it had {end.excess_processes:,} processes and threads"
        return DeathCause(Verdict.KILLED, f"{started}, more than processes={resources.processes}")
    if used := end.excess_mb or _excess(end):
        return DeathCause(
            Verdict.OUT_OF_MEMORY, f"it used {used:,} MiB, more than memory_mb={resources.memory_mb}"
        )
    if end.out_of_memory and (number or end.status):
        return DeathCause(Verdict.OUT_OF_MEMORY, f"it used more memory than memory_mb={resources.memory_mb}")
    if (end.signal or end.status) and _says_no_memory(end.log):
        limit = f" (memory_mb={resources.memory_mb})" if is_limited and resources.memory_mb else ""
        return DeathCause(Verdict.OUT_OF_MEMORY, f"it got no more memory{limit}")
    if number == _XCPU or (number == _KILL and _used_its_time(end)):
        return DeathCause(
            Verdict.TIMEOUT, f"it used its processor time of the match, cpu_s_match={resources.cpu_s_match}"
        )
    if number == _XFSZ:
        return DeathCause(Verdict.KILLED, f"it wrote a file larger than file_mb={resources.file_mb}")
    return None


def _of_signal(end: ProcessEnding) -> DeathCause | None:
    """The cause behind a signal; None without a signal."""
    if not end.signal:
        return None
    name = signal.Signals(end.signal).name if end.signal in set(signal.Signals) else ""
    return DeathCause(Verdict.KILLED, _refused(end) or _FAULTS.get(name) or _sender(end.policy.level))


def _sender(level: Level) -> str:
    """The possible senders of a signal; the referee only ends bots that have lost already."""
    if level >= Level.NAMESPACES:
        return "sent by one of its processes, or by the kernel: no other can reach it"
    return "sent by itself or by another process, or by the kernel"


def _refused(end: ProcessEnding) -> str:
    limit = f"processes={end.policy.resources.processes}"
    return f"it could start no more processes or threads, {limit}" if end.refused_processes else ""


def _says_no_memory(log: str) -> bool:
    return _NO_MEMORY.search("\n".join(log.splitlines()[-LAST_LINES:])) is not None


def _excess(end: ProcessEnding) -> int:
    """The memory that a process has used beyond the limit, before its supervisor could notice; 0 if it has not."""
    limit = end.policy.resources.memory_mb
    return end.peak_mb if Level.NONE < end.policy.level < Level.CGROUP and 0 < limit < end.peak_mb else 0


def _used_its_time(end: ProcessEnding) -> bool:
    limit = end.policy.resources.cpu_s_match
    return limit > 0 and end.cpu_ms >= 1000 * limit
