"""Signals and the priority of processes, as far as the system has them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# For `subprocess.Popen`: a Ctrl-C in the terminal reaches us and not that process
OWN_SESSION: dict[str, Any]

if sys.platform == "win32":
    import _thread

    OWN_SESSION = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}

    def terminate_self() -> None:
        """Run our handler of SIGTERM; `os.kill` would end the process without it."""
        _thread.interrupt_main(signal.SIGTERM)

    def lower_priority(niceness: int) -> None:
        """Do nothing: Windows has no niceness."""

    def lower_thread_priority(niceness: int) -> None:
        """Do nothing: Windows has no niceness."""

    @contextmanager
    def deferred_signals() -> Iterator[None]:
        """Defer Ctrl-C until the block ends; signals reach the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        pressed: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            if pressed:
                signal.raise_signal(signal.SIGINT)

else:
    OWN_SESSION = {"start_new_session": True}

    def terminate_self() -> None:
        """Send SIGTERM to this process, which interrupts its main thread."""
        os.kill(os.getpid(), signal.SIGTERM)

    def lower_priority(niceness: int) -> None:
        """Let other processes go first."""
        os.nice(niceness)

    def lower_thread_priority(niceness: int) -> None:
        """Lower the priority of this thread and its children; only on Linux a thread has a niceness."""
        if sys.platform == "linux":
            os.nice(niceness)

    @contextmanager
    def deferred_signals() -> Iterator[None]:
        """Defer Ctrl-C and SIGTERM until the block ends."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
