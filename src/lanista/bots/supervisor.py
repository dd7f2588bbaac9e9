"""Our side of a bot's supervisor process (`keeper`): it is started with its pipes, and ended with all it owns.

The supervisor kills what came from its bot. A bot can kill or stop its supervisor; then the referee's process is
the reaper of last resort: orphans come to it, and it knows them by a mark that every process inherits.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lanista.bots import keeper
from lanista.errors import BotError

KEEPER = Path(keeper.__file__)
CLOSE_SECONDS = 5.0  # for the supervisor to kill what it owns
PIPES = (("stdin", 1), ("stdout", 0), ("stderr", 0), ("status", 0), ("control", 1))  # and which end is ours
MARKS = range(1_000, 400_000)
MARKED_LIMIT = b"Max msgqueue size"


class Supervisor:
    """A running supervisor. `fds` are our ends of its pipes, which the owner of the bot closes."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        mode: str = "once",
        folder: Path | None = None,
        scratch: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        if os.name != "posix":
            raise BotError("bots that are processes need Linux, macOS or another POSIX system")
        self.fds: dict[str, int] = {}
        self._mark = _new_mark()
        theirs: dict[str, int] = {}
        for name, ours in PIPES:
            pair = os.pipe()
            self.fds[name], theirs[name] = pair[ours], pair[1 - ours]
            os.set_blocking(self.fds[name], False)
        numbers = [str(theirs["control"]), str(theirs["status"])]
        words = [*numbers, f"{mode}:{self._mark}", str(scratch or ""), *command]
        _reaper.enter()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), *words],
                stdin=theirs["stdin"],
                stdout=theirs["stdout"],
                stderr=theirs["stderr"],
                cwd=folder,
                env=environment,
                pass_fds=(theirs["control"], theirs["status"]),
                start_new_session=True,
            )
        except BaseException:
            _reaper.leave()
            for fd in self.fds.values():
                os.close(fd)
            raise
        finally:
            for fd in theirs.values():
                os.close(fd)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def wake(self) -> None:
        """Let a supervisor go on that its bot has stopped, so that it can do its work."""
        with contextlib.suppress(OSError):
            os.kill(self._process.pid, signal.SIGCONT)

    def close(self, bot: int = -1) -> None:
        """End the bot and everything that came from it, once our end of `control` is closed."""
        self.wake()
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:  # stopped again and again, or overwhelmed
            self._process.kill()
            self._process.wait()
        if self._process.returncode != 0:
            _kill_orphans(self._mark, bot)
        _reaper.leave()


class _Reaper:
    """Makes this process the one that orphans come to, while a bot runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before = 0

    def enter(self) -> None:
        """A bot is about to be started."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._before = keeper.is_subreaper()
                keeper.prctl(keeper.PR_SET_CHILD_SUBREAPER, 1)

    def leave(self) -> None:
        """A bot is gone; after the last one everything is as it was before."""
        with self._lock:
            self._users -= 1
            if self._users == 0:
                keeper.prctl(keeper.PR_SET_CHILD_SUBREAPER, self._before)


_reaper = _Reaper()


def _new_mark() -> int:
    """A number that marks a bot's processes: its limit of bytes in message queues, 0 where there is none.

    Processes inherit a limit from their parent and cannot raise it again, whatever they do to their environment,
    session or name. Not a secret, but unlikely to be used twice at the same time.
    """
    if not sys.platform.startswith("linux"):
        return 0
    import resource

    most = resource.getrlimit(resource.RLIMIT_MSGQUEUE)[1]
    lowered = random.SystemRandom().choice(MARKS)
    if most == resource.RLIM_INFINITY:
        return 1_000_000 + lowered
    return max(0, most - lowered)


def _kill_orphans(mark: int, bot: int) -> None:
    """Kill whatever carries a mark and came to us, until nothing is left."""
    if bot > 0:
        with contextlib.suppress(OSError):
            os.killpg(bot, signal.SIGKILL)
    deadline = time.monotonic() + CLOSE_SECONDS
    while mark and (orphans := list(_marked(mark))) and time.monotonic() < deadline:
        for pid in orphans:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):  # it is its parent's to collect
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.001)


def _marked(mark: int) -> Iterator[int]:
    """The processes below this one that carry a mark, the dead that nobody has collected included."""
    for pid in keeper.descendants(dead=True):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/limits", "rb") as file:
            limit = next((line for line in file if line.startswith(MARKED_LIMIT)), b"")
            if limit.split()[-2:-1] == [b"%d" % mark]:
                yield pid


def signal_name(number: int) -> str:
    """A signal's name; those for real time have none in Python but their distance to the first."""
    try:
        return signal.Signals(number).name
    except ValueError:
        first, last = getattr(signal, "SIGRTMIN", 0), getattr(signal, "SIGRTMAX", -1)
        return f"SIGRTMIN+{number - first}" if first < number < last else f"signal {number}"
