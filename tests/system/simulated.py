"""Makes an interpreter on Linux look like one on Windows or macOS, as far as that can be done.

Run by tests as `python -c` code through `run_as`: missing modules cannot be imported, missing attributes are gone,
and on "Windows" sockets are no file descriptors, pipes cannot be selected, and files opened without O_BINARY are
reported. What cannot be simulated is listed in docs/platforms.md.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

LIBRARIES = (
    "click.shell_completion", "click._termui_impl", "cryptography.hazmat.primitives.asymmetric.ed25519", "litestar",
    "msgspec", "numba", "numpy", "rich.console", "rich.live", "rich.progress", "uvicorn", "uvicorn.server", "watchfiles",
)  # fmt: skip
MISSING_MODULES = {
    "win32": ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "syslog", "readline", "curses"),
    "darwin": (),
}
MISSING = {
    "win32": {
        "os": (
            "fork forkpty killpg getpgid setpgid setsid getuid geteuid getgid getegid getgroups setuid setgid setresuid "
            "setresgid setgroups chroot fchdir fchown chown lchown nice getloadavg sched_getaffinity sched_setaffinity "
            "sched_yield set_blocking get_blocking wait wait3 wait4 waitid mkfifo mknod uname posix_spawn "
            "posix_spawnp pipe2 pread pwrite sendfile statvfs fstatvfs sync getpriority setpriority ttyname "
            "memfd_create pidfd_open eventfd unshare setns getresuid getresgid fchmod "
            "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC WNOHANG WEXITED WNOWAIT P_ALL P_PID "
            "WIFSIGNALED WTERMSIG WEXITSTATUS WIFEXITED SEEK_DATA SEEK_HOLE"
        ),
        "select": "poll epoll POLLIN POLLOUT POLLERR POLLHUP EPOLLIN EPOLLOUT",
        "signal": (
            "SIGKILL SIGCHLD SIGHUP SIGSTOP SIGCONT SIGTSTP SIGPIPE SIGUSR1 SIGUSR2 SIGALRM SIGQUIT SIGWINCH SIGRTMIN "
            "SIGRTMAX pthread_sigmask pthread_kill SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm setitimer sigwait "
            "sigtimedwait sigpending pause siginterrupt"
        ),
        "socket": "AF_UNIX SO_PEERCRED SCM_RIGHTS sendmsg recvmsg send_fds recv_fds SO_REUSEPORT CMSG_LEN",
        "time": "clock_gettime clock_gettime_ns clock_getres pthread_getcpuclockid CLOCK_MONOTONIC",
    },
    "darwin": {
        "os": (
            "sched_getaffinity sched_setaffinity memfd_create pidfd_open eventfd unshare setns posix_fadvise "
            "setresuid setresgid getresuid getresgid pipe2 O_PATH waitid splice copy_file_range"
        ),
        "select": "epoll EPOLLIN EPOLLOUT",
        "signal": "SIGRTMIN SIGRTMAX sigtimedwait sigwaitinfo pidfd_send_signal",
        "socket": "SO_PEERCRED AF_NETLINK AF_VSOCK AF_PACKET SO_BINDTODEVICE",
        "resource": "prlimit RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_SIGPENDING RLIMIT_RTTIME",
    },
}

PRELUDE = '''
import builtins, importlib.abc, importlib.util, io, os, sys, types
import asyncio, ctypes, multiprocessing, pathlib, random, secrets, selectors, shutil, signal, socket, ssl, subprocess
import select, tempfile, threading, time, uuid, webbrowser  # modules of the library are themselves not portable
for name in {libraries!r}:  # they have Windows code of their own, which is not ours to test
    __import__(name)
PLATFORM = {platform!r}

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in {modules!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}} on {{PLATFORM}}", name=name)

for name in {modules!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
for module, names in {missing!r}.items():
    for name in names.split():
        if hasattr(sys.modules.get(module) or __import__(module), name):
            delattr(sys.modules[module], name)
sys.platform = PLATFORM
real_open = builtins.open
def no_proc(path):
    return isinstance(path, (str, bytes, os.PathLike)) and os.fspath(path) in ("/proc", b"/proc") or str(path).startswith("/proc/")
def guarded(function):
    def call(path=".", *args, **kwargs):
        if no_proc(path):
            raise FileNotFoundError(2, "No such file or directory", path)
        return function(path, *args, **kwargs)
    return call
builtins.open = io.open = guarded(real_open)
for name in ("listdir", "readlink", "scandir"):
    setattr(os, name, guarded(getattr(os, name)))
os.path.isdir = (lambda real: lambda path: not no_proc(path) and real(path))(os.path.isdir)
class NoLinux:  # of all calls of the C library, those that only Linux has
    def __init__(self, name, *args, **kwargs):
        pass
    def __getattr__(self, name):
        raise AttributeError(f"{{PLATFORM}} has no C function {{name!r}}")
if PLATFORM == "darwin":
    import stat
    real_cdll = ctypes.CDLL
    class Library(real_cdll):
        def __getattr__(self, name):
            if name in ("prctl", "unshare", "setns", "syscall", "mount", "umount2", "pivot_root", "capset"):
                raise AttributeError(f"dlsym: symbol not found: {{name}}")
            return super().__getattr__(name)
    ctypes.CDLL = Library
if PLATFORM == "win32":
    import stat
    ctypes.CDLL = NoLinux
    os.O_BINARY = 0x8000000  # a bit that Linux ignores
    os.supports_dir_fd = set()
    subprocess.CREATE_NEW_PROCESS_GROUP = 0x200
    real_popen = subprocess.Popen
    class Popen(real_popen):
        def __init__(self, args, *rest, creationflags=0, pass_fds=(), start_new_session=False, **kwargs):
            if pass_fds or kwargs.get("preexec_fn"):
                raise ValueError("pass_fds and preexec_fn are not supported on Windows platforms")
            super().__init__(args, *rest, **kwargs)
    subprocess.Popen = Popen
    def is_socket(fd):
        return isinstance(fd, int) and stat.S_ISSOCK(os.fstat(fd).st_mode)
    def files_only(function):
        def call(fd, *args):
            if is_socket(fd):
                raise OSError(9, "Bad file descriptor: a socket is none on Windows")
            return function(fd, *args)
        return call
    for name in ("read", "write", "close", "dup", "isatty"):
        setattr(os, name, files_only(getattr(os, name)))
    real_select = select.select
    def sockets_only(read, write, exceptional, seconds=None):
        fds = [one if isinstance(one, int) else one.fileno() for one in (*read, *write, *exceptional)]
        if not fds:
            raise OSError(10022, "An invalid argument was supplied")
        if not all(map(is_socket, fds)):
            raise OSError(10038, "An operation was attempted on something that is not a socket")
        return real_select(read, write, exceptional, seconds)
    select.select = selectors.SelectSelector._select = staticmethod(sockets_only)
    selectors.DefaultSelector = selectors.SelectSelector
    real_os_open = os.open
    def binary_open(path, flags, mode=0o777):  # no dir_fd
        if flags & (os.O_WRONLY | os.O_RDWR) and not flags & os.O_BINARY and str(path) != os.devnull:
            WITHOUT_BINARY.append(str(path))
        return real_os_open(path, flags & ~os.O_BINARY, mode)
    WITHOUT_BINARY = []
    os.open = binary_open
    real_kill = os.kill
    def windows_kill(pid, number):
        raise PermissionError(13, "os.kill ends a process at once on Windows")
    os.kill = windows_kill
    msvcrt = types.ModuleType("msvcrt")
    msvcrt.LK_NBLCK = 2
    msvcrt.LOCKED = {{}}
    def locking(fd, mode, count):
        about = os.fstat(fd)
        for key in [key for key, holder in msvcrt.LOCKED.items() if not os.path.exists(f"/dev/fd/{{holder}}")]:
            del msvcrt.LOCKED[key]
        if msvcrt.LOCKED.setdefault((about.st_dev, about.st_ino), fd) != fd:
            raise PermissionError(13, "Permission denied")
    msvcrt.locking = locking
    msvcrt.kbhit = lambda: False
    sys.modules["msvcrt"] = msvcrt
    import _thread
'''


def run_as(platform: str, code: str, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter that looks like one on that platform."""
    modules, missing = MISSING_MODULES[platform], MISSING[platform]
    prelude = PRELUDE.format(platform=platform, modules=modules, missing=missing, libraries=LIBRARIES)
    command = [sys.executable, "-X", "utf8", "-c", f"{prelude}\n{code}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, cwd=cwd)
