"""The processes of a server: each is started again when it dies, and none outlives the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from lanista.core.system import OWN_SESSION
from lanista.core.text import inert

READY = "lanista: ready"  # a child that says this line has started
MAX_LOG = 1_000_000  # bytes of a log, of which the former one is kept too
MAX_LINE = 10_000
MAX_SHOWN = 300  # characters of a last line
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a process that died is started again
SETTLED_SECONDS = 60.0  # after which a process is not one that dies at its start


class BoundedLog:
    """A log file that stays small: when it is large, it becomes the former one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(mode=0o700, exist_ok=True)
        self._file = self._open()

    def add(self, line: bytes) -> None:
        """Append a line; on a full disk it is lost."""
        with suppress(OSError):
            if self._file.tell() > MAX_LOG:
                self._file.close()
                self.path.replace(self.path.with_suffix(".old.log"))
                self._file = self._open()
            self._file.write(line)

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()

    def _open(self) -> IO[bytes]:
        return open(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab", buffering=0)


class OwnedProcess:
    """A process that runs a module and ends with us; a dead one is started again after a growing pause."""

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        environment: Mapping[str, str],
        logs: Path,
        *,
        pass_fds: Sequence[int] = (),
        tell: Callable[[str], None] = lambda text: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.ready = threading.Event()
        self.deaths = 0
        self.last_line = ""
        self._words, self._environment, self._pass_fds = list(words), dict(environment), tuple(pass_fds)
        self._log = BoundedLog(logs / f"{name.replace(' ', '-')}.log")
        self._tell, self._clock = tell, clock
        self._process: subprocess.Popen[bytes] | None = None
        self._began = self._next = 0.0
        self._pause = FIRST_PAUSE

    @property
    def pid(self) -> int:
        """Its process id; 0 while it does not run."""
        return self._process.pid if self._process is not None else 0

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process."""
        # -P: a random.py in this folder is a user's bot, not a module to import
        command = [sys.executable, "-P", "-m", "lanista.serve.ops.owned", *self._words]
        self.ready.clear()
        self.last_line = ""
        self._began = self._clock()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self._environment,
            pass_fds=self._pass_fds,
            **OWN_SESSION,
        )
        threading.Thread(target=self._read, args=(self._process,), name=self.name, daemon=True).start()

    def look_after(self) -> None:
        """Start it again if it has died, and its pause is over."""
        if self.is_running:
            return
        if self._process is not None:
            self._note_death(self._process)
        if self._clock() >= self._next:
            self.start()

    def ask_to_end(self) -> None:
        """Ask it to end in order; asked again, it ends at once."""
        if self._process is not None and self.is_running:
            self._process.terminate()

    def kill(self) -> None:
        """End it and what it left in its session."""
        if self._process is None:
            return
        with suppress(OSError):  # it is gone, with all its session
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """Close its streams, after its end."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        self._log.close()

    def _note_death(self, process: subprocess.Popen[bytes]) -> None:
        status = process.wait()
        if process.stdin is not None:
            process.stdin.close()
        self._process = None
        self.deaths += 1
        lived = self._clock() - self._began
        self._pause = FIRST_PAUSE if lived > SETTLED_SECONDS else min(2 * self._pause, LONGEST_PAUSE)
        self._next = self._clock() + self._pause
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        said = f": {self.last_line}" if self.last_line else ""
        self._tell(f"{self.name} ended ({how}) and is started again in {self._pause:.0f} s{said}")

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Keep its output in the log, and note when it is ready."""
        assert process.stdout is not None
        with process.stdout as output, suppress(OSError, ValueError):
            while line := output.readline(MAX_LINE):
                text = line.decode(errors="replace").strip()
                if text == READY:
                    self.ready.set()
                    continue
                self.last_line = inert(text, MAX_SHOWN) or self.last_line
                self._log.add(line if line.endswith(b"\n") else line + b"\n")
