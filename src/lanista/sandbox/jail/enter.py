"""Starts a bot in a jail with its own namespaces; standard library only, as the supervisor imports it.

The supervisor itself enters the mount, network, IPC and UTS namespaces, which last for the whole match. Each start
of the bot gets a PID namespace: its first process (init) collects orphans, reports how the bot ended, and takes
every other process with it when it ends.
"""

from __future__ import annotations

import _socket as socket
import os
import select
import sys

from lanista.sandbox import linux
from lanista.sandbox.ignored import Ignored
from lanista.sandbox.jail import root
from lanista.sandbox.jail.identity import HOSTNAME, INNER
from lanista.sandbox.reports import end_line, sandbox_failed_line

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from typing import Any
else:
    import _signal as signal  # the public module imports enumerations, which takes as long

HOST = "127.0.0.1"
BACKLOG = 16
SHARED = linux.CLONE_NEWNS | linux.CLONE_NEWIPC | linux.CLONE_NEWUTS
SIOCSIFFLAGS, IFF_UP_RUNNING = 0x8914, 0x41
PER_USER = {  # settings of a user namespace, for what the kernel counts per user: for all bots together
    "max_user_namespaces": b"0",  # in which a bot would have all capabilities
    "max_inotify_instances": b"8",
    "max_inotify_watches": b"4096",
}
BUFFERS = ("/proc/sys/net/ipv4/tcp_rmem", "/proc/sys/net/ipv4/tcp_wmem")
BUFFER_SIZES = b"4096 16384 131072"  # bytes: least, at first, most


class Namespaces:
    """The namespaces of one bot, built once; `start` may be called again when the bot has ended."""

    def __init__(self, spec: dict[str, Any]) -> None:
        import resource  # noqa: F401 - `os.wait4` imports it, when the disk is already out of sight

        self._cgroups = [os.open(path, os.O_WRONLY | os.O_CLOEXEC) for path in spec["cgroups"]]
        self._uid = spec["first_user"] and spec["first_user"] + os.getpid()
        if self._uid and spec["write"] and not root.can_map(spec["write"], (self._uid, self._uid)):
            self._uid = 0  # only as our own user can it write there
        self._owner = (self._uid, self._uid) if self._uid else (INNER, INNER)
        flags = SHARED if spec["network"] else SHARED | linux.CLONE_NEWNET
        if self._uid:
            linux.unshare(flags)
        else:
            _unshare_as_user(flags)
        linux.set_hostname(HOSTNAME)
        if not spec["network"]:
            raise_loopback()
            _limit_buffers()
        root.build(spec, self._owner, chosen=self._uid != 0)

    def start(self, run: Callable[[], None], events: int) -> int:
        """Start the bot, which calls `run` to execute its program; returns the process id of its init.

        Init writes how the bot ended to `events`.
        """
        pid = linux.fork_into(linux.CLONE_NEWPID)
        if pid == 0:
            try:
                self._init(run, events)
            except OSError as error:
                os.write(events, sandbox_failed_line(error))
            finally:
                os._exit(1)
        return pid

    def _init(self, run: Callable[[], None], events: int) -> None:
        os.setsid()
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
        for fd in self._cgroups:
            os.write(fd, b"0")
        linux.unshare(linux.CLONE_NEWNS | linux.CLONE_NEWCGROUP)
        flags = linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC
        linux.mount("proc", f"{root.ROOT}/proc", "proc", flags)
        linux.enter_root(root.ROOT)
        if not self._uid:  # its user may be root outside, to whom the kernel's settings belong
            _bound_quotas()
            _protect_settings()
        unmapped, mapped = os.pipe(), os.pipe()
        bot = os.fork()
        if bot == 0:
            self._become_bot(unmapped[1], mapped[0])
            run()
            os._exit(127)
        if self._uid and os.read(unmapped[0], 1):
            root.write_maps(bot, (INNER, INNER), self._owner)
            os.write(mapped[1], b"m")
        drop_privileges(self._uid)
        _end_with_parent(events)
        serve_as_init(bot, events)

    def _become_bot(self, unmapped: int, mapped: int) -> None:
        """Give up everything that the setup needed, in a user namespace that has no other user."""
        os.setsid()
        if self._uid:
            linux.unshare(linux.CLONE_NEWUSER)
            os.write(unmapped, b"u")
            os.read(mapped, 1)
            _bound_quotas()
        drop_privileges(INNER if self._uid else 0)


def _unshare_as_user(flags: int) -> None:
    """Enter namespaces as an ordinary user, who is INNER there."""
    ids = os.getuid(), os.getgid()
    linux.unshare(flags | linux.CLONE_NEWUSER)
    linux.write_file("/proc/self/setgroups", b"deny")
    root.write_maps("self", (INNER, INNER), ids)


def _bound_quotas() -> None:
    """Leave other bots of the user their share of what the kernel counts, and allow no user namespace below."""
    for name, value in PER_USER.items():
        with Ignored(OSError):  # the filter of system calls forbids namespaces too
            linux.write_file(f"/proc/sys/user/{name}", value)


def _protect_settings() -> None:
    """Make the settings of the kernel read-only."""
    for path in ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus"):
        with Ignored(FileNotFoundError):
            linux.mount(path, path, flags=linux.MS_BIND | linux.MS_REC)
            linux.set_mount(path, linux.MOUNT_ATTR_RDONLY)


def drop_privileges(user: int) -> None:
    """Drop to a user, unless it is 0, and give up all capabilities for good."""
    linux.bound_capabilities()
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    linux.drop_capabilities()
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)


def _end_with_parent(events: int) -> None:
    """End when the supervisor does; changing the user has forgotten that, and it may have ended meanwhile."""
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    poll = select.poll()
    poll.register(events, 0)
    if poll.poll(0):  # nobody reads the events any more
        os._exit(1)


def raise_loopback() -> None:
    """Make 127.0.0.1 of a new network namespace usable."""
    import fcntl

    any_socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    fcntl.ioctl(any_socket.fileno(), SIOCSIFFLAGS, b"lo".ljust(16, b"\0") + bytes([IFF_UP_RUNNING]) + bytes(23))
    any_socket.close()


def _limit_buffers() -> None:
    """Limit the buffers of TCP connections in this network namespace, which the kernel enlarges itself."""
    for name in BUFFERS:
        with Ignored(OSError):  # older kernels have settings of the whole machine only; supervisors count, too
            linux.write_file(name, BUFFER_SIZES)


def open_listener(port: int) -> int:
    """A descriptor of a socket that listens on the jail's loopback."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind((HOST, port))
    listener.listen(BACKLOG)
    return listener.detach()


def open_folder(path: str) -> int:
    """A descriptor of a folder of the jail."""
    return os.open(root.ROOT + path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)


def hand_out(channel: int, label: bytes, fd: int) -> None:
    """Send a descriptor to the referee, and close it here."""
    sender = socket.socket(fileno=channel)
    sender.sendmsg([label], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fd.to_bytes(4, sys.byteorder))])
    sender.detach()
    os.close(fd)


def serve_as_init(bot: int, events: int) -> None:
    """Collect orphans until the bot ends, and report how; all other processes end with this one."""
    nothing = os.open("/dev/null", os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    while True:
        pid, how, usage = os.wait4(-1, 0)
        if pid == bot:
            os.write(events, end_line(how, usage))
            os._exit(0)
