"""Single keys of the terminal, without echo and without waiting for Enter."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

READ_BYTES = 64
LOOK_SECONDS = 0.02  # between two looks at the keyboard, where it cannot be waited for

ReadKeys = Callable[[float | None], str | None]

if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def pressed_keys() -> Iterator[ReadKeys]:
        """Yields a function that waits for keys, at most some seconds: "" if there are none, None at the end."""

        def read(seconds: float | None) -> str | None:
            deadline = None if seconds is None else time.monotonic() + seconds
            while not msvcrt.kbhit():
                if deadline is not None and time.monotonic() >= deadline:
                    return ""
                time.sleep(LOOK_SECONDS)
            return msvcrt.getwch()

        yield read

else:
    import termios
    import tty

    @contextmanager
    def pressed_keys() -> Iterator[ReadKeys]:
        """Yields a function that waits for keys, at most some seconds: "" if there are none, None at the end."""
        fd = sys.stdin.fileno()

        def read(seconds: float | None) -> str | None:
            if not select.select([fd], [], [], seconds)[0]:
                return ""
            data = os.read(fd, READ_BYTES)
            return data.decode(errors="ignore") if data else None

        before = termios.tcgetattr(fd)
        try:
            tty.setcbreak(fd)
            yield read
        finally:
            termios.tcsetattr(fd, termios.TCSADRAIN, before)
