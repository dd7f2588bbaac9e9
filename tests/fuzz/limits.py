"""Limits of processor time and memory for code that is fuzzed; how busy the machine is makes no difference."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

STATUS = Path("/proc/self/status")


class Hang(BaseException):
    """The code took too long; not an Exception, so that no `except Exception` hides it."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise Hang in the block after some seconds of processor time."""

    def stop(*_: object) -> NoReturn:
        raise Hang(f"took more than {seconds:g} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def memory_limit(megabytes: int) -> Iterator[None]:
    """Let allocations in the block fail once this process has grown by some megabytes; only on Linux."""
    if not STATUS.exists():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_data_bytes() + megabytes * 2**20, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _data_bytes() -> int:
    """The memory that counts against RLIMIT_DATA: private writable memory, touched or not."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmData:"))
    return int(line.split()[1]) * 1024
