"""Owns one bot process: starts it, reports how it ended, and leaves nothing of it behind.

Run by `supervisor` in a Python without site packages: `CONTROL STATUS MODE SCRATCH COMMAND...`. While the referee
lives it holds CONTROL open. When that closes, for whatever reason, every process that came from the bot is killed,
including those that left its process group, and the folder SCRATCH, if given, is removed. STATUS receives one JSON
line per event.

MODE is `once`: the bot is started immediately and the supervisor ends with it; or `asked`: each byte GO on
CONTROL starts the bot, with an empty standard input, and KILL ends it early. A number after MODE, as in
`once:700000`, marks the bot's processes (see `supervisor`). The exit status is 1 if a process of the bot survived,
which only the kernel should be able to cause.

An environment variable describes the jail that the bot is started in (see `lanista.sandbox.jail.jail`).

Every import here takes time at every start of a bot: nothing but the standard library, and as little as possible.
"""

from __future__ import annotations

import os
import select
import stat
import sys
import time

from lanista.sandbox.ignored import Ignored
from lanista.sandbox.jail.spec import read_spec
from lanista.sandbox.reports import (
    end_line,
    excess_line,
    failed_line,
    sandbox_failed_line,
    started_line,
    starting_line,
)

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    import resource
    import signal
    from typing import Any

    from lanista.sandbox.guards import Guards
    from lanista.sandbox.jail.enter import Namespaces
else:
    import _signal as signal  # the public module imports enumerations, which takes as long

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_GET_CHILD_SUBREAPER = 37
CAP_LINUX_IMMUTABLE, CAP_SYS_PTRACE, CAP_SYS_RESOURCE = 9, 19, 24
KILL_SECONDS = 3.0
REMOVE_SECONDS = 60.0
FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
GO, KILL = b"g", b"k"


def prctl(option: int, value: int) -> None:
    """Set an option of this process on Linux; does nothing elsewhere."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def is_subreaper() -> int:
    """Whether this process adopts orphaned descendants."""
    if not sys.platform.startswith("linux"):
        return 0
    import ctypes

    answer = ctypes.c_int()
    ctypes.CDLL(None, use_errno=True).prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(answer), 0, 0, 0)
    return answer.value


def set_mark(mark: int) -> None:
    """Mark this process and its future descendants by a resource limit that nobody needs."""
    if mark:
        import resource

        resource.setrlimit(resource.RLIMIT_MSGQUEUE, (mark, mark))


_files: tuple[int, int] | None = None  # the limit of open files that a bot starts with


def raise_files() -> None:
    """Let this process have as many descriptors open and in flight as it may; bots of its user have fewer."""
    global _files  # noqa: PLW0603 - a supervisor has one bot
    import resource

    _files = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Ignored(OSError, ValueError):  # macOS allows fewer than its limit says
        resource.setrlimit(resource.RLIMIT_NOFILE, (_files[1], _files[1]))


def restore_files() -> None:
    """Give a bot the limit of open files that this process was started with."""
    if _files is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, _files)


def drop_capabilities() -> None:
    """Keep even root from tracing its supervisor, using its pipes, losing its mark or protecting its files."""
    for capability in (CAP_LINUX_IMMUTABLE, CAP_SYS_PTRACE, CAP_SYS_RESOURCE):
        prctl(PR_CAPBSET_DROP, capability)


def drop_all_capabilities() -> None:
    """Leave even root nothing but its files."""
    if sys.platform.startswith("linux"):
        from lanista.sandbox import linux

        linux.bound_capabilities()
        linux.drop_capabilities()
        linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)


class BotStartup:
    """The start of the bot, and the end of its first process."""

    def __init__(self, command: list[str], status: int, mark: int, spec: dict[str, Any]) -> None:
        self._command, self._status, self._mark = command, status, mark
        self._spec = spec
        self._namespaces: Namespaces | None = None
        self._events = -1
        self._guards = self._get_guards() if spec else None
        if self._spec.get("runner") == "own":
            self._build()

    def _build(self) -> None:
        from lanista.sandbox.jail import enter

        self._namespaces = enter.Namespaces(self._spec)
        channel = self._spec["channel"]
        if self._spec["listen"]:
            enter.hand_out(channel, b"listener", enter.open_listener(self._spec["listen"]))
        if self._spec["copy"]:
            enter.hand_out(channel, b"folder", enter.open_folder(self._spec["cwd"]))
        if channel >= 0:
            os.close(channel)

    def _get_guards(self) -> Guards:
        from lanista.sandbox.guards import Guards

        return Guards(self._spec)

    @property
    def look_seconds(self) -> float | None:
        """The longest wait before the next call of `excess`; None if none is needed."""
        return None if self._guards is None else self._guards.seconds

    def excess(self) -> bytes | None:
        """A report that the bot uses too much; None if it does not."""
        found = None if self._guards is None else self._guards.excess()
        return excess_line(*found) if found else None

    def clean_up(self) -> None:
        """Remove what the guards have left behind."""
        if self._guards is not None:
            self._guards.clean_up()

    def start(self) -> int:
        """Start the bot and return its process id; reports it and exits if that is impossible."""
        report(self._status, starting_line())
        try:
            pid = self._fork()
        except OSError as error:
            report(self._status, sandbox_failed_line(error))
            sys.exit(0)
        report(self._status, started_line(pid))
        return pid

    def _fork(self) -> int:
        """Start the bot in a new session; it dies with its supervisor."""
        events = -1
        if self._spec.get("runner"):
            self._events, events = os.pipe()
        if self._namespaces is None:
            pid = os.fork()
            if pid == 0:
                prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
                os.setsid()
                self._execute(events)
        else:
            pid = self._namespaces.start(self._execute, events)
        if events >= 0:
            os.close(events)
        return pid

    def _execute(self, events: int = -1) -> None:
        """Become the bot's program."""
        command = self._command
        try:
            set_mark(self._mark)
            if not self._spec:
                restore_files()
                drop_capabilities()
                os.execvp(command[0], command)
            if self._spec["runner"] == "bubblewrap":
                from lanista.sandbox.jail import bubblewrap

                bubblewrap.execute(self._spec, command, self._status, events)
            if self._namespaces is None:
                drop_all_capabilities()
            os.chdir(self._spec["cwd"])
            restore_files()
            self._put_on_guards()
            os.execvpe(command[0], command, self._spec["environment"])
        except OSError as error:
            report(self._status, failed_line(command[0], error))
        os._exit(127)

    def _put_on_guards(self) -> None:
        if self._guards is not None:
            self._guards.put_on()

    def end(self, how: int, usage: resource.struct_rusage) -> bytes:
        """The report on its end; in a jail its init knows it, unless it was killed itself."""
        if self._events < 0:
            return end_line(how, usage)
        events, self._events = self._events, -1
        line = os.read(events, 4096)
        os.close(events)
        return line or end_line(how if os.WIFSIGNALED(how) else signal.SIGKILL, usage)


def make_bot(command: list[str], status: int, mark: int, spec: dict[str, Any]) -> BotStartup:
    """The bot in its jail; reports it and exits if the jail cannot be made."""
    try:
        return BotStartup(command, status, mark, spec)
    except OSError as error:
        report(status, sandbox_failed_line(error))
        sys.exit(0)


def report(status: int, line: bytes) -> None:
    """Write one event for the referee, which may be gone."""
    with Ignored(OSError):
        os.write(status, line)


def reap(bot: BotStartup, pid: int) -> bytes | None:
    """Collect every child that has ended; returns how the bot ended if it is among them."""
    end: bytes | None = None
    with Ignored(ChildProcessError):
        while True:
            ended, how, usage = os.wait4(-1, os.WNOHANG)
            if ended == 0:
                break
            if ended == pid:
                end = bot.end(how, usage)
    return end


def parents(dead: bool = False) -> dict[int, int]:
    """The parent of every living process, if the system reports it; `dead` includes zombies."""
    found: dict[int, int] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            with Ignored(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                if dead or fields[0] != b"Z":
                    found[int(name)] = int(fields[1])
    return found


def descendants(dead: bool = False) -> list[int]:
    """Every living descendant of this process, including orphans, which it adopts."""
    known = parents(dead)
    found: list[int] = []
    level = [os.getpid()]
    while level:
        level = [pid for pid, parent in known.items() if parent in level]
        found += level
    return found


def kill_all(bot: BotStartup, pid: int) -> bytes | None:
    """Kill the bot's group and all its descendants; returns how the bot ended if it just did."""
    end = None
    deadline = time.monotonic() + KILL_SECONDS
    while time.monotonic() < deadline:
        with Ignored(OSError):
            os.killpg(pid, signal.SIGKILL)
        if has_no_children():  # orphans are adopted, so there is nobody else
            break
        for child in descendants():
            with Ignored(OSError):
                os.kill(child, signal.SIGKILL)
        end = reap(bot, pid) or end
        time.sleep(0.001)
    return end


def has_no_children() -> bool:
    """Whether every child has been collected."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def supervise_once(control: int, wake: int, status: int, bot: BotStartup) -> None:
    """Run the bot until it ends or the referee closes CONTROL."""
    pid = bot.start()
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):  # the bot's pipes must close when the bot does
        os.dup2(nothing, fd)
    end = None
    while not end:
        ready, _, _ = select.select([control, wake], [], [], bot.look_seconds)
        if wake in ready:
            os.read(wake, 4096)
            end = reap(bot, pid)
        if control in ready:
            break
        if not end and (excess := bot.excess()):
            report(status, excess)
            end = kill_all(bot, pid) or end_line(signal.SIGKILL, None)
    if end:
        report(status, end)
    kill_all(bot, pid)


def supervise_runs(control: int, wake: int, status: int, bot: BotStartup) -> None:
    """Start the bot on every GO; its end is reported once all its processes are gone."""
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    pid = 0
    while True:
        ready, _, _ = select.select([control, wake], [], [], bot.look_seconds if pid else None)
        order = os.read(control, 1) if control in ready else None
        if pid and (excess := bot.excess()):
            report(status, excess)
            order = KILL if order is None else order
        if wake in ready:
            os.read(wake, 4096)
        end = reap(bot, pid)
        if pid and (end or order in (KILL, b"")):
            killed = kill_all(bot, pid) or end_line(signal.SIGKILL, None)
            report(status, end or killed)
            pid = 0
        if order == b"":
            return
        if order == GO:
            pid = bot.start()


def remove(folder: str) -> None:
    """Remove a folder and its contents, even without permissions or with paths that are too long to open.

    A bot may have replaced the folder by a link: then only the link is removed, not its target.
    """
    with Ignored(OSError):
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            os.unlink(folder)
            return
        os.chmod(folder, 0o700)
        empty(os.open(folder, FOLDER))
        os.rmdir(folder)


def empty(fd: int) -> None:
    """Delete the contents of an open folder, and close it.

    Only one folder is open at a time and `..` leads back up, so any depth works.
    """
    deadline = time.monotonic() + REMOVE_SECONDS
    try:
        names: list[str] = []  # the folders above this one
        pending = [delete_files(fd)]
        while time.monotonic() < deadline:
            if pending[-1]:
                name = pending[-1].pop()
                with Ignored(OSError):  # a folder that cannot be opened stays
                    os.chmod(name, 0o700, dir_fd=fd)
                    inner = os.open(name, FOLDER, dir_fd=fd)
                    names.append(name)
                    os.close(fd)
                    fd = inner
                    pending.append(delete_files(fd))
            elif names:
                pending.pop()
                above = os.open("..", FOLDER, dir_fd=fd)
                os.close(fd)
                fd = above
                with Ignored(OSError):
                    os.rmdir(names.pop(), dir_fd=fd)
            else:
                break
    finally:
        os.close(fd)


def delete_files(folder: int) -> list[str]:
    """Delete everything in an open folder except its subfolders; returns their names."""
    folders: list[str] = []
    names: list[str] = []
    with Ignored(OSError):
        names = os.listdir(folder)
    for name in names:
        with Ignored(OSError):
            if stat.S_ISDIR(os.lstat(name, dir_fd=folder).st_mode):
                folders.append(name)
            else:
                os.unlink(name, dir_fd=folder)
    return folders


def main() -> None:
    """Supervise a bot, and clean up after it."""
    control, status, kind, scratch, *command = sys.argv[2:]
    mode, _, mark = kind.partition(":")
    spec = read_spec()
    raise_files()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # a Ctrl-C in the terminal is the referee's to handle
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    wake, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    for fd in (int(control), int(status)):
        os.set_inheritable(fd, False)
    try:
        bot = make_bot(command, int(status), int(mark or 0), spec)
        prctl(PR_SET_DUMPABLE, 0)  # nobody traces this process or uses its pipes
        (supervise_runs if mode == "asked" else supervise_once)(int(control), wake, int(status), bot)
        bot.clean_up()
    finally:
        if scratch:
            remove(scratch)
    sys.exit(0 if has_no_children() else 1)
