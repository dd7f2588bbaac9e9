"""Single keys, read on a thread while something else goes on."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from lanista.cli.watch import cbreak


@contextmanager
def keys_to(report: Callable[[str], None]) -> Iterator[None]:
    """Report every key that is pressed; the terminal is restored afterwards."""
    fd = sys.stdin.fileno()
    stopped, stop = os.pipe()

    def read() -> None:
        with suppress(OSError):  # the terminal has gone
            while stopped not in select.select([fd, stopped], [], [])[0]:
                data = os.read(fd, 64)
                if not data:
                    return
                for key in data.decode(errors="ignore"):
                    report(key)

    thread = threading.Thread(target=read, name="keys", daemon=True)
    try:
        with cbreak(fd):
            thread.start()
            try:
                yield
            finally:
                os.close(stop)  # the reader sees the end of the pipe
                thread.join()
    finally:
        os.close(stopped)
