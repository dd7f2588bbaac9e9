"""Waiting for processes and files: conditions with generous deadlines, for busy machines."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 120  # for whatever ends by itself; a busy machine takes its time


def eventually(what: Callable[[], bool]) -> None:
    """Wait for something that will come."""
    deadline = time.monotonic() + SECONDS
    while not what():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    """Whether a process has ended; it may do so while we look."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True
