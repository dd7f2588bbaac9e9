"""Makes this interpreter look like one on Windows or macOS, then runs code: `pretend.py PLATFORM CODE`.

Modules that the platform lacks cannot be imported, and attributes that it lacks are gone. On "Windows" sockets are
no file descriptors, pipes cannot be selected, and files opened without O_BINARY are noted in WITHOUT_BINARY.
What cannot be simulated is listed in docs/platforms.md.
"""

# mypy: ignore-errors

from __future__ import annotations

import asyncio  # noqa: F401 - modules of the library, which have code for other systems, must be loaded before
import builtins
import ctypes
import importlib
import io
import multiprocessing.connection
import multiprocessing.shared_memory
import multiprocessing.sharedctypes  # noqa: F401
import os
import pathlib  # noqa: F401
import secrets  # noqa: F401
import select
import selectors
import shutil  # noqa: F401
import socket
import ssl  # noqa: F401
import stat
import subprocess
import sys
import sysconfig
import tempfile  # noqa: F401
import types
import uuid  # noqa: F401
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock

sysconfig.get_config_vars()  # how this Python was built, which the pretended system has no file about

# They have Windows code of their own, which is not ours to test
LIBRARIES = """
click.shell_completion click._termui_impl cryptography.hazmat.primitives.asymmetric.ed25519 litestar msgspec
numpy rich.console rich.live rich.progress uvicorn uvicorn.server wasmtime watchfiles webbrowser
"""
MISSING_MODULES = {"win32": "fcntl resource termios tty pty pwd grp syslog readline curses", "darwin": ""}
MISSING = {
    "win32": {
        "os": """
            fork forkpty killpg getpgid setpgid setsid getuid geteuid getgid getegid getgroups setuid setgid
            setresuid setresgid setgroups chroot fchdir fchown chown lchown nice getloadavg sched_getaffinity
            sched_setaffinity sched_yield set_blocking get_blocking wait wait3 wait4 waitid mkfifo mknod uname
            posix_spawn posix_spawnp pipe2 pread pwrite sendfile statvfs fstatvfs sync getpriority setpriority
            ttyname memfd_create pidfd_open eventfd unshare setns getresuid getresgid fchmod
            O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC WNOHANG WEXITED WNOWAIT P_ALL P_PID
            WIFSIGNALED WTERMSIG WEXITSTATUS WIFEXITED SEEK_DATA SEEK_HOLE""",
        "select": "poll epoll POLLIN POLLOUT POLLERR POLLHUP EPOLLIN EPOLLOUT",
        "signal": """
            SIGKILL SIGCHLD SIGHUP SIGSTOP SIGCONT SIGTSTP SIGPIPE SIGUSR1 SIGUSR2 SIGALRM SIGQUIT SIGWINCH
            SIGRTMIN SIGRTMAX pthread_sigmask pthread_kill SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm setitimer
            sigwait sigtimedwait sigpending pause siginterrupt""",
        "socket": "AF_UNIX SO_PEERCRED SCM_RIGHTS send_fds recv_fds SO_REUSEPORT CMSG_LEN",
        "time": "clock_gettime clock_gettime_ns clock_getres pthread_getcpuclockid CLOCK_MONOTONIC",
    },
    "darwin": {
        "os": """
            sched_getaffinity sched_setaffinity memfd_create pidfd_open eventfd unshare setns posix_fadvise
            setresuid setresgid getresuid getresgid pipe2 O_PATH waitid splice copy_file_range""",
        "select": "",  # epoll stands in for kqueue
        "signal": "SIGRTMIN SIGRTMAX sigtimedwait sigwaitinfo pidfd_send_signal",
        "socket": "SO_PEERCRED AF_NETLINK AF_VSOCK AF_PACKET SO_BINDTODEVICE",
        "resource": "prlimit RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_SIGPENDING RLIMIT_RTTIME",
    },
}
KEPT = {"WNOHANG"}  # the library's own code for POSIX needs it
LINUX_CALLS = ("prctl", "unshare", "setns", "syscall", "mount", "umount2", "pivot_root", "capset")
WITHOUT_BINARY: list[str] = []  # files that Windows would write with \r\n


class _Missing:
    """An import finder that refuses modules."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r} on {sys.platform}", name=name)


def pretend(platform: str) -> None:
    """Make this interpreter look like one on a platform."""
    for name in LIBRARIES.split():
        importlib.import_module(name)
    for module, names in MISSING[platform].items():
        found = importlib.import_module(module)
        for name in set(names.split()) - KEPT:
            if hasattr(found, name):
                delattr(found, name)
    missing = MISSING_MODULES[platform].split()
    for name in missing:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Missing(missing))
    sys.platform = platform
    _hide_proc()
    {"win32": _pretend_windows, "darwin": _pretend_macos}[platform]()


def _hide_proc() -> None:
    def is_hidden(path):
        return isinstance(path, str | os.PathLike) and (os.fspath(path) + "/").startswith("/proc/")

    def guarded(function):
        def call(path=".", *args, **kwargs):
            if is_hidden(path):
                raise FileNotFoundError(2, "No such file or directory", path)
            return function(path, *args, **kwargs)

        return call

    builtins.open = io.open = guarded(io.open)
    for name in ("listdir", "readlink", "scandir", "stat"):
        setattr(os, name, guarded(getattr(os, name)))
    real_isdir = os.path.isdir
    os.path.isdir = lambda path: not is_hidden(path) and real_isdir(path)


def _pretend_macos() -> None:
    class Library(ctypes.CDLL):
        def __getattr__(self, name):
            if name in LINUX_CALLS:
                raise AttributeError(f"dlsym: symbol not found: {name}")
            return super().__getattr__(name)

    ctypes.CDLL = Library
    proxies = sys.modules["_scproxy"] = types.ModuleType("_scproxy")  # the system's own, which urllib.request asks
    proxies._get_proxies = proxies._get_proxy_settings = dict


def _pretend_windows() -> None:
    class Library:
        def __init__(self, name, *args, **kwargs):
            raise FileNotFoundError(f"Could not find module {name!r}")

    ctypes.CDLL = Library
    os.O_BINARY = 1 << 28  # a bit that Linux does not use
    os.supports_dir_fd = set()
    sys.modules["msvcrt"] = _msvcrt()
    _pretend_processes()
    _pretend_descriptors()


def _pretend_processes() -> None:
    class Popen(subprocess.Popen):
        def __init__(self, args, *rest, creationflags=0, pass_fds=(), start_new_session=False, **kwargs):
            if pass_fds or kwargs.get("preexec_fn"):
                raise ValueError("pass_fds and preexec_fn are not supported on Windows platforms")
            super().__init__(args, *rest, **kwargs)

        def kill(self):
            if self.poll() is None:
                real_kill(self.pid, 9)

        terminate = kill

    real_kill = os.kill

    def kill(pid, number):
        raise PermissionError(13, "os.kill ends a process at once on Windows")

    subprocess.CREATE_NEW_PROCESS_GROUP = 0x200
    subprocess.Popen = Popen
    os.kill = kill


def _pretend_descriptors() -> None:
    """Sockets are no file descriptors, only they can be selected, and files are opened in text mode."""

    def is_socket(fd):
        with suppress(OSError):
            return isinstance(fd, int) and stat.S_ISSOCK(os.fstat(fd).st_mode)
        return False

    def files_only(function):
        def call(fd, *args):
            if is_socket(fd):
                raise OSError(9, "Bad file descriptor: a socket is none on Windows")
            return function(fd, *args)

        return call

    for name in ("read", "write", "close", "dup"):
        setattr(os, name, files_only(getattr(os, name)))
    real_select, real_open = select.select, os.open

    def select_sockets(read, write, exceptional, seconds=None):
        fds = [one if isinstance(one, int) else one.fileno() for one in (*read, *write, *exceptional)]
        if not fds:
            raise OSError(10022, "An invalid argument was supplied")
        if not all(map(is_socket, fds)):
            raise OSError(10038, "An operation was attempted on something that is not a socket")
        return real_select(read, write, exceptional, seconds)

    def open_as_text(path, flags, mode=0o777):  # without dir_fd
        is_text = flags & (os.O_WRONLY | os.O_RDWR) and not flags & os.O_BINARY and path != os.devnull
        if is_text and "lanista" in sys._getframe(1).f_code.co_filename:
            WITHOUT_BINARY.append(str(path))
        return real_open(path, flags & ~os.O_BINARY, mode)

    socket.socketpair = _socketpair
    select.select = select_sockets
    selectors.SelectSelector._select = staticmethod(select_sockets)
    selectors.DefaultSelector = selectors.SelectSelector
    os.open = open_as_text


def _socketpair():
    """Over loopback, as on Windows."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = socket.create_connection(server.getsockname())
        return ours, server.accept()[0]


def _msvcrt() -> types.ModuleType:
    """Locks of Windows by those of Linux."""
    module = types.ModuleType("msvcrt")
    module.LK_NBLCK = 2

    def locking(fd, mode, count):
        try:
            flock(fd, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise PermissionError(13, "Permission denied") from None

    module.locking = locking
    module.kbhit = lambda: False
    return module


if __name__ == "__main__":
    pretend(sys.argv[1])
    exec(compile(sys.argv[2], "<code>", "exec"), {"__name__": "__main__", "WITHOUT_BINARY": WITHOUT_BINARY})
