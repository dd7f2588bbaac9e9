"""Busy loops that disturb a soak; they end with this process, however it ends."""

from __future__ import annotations

import subprocess
import sys

LOOP = """
import os, sys, threading
def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)
threading.Thread(target=end_with_parent, daemon=True).start()
while True:
    sum(range(100_000))
"""
END_SECONDS = 10.0


class BusyLoops:
    """Processes that only burn processor time while this is entered."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    def pids(self) -> list[int]:
        """Their process ids."""
        return [process.pid for process in self._processes]

    def __enter__(self) -> BusyLoops:
        command = [sys.executable, "-I", "-S", "-c", LOOP]
        for _ in range(self._count):
            self._processes.append(subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True))
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.communicate(timeout=END_SECONDS)
