"""A child process that runs one of our modules, and ends when we do."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time

from lanista.core.system import OWN_SESSION
from lanista.core.text import inert
from lanista.sandbox.usage.cgroup_support import remove_leftovers

MAX_ERROR = 200  # characters of the last line of its error output


class ChildProcess:
    """Runs a module in its own session: Ctrl-C reaches only us, and we end it."""

    def __init__(self, module: str) -> None:
        # -P: a random.py in this folder is a user's bot, not a module to import
        command = [sys.executable, "-P", "-m", module]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `close`
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, **OWN_SESSION
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def write(self, data: bytes) -> None:
        """Write to its standard input; if it has died, the reader of its output notices."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(data)
            self._stdin.flush()

    def last_error(self) -> str:
        """The last line of its error output after a colon, or an empty text."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        written = [line for line in lines if line.strip()]
        return f": {inert(written[-1], MAX_ERROR)}" if written else ""

    def stop(self) -> None:
        """Ask it to end its matches, its bots and itself."""
        self._process.terminate()

    def wait(self, deadline: float) -> None:
        """Wait for its end, or kill it after a deadline; its bots' supervisors then end the bots.

        One that was ending its bots may have lost their supervisors already, but not yet removed their groups.
        """
        try:
            self._process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            remove_leftovers()

    def close(self) -> None:
        """Close its streams, after its end."""
        for stream in (self._stdin, self._stdout, self._errors):
            with contextlib.suppress(OSError):  # nobody is left to read unsent data
                stream.close()
