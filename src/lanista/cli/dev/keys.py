"""Reads single keys on a thread while other work continues."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from lanista.core.system.keyboard import pressed_keys

LOOK_SECONDS = 0.1  # between two checks whether to stop


@contextmanager
def keys_to(report: Callable[[str], None]) -> Iterator[None]:
    """Report every key that is pressed; the terminal is restored afterwards."""
    stopped = threading.Event()
    with pressed_keys() as read_keys:

        def read() -> None:
            with suppress(OSError):  # the terminal is gone
                while not stopped.is_set() and (keys := read_keys(LOOK_SECONDS)) is not None:
                    for key in keys:
                        report(key)

        thread = threading.Thread(target=read, name="keys", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopped.set()
            thread.join()
