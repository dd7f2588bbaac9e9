"""Small programs whose processes the tests of this folder measure and stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from lanista.sandbox.usage import process_tree

BURN = """
import os, sys, threading, time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
def say(*words):
    print(*words, flush=True)
"""


class Program:
    """A Python program that says something after each order it is given."""

    def __init__(self, source: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-c", BURN + source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    def hear(self) -> str:
        """The next line that it says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def order(self, line: str = "") -> str:
        """Give it a line to read; returns what it says then."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.hear()


@contextmanager
def program(source: str) -> Iterator[Program]:
    """A program that is killed in the end, with all its children."""
    running = Program(source)
    try:
        yield running
    finally:
        for pid in (running.pid, *process_tree.descendants(running.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(BrokenPipeError):
            running.process.communicate()
