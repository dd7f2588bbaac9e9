"""Our side of a bot's supervisor process: starts it with its pipes, and ends it with all that it owns.

The supervisor kills all descendants of its bot. A bot can kill or stop its supervisor; then the referee's process
adopts the orphans, and recognises them by a mark that every process inherits.

A supervisor's reports are validated like any input: its bot runs as the same user and may write there too.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Annotated, TypedDict

import msgspec

from lanista.bots.process import supervisor_process
from lanista.bots.process.handover import Handover
from lanista.sandbox.boot import boot_command
from lanista.sandbox.environment import open_environment
from lanista.sandbox.jail.jail import Jail
from lanista.sandbox.usage.cgroup_support import new_group
from lanista.sandbox.usage.cgroups import Cgroup

SCRIPT = Path(supervisor_process.__file__)
CLOSE_SECONDS = 5.0  # for the supervisor to kill what it owns
PIPES = (("stdin", 1), ("stdout", 0), ("stderr", 0), ("status", 0), ("control", 1))  # and the index of our end
MARK = 800_000  # where the limit is unlimited
MARKED_LIMIT = b"Max msgqueue size"


class Event(TypedDict, total=False):
    """A supervisor's report: its bot was started, could not be started, exited, or was killed by a signal.

    `unable` says why we could not start it, which is no fault of the bot.
    """

    starting: bool
    started: Annotated[int, msgspec.Meta(gt=1, le=2**31 - 1)]
    failed: str
    unable: str
    exit: Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
    signal: Annotated[int, msgspec.Meta(ge=1, le=255)]
    excess_mb: Annotated[int, msgspec.Meta(ge=0, le=2**40)]
    excess_processes: Annotated[int, msgspec.Meta(ge=0, le=2**40)]
    peak_mb: Annotated[int, msgspec.Meta(ge=0, le=2**40)]
    cpu_ms: Annotated[float, msgspec.Meta(ge=0, le=1e12)]


_KINDS = frozenset({"starting", "started", "failed", "unable", "exit", "signal", "excess_mb", "excess_processes"})
_decoder = msgspec.json.Decoder(Event)


def events(data: bytes) -> Iterator[Event]:
    """The valid events among a supervisor's lines."""
    for line in data.splitlines():
        with contextlib.suppress(msgspec.MsgspecError, ValueError, RecursionError):
            event = _decoder.decode(line)
            if _KINDS & event.keys():
                yield event


@dataclass
class Launch:
    """The program that a supervisor starts; without a `jail` the bot has our `open_environment`."""

    command: list[str]
    cwd: Path | None = None
    mode: str = "once"  # see `supervisor_process`
    scratch: Path | None = None  # a folder that is removed with the bot, whatever happens
    environment: Mapping[str, str] = field(default_factory=dict)
    listen: int = 0  # a port that the bot connects to; in a jail with its own loopback, its socket is handed out
    network: bool = False  # whether the jail shares our network
    jail: Jail | None = None


class Supervisor:
    """A running supervisor. `fds` are our ends of its pipes, which the owner of the bot closes.

    With `output`, the command reads nothing and writes there; only the supervisor's own channels are pipes.
    """

    cgroup: Cgroup | None = None  # of the bot's processes

    def __init__(self, launch: Launch, output: IO[bytes] | None = None) -> None:
        self.fds: dict[str, int] = {}
        self._mark = _new_mark()
        self.handover = Handover(launch.jail)
        launch.jail = self.handover.jail
        self.cgroup = None if launch.jail is None else new_group(launch.jail.guards)
        theirs: dict[str, int] = {}
        _reaper.enter()
        try:
            for name, ours in PIPES if output is None else PIPES[3:]:
                pair = os.pipe()
                self.fds[name], theirs[name] = pair[ours], pair[1 - ours]
                os.set_blocking(self.fds[name], False)
            numbers = [str(theirs["control"]), str(theirs["status"])]
            words = [*numbers, f"{launch.mode}:{self._mark}", str(launch.scratch or ""), *launch.command]
            self._process = subprocess.Popen(
                [*boot_command(supervisor_process.__name__), str(SCRIPT), *words],
                stdin=theirs.get("stdin", subprocess.DEVNULL),
                stdout=output or theirs["stdout"],
                stderr=output or theirs["stderr"],
                cwd=launch.cwd,
                env=_environment(launch, self.cgroup),
                pass_fds=(theirs["control"], theirs["status"], *self.handover.fds),
                start_new_session=True,
            )
        except BaseException:
            _reaper.leave()
            for fd in self.fds.values():
                os.close(fd)
            self.handover.close()
            self._remove_group()
            raise
        finally:
            self.handover.started()
            for fd in theirs.values():
                os.close(fd)
        _living[self.pid] = launch.jail is not None and bool(launch.jail.runner) and not launch.jail.network

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def wake(self) -> None:
        """Resume a supervisor that its bot has stopped."""
        with contextlib.suppress(OSError):
            os.kill(self._process.pid, signal.SIGCONT)

    def close(self, bot: int = -1) -> None:
        """End the bot and all its descendants; our end of `control` must be closed."""
        self.wake()
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:  # stopped again and again, or overwhelmed
            self._process.kill()
        if self._process.returncode != 0:
            self._kill_rest(bot)
        _living.pop(self.pid, None)
        self.handover.close()
        self._remove_group()
        _reaper.leave()

    def _remove_group(self) -> None:
        if self.cgroup is not None:
            self.cgroup.close()

    def _kill_rest(self, bot: int) -> None:
        """End what a supervisor has left behind that did not exit cleanly.

        Its bot's processes are ours only once it is dead; while one of them traces it, it cannot be collected.
        """
        deadline = time.monotonic() + CLOSE_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            self._kill_bot(bot)
            time.sleep(0.01)
        self._kill_bot(bot)

    def _kill_bot(self, bot: int) -> None:
        """Kill processes of a bot that no supervisor owns."""
        if self._mark:
            _kill_orphans()
        elif bot > 0:
            with contextlib.suppress(OSError):
                os.killpg(bot, signal.SIGKILL)


def supervise(launch: Launch, output: IO[bytes] | None = None) -> Supervisor:
    """Start a supervisor: a process, or on Windows threads of this one."""
    if sys.platform == "win32":
        from lanista.bots.process.threaded_supervisor import ThreadedSupervisor

        return ThreadedSupervisor(launch, output)
    return Supervisor(launch, output)


def _environment(launch: Launch, cgroup: Cgroup | None) -> dict[str, str]:
    """The environment of a supervisor: the bot's, or the description of its jail."""
    if launch.jail is None:
        return open_environment(os.environ, launch.environment)
    procs = [] if cgroup is None else cgroup.procs
    return msgspec.structs.replace(launch.jail, cgroups=procs).variables()


_living: dict[int, bool] = {}  # whether each supervisor's bot has its own network


def is_supervisor(pid: int) -> bool:
    """Whether a process is a supervisor that this process has started and not yet ended."""
    return pid in _living


def has_own_network(pid: int) -> bool:
    """Whether the bot of such a supervisor can reach nothing on this machine's network."""
    return _living.get(pid, False)


class _Reaper:
    """Makes this process adopt orphans while any bot runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before = 0

    def enter(self) -> None:
        """Call before a bot is started."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._before = supervisor_process.is_subreaper()
                supervisor_process.prctl(supervisor_process.PR_SET_CHILD_SUBREAPER, 1)

    def leave(self) -> None:
        """Call when a bot is gone; after the last one the old setting is restored."""
        with self._lock:
            self._users -= 1
            if self._users == 0:
                supervisor_process.prctl(supervisor_process.PR_SET_CHILD_SUBREAPER, self._before)


_reaper = _Reaper()


def _new_mark() -> int:
    """The mark of a bot's processes: a message queue limit below our own, or 0 where there are no such limits.

    Processes inherit the limit and cannot raise it, whatever they do to their environment, session or name; if
    one lowers it further, it is still below ours.
    """
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, int(min(_limit_of(os.getpid()), MARK)) - 1)


def _limit_of(pid: int) -> float:
    """A process's message queue limit; infinite if it is gone."""
    with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/limits", "rb") as file:
        words = next((line for line in file if line.startswith(MARKED_LIMIT)), b"").split()
        return int(words[-2])
    return math.inf


def _kill_orphans() -> None:
    """Kill the orphans of bots whose supervisor is gone, until none is left."""
    deadline = time.monotonic() + CLOSE_SECONDS
    while (orphans := list(_orphans())) and time.monotonic() < deadline:
        for pid in orphans:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):  # its parent collects it
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.001)


def _orphans() -> Iterator[int]:
    """The marked descendants of this process, zombies included.

    Supervisors are not marked, so processes below one are not found.
    """
    known, ours = supervisor_process.parents(dead=True), _limit_of(os.getpid())
    level = [os.getpid()]
    while level:
        level = [pid for pid, parent in known.items() if parent in level and _limit_of(pid) < ours]
        yield from level


def exit_text(event: Event) -> str:
    """The end of a process, as text."""
    return f"killed by {signal_name(event['signal'])}" if "signal" in event else f"exit status {event['exit']}"


def signal_name(number: int) -> str:
    """A signal's name; real-time signals are named by their offset from the first."""
    try:
        return signal.Signals(number).name
    except ValueError:
        first, last = getattr(signal, "SIGRTMIN", 0), getattr(signal, "SIGRTMAX", -1)
        return f"SIGRTMIN+{number - first}" if first < number < last else f"signal {number}"
