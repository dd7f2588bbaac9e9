"""Waiting for processes and files, with deadlines generous enough for busy machines."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SECONDS = 120  # for anything that ends by itself, even on a busy machine


def eventually(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail if it does not within SECONDS."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"the condition did not hold within {SECONDS} seconds"
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, possibly during this check."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def running(script: Path) -> list[int]:
    """The processes whose command line has a script as one of its words: a bot, and its supervisor."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdigit() and str(script).encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found
