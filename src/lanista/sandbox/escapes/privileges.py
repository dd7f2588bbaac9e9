"""Gaining rights that a bot does not have."""

from __future__ import annotations

import ctypes
import os
import platform
import tempfile
import time

from .attempt import Targets, attempt
from .kernel import call, call_number, run_code

NEW_NAMESPACES = {"mount": 0x20000, "uts": 0x4000000, "ipc": 0x8000000, "user": 0x10000000, "pid": 0x20000000}
X32 = 0x40000000
TIOCSTI, TIOCSCTTY = 0x5412, 0x540E


@attempt("have rights of root (capabilities)", family=16, stopped_from="limits")
def keep_capabilities(targets: Targets) -> str:
    """Rights that it has, or could get by starting another program."""
    held = [
        f"{name} {value}" for name, value in status().items() if name in ("CapEff", "CapPrm") and int(value, 16)
    ]
    return ", ".join(held)


@attempt("gain rights from a setuid program", family=16, stopped_from="limits")
def use_setuid_program(targets: Targets) -> str:
    """Programs such as su gain them unless the process has given that up for good."""
    return "setuid programs work" if status().get("NoNewPrivs") != "1" else ""


@attempt("become root", family=16, stopped_from="limits")
def become_root(targets: Targets) -> str:
    """Outside of user namespaces; inside one, user 0 may be nobody."""
    os.setresuid(0, 0, 0)
    return "is root" if "CapEff" in status() and int(status()["CapEff"], 16) else ""


@attempt("become another user", family=16, stopped_from="limits")
def become_somebody(targets: Targets) -> str:
    """A bot that becomes its opponent's user may read and signal it."""
    before = os.getuid()
    os.setresuid(before + 1, before + 1, before + 1)
    return f"is user {os.getuid()}"


@attempt("make its own user namespace", family=16, stopped_from="limits")
def make_user_namespace(targets: Targets) -> str:
    """Inside it has every capability, which opens much of the kernel to attacks."""
    call("unshare", NEW_NAMESPACES["user"])
    return "is root in a user namespace"


@attempt("make a user namespace by clone", family=16, stopped_from="limits")
def clone_user_namespace(targets: Targets) -> str:
    """The same by the raw call that starts processes."""
    return _end_child(call("clone", NEW_NAMESPACES["user"] | 17, 0, 0, 0, 0))


@attempt("make a user namespace by clone3", family=16, stopped_from="limits")
def clone3_user_namespace(targets: Targets) -> str:
    """The newer call, whose flags no filter can see."""
    flags = (ctypes.c_uint64 * 8)(NEW_NAMESPACES["user"], 0, 0, 0, 17)
    return _end_child(call("clone3", flags, ctypes.sizeof(flags)))


def _end_child(pid: int) -> str:
    """End the process that a call has started, which gets here too."""
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "started a process in a user namespace"


@attempt("mount a file system", family=16, stopped_from="limits")
def mount(targets: Targets) -> str:
    """A file system in memory, over its own temporary folder."""
    folder = tempfile.mkdtemp()
    try:
        call("mount", b"none", folder.encode(), b"tmpfs", 0, b"size=4k")
        call("umount2", folder.encode(), 2)
    finally:
        os.rmdir(folder)
    return "mounted a file system"


@attempt("mount a file system by the newer calls", family=16, stopped_from="limits")
def mount_by_new_calls(targets: Targets) -> str:
    """Filters that list only the old call forget these."""
    os.close(call("fsopen", b"tmpfs", 0))
    return "may make file systems"


@attempt("change its root folder", family=16, stopped_from="limits")
def change_root(targets: Targets) -> str:
    """A process with this right walks out of any root folder."""
    os.chroot("/")
    return "may change its root folder"


@attempt("change the host's name", family=16, stopped_from="limits")
def change_host_name(targets: Targets) -> str:
    """To what it is already."""
    name = os.uname().nodename.encode()
    call("sethostname", name, len(name))
    return "may change the host's name"


@attempt("type into a terminal (TIOCSTI)", family=16, stopped_from="limits")
def type_into_terminal(targets: Targets) -> str:
    """Into a terminal that it has made itself: what is stopped here is stopped for every terminal."""
    import fcntl

    _, theirs = os.openpty()
    os.setsid()
    fcntl.ioctl(theirs, TIOCSCTTY, 0)
    fcntl.ioctl(theirs, TIOCSTI, b"x")
    return "may type into its terminal"


@attempt("use io_uring", family=16, stopped_from="limits")
def use_io_uring(targets: Targets) -> str:
    """System calls that no filter sees."""
    parameters = ctypes.create_string_buffer(120)
    os.close(call("io_uring_setup", 1, parameters))
    return "has an io_uring"


@attempt("make system calls of 32-bit programs", family=16, stopped_from="limits")
def call_32_bit(targets: Targets) -> str:
    """Their numbers differ, so that a careless filter lets all of them pass; this one is getpid."""
    if platform.machine() != "x86_64":
        return ""
    answer = run_code(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    return f"getpid is {answer}" if answer > 0 else ""


@attempt("make system calls of x32 programs", family=16, stopped_from="limits")
def call_x32(targets: Targets) -> str:
    """As above, for the other ABI of 64-bit processors."""
    return f"getpid is {call_number(39 | X32)}" if platform.machine() == "x86_64" else ""


@attempt("load programs into the kernel (bpf)", family=16, stopped_from="limits")
def use_bpf(targets: Targets) -> str:
    """A map of one entry, which needs the same right."""
    fields = (ctypes.c_uint32 * 32)(2, 4, 4, 1)
    os.close(call("bpf", 0, fields, ctypes.sizeof(fields)))
    return "made a map of bpf"


@attempt("measure other processes (perf)", family=16, stopped_from="limits")
def use_perf(targets: Targets) -> str:
    """A counter of the process's own clock."""
    fields = (ctypes.c_uint32 * 32)(1, 128, 1)
    os.close(call("perf_event_open", fields, 0, -1, -1, 0))
    return "has a counter of perf"


@attempt("handle page faults (userfaultfd)", family=16, stopped_from="limits")
def use_userfaultfd(targets: Targets) -> str:
    """It makes races in the kernel easy to win."""
    os.close(call("userfaultfd", os.O_NONBLOCK))
    return "has a userfaultfd"


@attempt("load a kernel module", family=16, stopped_from="limits", tried_from="limits")
def load_module(targets: Targets) -> str:
    """Nothing is loaded: an empty module is refused after the check of rights, with another error."""
    return denied_otherwise("init_module", 0, 0, b"")


@attempt("set the clock", family=17, stopped_from="limits", tried_from="limits")
def set_clock(targets: Targets) -> str:
    """To the time that it is, so that nothing changes even where it works."""
    time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))
    return "set the clock of this machine"


@attempt("slow down the clock of its processor time", family=17, stopped_from="limits")
def change_time_namespace(targets: Targets) -> str:
    """A time namespace shifts its own monotonic clock, never the referee's."""
    call("unshare", 0x80)
    return "has its own clock"


def denied_otherwise(name: str, *arguments: object) -> str:
    """Make a call that must fail: for lack of rights, or with another error, which shows that it has them."""
    try:
        call(name, *arguments)
    except PermissionError:
        raise
    except OSError as error:
        if error.errno == 38:  # not implemented: refused by a filter, or not there
            raise
        return f"may call {name}: {error.strerror}"
    return f"may call {name}"


def status() -> dict[str, str]:
    """The process's own state as the kernel tells it."""
    with open("/proc/self/status") as file:
        return {name: value.strip() for name, _, value in (line.partition(":") for line in file)}
